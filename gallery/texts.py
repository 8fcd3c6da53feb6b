"""Texts: one system, and two systems on the same scenes."""

from __future__ import annotations

from typing import Any

import numpy as np

import assay
from gallery.example import Example
from gallery.tumours import SEED


def _translations() -> tuple[list[str], dict[str, list[str]]]:
    """Write a hundred sentences, and what two systems make of them: one leaves words out, one takes wrong ones."""
    rng = np.random.default_rng(SEED)
    parts = (
        ["The old", "A young", "The tired", "A friendly", "The tall"],
        ["fisherman", "teacher", "painter", "doctor", "baker", "child"],
        ["repairs", "finds", "carries", "sells", "remembers", "draws"],
        ["a broken", "the blue", "an empty", "the last", "a heavy"],
        ["boat", "bicycle", "letter", "basket", "lamp"],
        ["near the harbour", "in the morning", "behind the school", "before the storm", "with great care"],
    )
    chosen = [[str(rng.choice(part)) for part in parts] for _ in range(100)]

    def said(lost: float, wrong: float) -> list[str]:
        lines = []
        for words in chosen:
            luck = rng.random(len(words))
            put = [
                str(rng.choice(part)) if x < wrong else word for word, part, x in zip(words, parts, luck, strict=True)
            ]
            kept = [word for word, x in zip(put, luck, strict=True) if x < 1 - lost]
            lines.append(" ".join(kept).capitalize() + ".")
        return lines

    return [" ".join(words) + "." for words in chosen], {"short": said(0.2, 0.05), "wordy": said(0.03, 0.3)}


def _text() -> Any:
    references, systems = _translations()
    return assay.evaluate(references, systems["short"], task="text")


def _systems() -> Any:
    references, systems = _translations()
    return assay.compare(references, prediction=systems, task="text")


TEXTS = (
    Example("text", "Text", "A system that describes scenes in a sentence; its worst segments were asked for.",
            _text, ("segments",), cases=10),
    Example("systems", "Systems of text", "Two systems that describe the same scenes.", _systems, ("segments",)),
)  # fmt: skip
