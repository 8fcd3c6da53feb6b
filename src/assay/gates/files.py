"""A gate in a file under version control: data, columns, requirements, slices, baseline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assay.checks.documents import toml_of
from assay.errors import gate_files as errors
from assay.inputs.paths import check_file, status

USUAL = "gate.toml"
PROJECT = "pyproject.toml"
ASKED = (
    "data", "truth", "prediction", "score", "task", "positive", "labels", "threshold", "weight", "group", "by", "on",
    "lower", "upper", "coverage", "costs", "boxes", "ignore", "metrics", "method", "missing", "level", "seed",
    "control", "margin",
)  # fmt: skip
"""Keys that are arguments of evaluate or compare."""

ONLY_COMPARED = ("control", "margin")
ONLY_EVALUATED = ("lower", "upper", "coverage")
PATHS = ("report", "junit", "comment", "save")
OWN = ("require", "unclear", "baseline", "key", *PATHS)
KNOWN = (*ASKED, *OWN)


@dataclass(frozen=True)
class GateFile:
    """What a gate file asks: arguments of the judgement, requirements, and where answers go."""

    path: Path
    asked: Mapping[str, object]
    require: tuple[str, ...]
    unclear: str = "fail"
    baseline: Path | None = None
    key: tuple[str, ...] = ()
    outputs: Mapping[str, Path] = field(default_factory=dict)

    @property
    def compares(self) -> bool:
        """Whether several models are judged: their columns stand in a table."""
        columns = (self.asked.get(name) for name in ("prediction", "score"))
        return any(isinstance(named, Mapping) and len(named) > 1 for named in columns)


def find_gate_file(path: str | None) -> Path:
    """Return the file that was named, or gate.toml, or pyproject.toml if it holds a gate."""
    if path is not None:
        if status(path) is None:
            raise errors.no_gate_file(path)
        return Path(path)
    if Path(USUAL).is_file():
        return Path(USUAL)
    if Path(PROJECT).is_file() and _section(_read(Path(PROJECT))) is not None:
        return Path(PROJECT)
    raise errors.no_gate_file(USUAL)


def read_gate_file(path: Path) -> GateFile:
    """Read and check a gate file; paths in it are seen from its folder."""
    content: object = _read(path)
    if path.name == PROJECT:
        content = _section(content)
        if content is None:
            raise errors.no_section(str(path))
    keys = content if isinstance(content, Mapping) else {}
    for key in keys:
        if key not in KNOWN:
            raise errors.unknown_key(str(path), str(key), KNOWN)
    for key, example in (("data", 'data = "cases.csv"'), ("require", 'require = ["recall >= 0.8"]')):
        if key not in keys:
            raise errors.missing_key(str(path), key, example)
    asked = {key: keys[key] for key in ASKED if key in keys}
    asked["data"] = _data(path, keys["data"])
    baseline = _path(path, "baseline", keys.get("baseline"))
    outputs = {name: place for name in PATHS if (place := _path(path, name, keys.get(name))) is not None}
    required, key = _texts(path, "require", keys["require"]), _texts(path, "key", keys.get("key", []))
    return GateFile(path, asked, required, _unclear(path, keys), baseline, key, outputs)


def _read(path: Path) -> object:
    check_file(path)
    try:
        return toml_of(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise errors.not_toml(str(path), str(problem)) from problem


def _section(content: object) -> object:
    for name in ("tool", "assay", "gate"):
        content = content.get(name) if isinstance(content, Mapping) else None
    return content


TEXTS = {"require": 'A list of texts, as in ["recall >= 0.8"],', "key": 'The column that names the cases, as in "id",'}


def _texts(path: Path, key: str, value: object) -> tuple[str, ...]:
    """Return one text or several; requirements there must be."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
        raise errors.bad_type(str(path), key, value, TEXTS[key])
    if not listed and key == "require":
        raise errors.bad_type(str(path), key, value, TEXTS[key])
    return tuple(listed)


def _unclear(path: Path, keys: Mapping[str, object]) -> str:
    value = keys.get("unclear", "fail")
    if value not in ("fail", "pass"):
        raise errors.bad_type(str(path), "unclear", value, '"fail" or "pass"')
    return str(value)


def _data(path: Path, value: object) -> object:
    """Return the path, or the paths, of the data."""
    if isinstance(value, str):
        return _placed(path, value)
    if isinstance(value, list) and len(value) > 1 and all(isinstance(entry, str) for entry in value):
        return tuple(_placed(path, entry) for entry in value)
    if isinstance(value, Mapping) and all(isinstance(entry, str) for entry in value.values()):
        return {name: _placed(path, entry) for name, entry in value.items()}
    raise errors.bad_type(str(path), "data", value, "A path, a list of paths, or a table of paths")


def _path(path: Path, key: str, value: object) -> Path | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise errors.bad_type(str(path), key, value, "A path")
    return Path(_placed(path, value))


def _placed(path: Path, value: str) -> str:
    """Return a path as seen from the folder of the gate file."""
    return value if "://" in value else str(path.parent / value)
