"""Masks in a folder: one file per image, known by its name without suffix; what is not read is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.errors import masks as errors

SUFFIXES = (".png", ".npy", ".bmp", ".tif", ".tiff", ".gif")
OF_SYSTEMS = ("thumbs.db", "desktop.ini")
"""Files that operating systems put into folders; hidden ones begin with a dot."""


@dataclass(frozen=True)
class MaskFolder:
    """The masks of a folder by name, and the names of what else lies there."""

    files: dict[str, Path]
    skipped: tuple[str, ...]


def read_folder(folder: Path, name: str) -> MaskFolder:
    """List the masks of a folder; two files with one name before the suffix are refused."""
    masks: dict[str, list[Path]] = {}
    skipped = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name.casefold() in OF_SYSTEMS:
            continue
        if path.is_file() and path.suffix.casefold() in SUFFIXES:
            masks.setdefault(path.stem, []).append(path)
        else:
            skipped.append(f"{path.name}/" if path.is_dir() else path.name)
    twice = [[path.name for path in files] for files in masks.values() if len(files) > 1]
    if twice:
        raise errors.same_name(name, str(folder), twice[0], len(twice))
    if not masks:
        raise errors.no_masks(name, skipped)
    return MaskFolder({stem: files[0] for stem, files in masks.items()}, tuple(skipped))
