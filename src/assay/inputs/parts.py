"""Tables that lie in several files: a pattern, or a folder whose files are the parts of one table."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from assay.errors import files as errors
from assay.inputs.file_kinds import KINDS, PLAIN, kind_of, suffix_of
from assay.inputs.paths import REMOTE, check_access, missing, status

ANY_FOLDERS = "**"
LOGS = {"_delta_log": "Delta Lake", ".hoodie": "Hudi"}
"""Folders of tables whose files do not all count."""
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
"""What Hive and Spark call the folder of rows whose value is missing."""


@dataclass(frozen=True)
class Part:
    """A file, and the columns that the names of its folders give it, as day=2026-01-01 does."""

    path: Path
    values: Mapping[str, str | None]

    @classmethod
    def of(cls, path: Path, root: Path) -> Part:
        """Read the values off the folders between `root` and the file."""
        pairs = [name.split("=", 1) for name in path.relative_to(root).parts[:-1] if "=" in name]
        return cls(path, {unquote(name): None if value == NO_VALUE else unquote(value) for name, value in pairs})


def parts_of(path: str | os.PathLike[str]) -> tuple[Part, ...] | None:
    """Return the files that a folder or a pattern names, sorted by name; None where the path names one file.

    A file whose own name holds a bracket or a star is that file, not a pattern.
    """
    place, state = Path(path), status(path)
    if state is None:
        if REMOTE.match(str(path)) or not glob.has_magic(str(path)):
            raise missing(path)
        root, files = _matching(place)
        if not files:
            raise errors.no_match(str(path))
    elif stat.S_ISDIR(state.st_mode):
        root, files = place, _inside(place)
        if not files:
            raise errors.empty_folder(str(path), list(PLAIN))
    else:
        return None
    _check_suffixes(path, files)
    parts = (Part.of(file, root) for file in files)
    return tuple(sorted(parts, key=lambda part: part.path.relative_to(root).as_posix()))


def _matching(pattern: Path) -> tuple[Path, list[Path]]:
    """Return the last folder that the pattern names as it is, and the files that match below it."""
    root = next(parent for parent in pattern.parents if parent.is_dir() or parent == Path(pattern.anchor))
    check_access(root)
    rest = str(pattern.relative_to(root))
    names = [name for name in glob.glob(rest, root_dir=root, recursive=True) if not _is_marker(Path(name), rest)]
    folders = [name for name in names if (root / name).is_dir()]
    files = [root / name for name in names if name not in folders]
    if ANY_FOLDERS in rest:
        return root, files
    if folders and files:
        raise errors.folders_among_files(str(pattern), sorted(folders))
    return root, files or [file for name in folders for file in _inside(root / name)]


def _is_marker(path: Path, pattern: str = "") -> bool:
    """Say whether a file only marks something (_SUCCESS), or lies in a folder that does (_temporary)."""
    aside = any(folder.startswith("_") and folder not in pattern for folder in path.parts[:-1])
    return aside or (path.name.startswith("_") and kind_of(path) is None)


def _inside(folder: Path) -> list[Path]:
    """Return the files of a folder, and those of folders that name a value."""
    check_access(folder)
    entries = sorted(folder.iterdir())
    log = next((LOGS[entry.name] for entry in entries if entry.name in LOGS), None)
    if log is not None:
        raise errors.table_with_log(str(folder), log)
    seen = [entry for entry in entries if not entry.name.startswith(".") and not _is_marker(Path(entry.name))]
    folders = [entry for entry in seen if (state := status(entry)) is not None and stat.S_ISDIR(state.st_mode)]
    strange = [entry.name for entry in folders if "=" not in entry.name or len(folders) < len(seen)]
    if strange:
        raise errors.folders_among_files(str(folder), strange)
    return [file for entry in folders for file in _inside(entry)] if folders else seen


def _check_suffixes(path: str | os.PathLike[str], files: list[Path]) -> None:
    """Refuse files of several kinds, and those of one kind that is no table."""
    names: dict[str, list[str]] = {}
    for file in files:
        names.setdefault(suffix_of(file), []).append(file.name)
    if len(names) > 1:
        known_first = sorted(names, key=lambda suffix: (suffix not in KINDS, -len(names[suffix])))
        raise errors.mixed_suffixes(str(path), {suffix: names[suffix] for suffix in known_first})
    if not {*names} & {*KINDS, ".json"}:  # what a .json holds is said when it is opened
        raise errors.unknown_suffix(str(files[0]), list(KINDS))
