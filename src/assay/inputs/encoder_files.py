"""A model that turns words into vectors, read from its folder: settings, tokeniser, weights. Nothing in it is run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.checks.documents import json_of
from assay.errors import encoders as errors
from assay.errors import texts as text_errors

Weights = dict[str, NDArray[np.float32]]
SETTINGS, TOKENS, WEIGHTS, INDEX = "config.json", "tokenizer.json", "model.safetensors", "model.safetensors.index.json"
ABSOLUTE = "absolute"
FLOATS: dict[str, Any] = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
LIKE_ROBERTA = ("roberta", "xlm-roberta", "camembert")
KINDS = ("bert", *LIKE_ROBERTA, "distilbert")
"""Kinds of model whose layers are those of BERT."""


@dataclass(frozen=True, eq=False)
class EncoderFiles:
    """What a model's folder holds; `digest` is made of its weights, so that equal names cannot hide other models."""

    name: str
    folder: Path
    kind: str
    settings: Mapping[str, Any]
    tokeniser: Any
    weights: Weights
    digest: str

    def setting(self, *names: str) -> Any:
        """Return a setting by the first of its names that is there."""
        for name in names:
            if name in self.settings:
                return self.settings[name]
        raise errors.model_broken(str(self.folder), f"config.json does not say {names[0]}")


def read_encoder(model: object) -> EncoderFiles:
    """Read a model from a folder, or from an installed package that carries one."""
    folder = _folder(str(model))
    there = sorted(path.name for path in folder.iterdir())
    missing = [name for name in (SETTINGS, TOKENS) if name not in there]
    missing += [] if WEIGHTS in there or INDEX in there else [WEIGHTS]
    if missing:
        raise errors.model_files_missing(str(folder), missing, there)
    settings = _json(folder / SETTINGS)
    kind = settings.get("model_type")
    if kind not in KINDS or settings.get("position_embedding_type", ABSOLUTE) != ABSOLUTE:
        raise errors.unknown_model_kind(str(folder), kind, KINDS)
    digest = hashlib.blake2b(digest_size=4)  # eight letters, enough to tell a few models apart
    weights = dict(_weights(folder, digest))
    name = folder.name if folder.name != "model" else Path(str(model)).name
    return EncoderFiles(name, folder, str(kind), settings, _tokeniser(folder), weights, digest.hexdigest())


def _folder(model: str) -> Path:
    place = Path(model).expanduser()
    if place.is_dir():
        return place
    try:
        files = metadata.files(model) or []
    except (metadata.PackageNotFoundError, ValueError) as problem:
        raise errors.no_such_model(model) from problem
    for file in files:
        if file.name == SETTINGS and any(other.name == TOKENS and other.parent == file.parent for other in files):
            return Path(str(file.locate())).parent
    raise errors.no_such_model(model)


def _json(path: Path) -> dict[str, Any]:
    try:
        settings = json_of(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise errors.model_broken(str(path.parent), f"{path.name} is no JSON ({problem})") from problem
    if not isinstance(settings, dict):
        raise errors.model_broken(str(path.parent), f"{path.name} holds no settings")
    return settings


def _tokeniser(folder: Path) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError as problem:
        raise text_errors.text_extra("BERTScore", "tokenizers") from problem
    try:
        made = Tokenizer.from_file(str(folder / TOKENS))
    except Exception as problem:
        raise errors.model_broken(str(folder), f"{TOKENS}: {str(problem).partition(chr(10))[0]}") from problem
    made.no_padding()
    made.no_truncation()
    return made


def _weights(folder: Path, digest: Any) -> Iterator[tuple[str, NDArray[np.float32]]]:
    try:
        from safetensors import SafetensorError, deserialize
    except ImportError as problem:
        raise text_errors.text_extra("BERTScore", "safetensors") from problem
    for path in _weight_files(folder):
        try:
            tensors = dict(deserialize(path.read_bytes()))  # type: ignore[no-untyped-call]
        except (SafetensorError, OSError) as problem:
            raise errors.model_broken(str(folder), f"{path.name}: {str(problem).partition(chr(10))[0]}") from problem
        for name in sorted(tensors):
            digest.update(name.encode())
            digest.update(tensors[name]["data"])
            if tensors[name]["dtype"] in FLOATS:
                yield name.replace("gamma", "weight").replace("beta", "bias"), _numbers(tensors[name])


def _numbers(tensor: Mapping[str, Any]) -> NDArray[np.float32]:
    """Return a table of single precision; numpy has no bfloat16, whose bits are the upper half of a float's."""
    bits = np.frombuffer(tensor["data"], dtype=FLOATS[tensor["dtype"]])
    if tensor["dtype"] == "BF16":
        bits = (bits.astype(np.uint32) << 16).view(np.float32)
    return bits.astype(np.float32).reshape(tensor["shape"])


def _weight_files(folder: Path) -> list[Path]:
    if (folder / WEIGHTS).exists():
        return [folder / WEIGHTS]
    named = _json(folder / INDEX).get("weight_map", {})
    parts = sorted({Path(str(name)).name for name in named.values()})
    missing = [name for name in parts if not (folder / name).exists()]
    if missing or not parts:
        raise errors.model_files_missing(
            str(folder), missing or [WEIGHTS], sorted(path.name for path in folder.iterdir())
        )
    return [folder / name for name in parts]
