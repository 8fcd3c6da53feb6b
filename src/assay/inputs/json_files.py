"""JSON files that no table reader takes: what they seem to hold, so that a message can say what to do."""

from __future__ import annotations

import re
from pathlib import Path

GLANCE = 1_000_000
"""Bytes looked at; COCO files name their boxes or annotations early."""

OF_COCO = re.compile(rb'"(annotations|bbox|segmentation)"\s*:')


def looks_like_coco(path: Path) -> bool:
    """Say whether a JSON file holds annotations or detections as COCO writes them."""
    try:
        with path.open("rb") as file:
            return OF_COCO.search(file.read(GLANCE)) is not None
    except OSError:
        return False
