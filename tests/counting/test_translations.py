"""Edits with shifts, beside sacrebleu's own answer for each segment."""

import numpy as np
import pytest
from sacrebleu.metrics import TER

from assay.counting import translations

SEGMENTS = 60


def segments(words: int) -> tuple[list[str], list[list[str]]]:
    """Draw sentences of few or many different words, and what is left of them; some begin in the middle."""
    rng = np.random.default_rng(words)
    candidates, references = [], []
    for _ in range(SEGMENTS):
        whole = [f"w{place}" for place in rng.integers(0, words, rng.integers(0, 20))]
        kept = [word if rng.random() < 0.9 else "Other." for word in whole if rng.random() < 0.9]
        if rng.random() < 0.4:
            start = int(rng.integers(0, len(kept) + 1))
            kept = kept[start:] + kept[:start]
        candidates.append(" ".join(kept))
        references.append([" ".join(whole), *([" ".join(whole[::-1])] if rng.random() < 0.2 else [])])
    return candidates, references


@pytest.mark.parametrize("options", [{}, {"case_sensitive": True}, {"normalized": True, "no_punct": True}])
@pytest.mark.parametrize("words", [8, 60])
def test_edits_of_every_segment_are_those_of_sacrebleu(words, options):
    candidates, references = segments(words)
    rows = translations.edits_with_shifts(candidates, references, options, lambda count: None).rows
    metric = TER(**options)
    scores = [metric.sentence_score(*pair) for pair in zip(candidates, references, strict=True)]
    assert rows[:, :2].tolist() == [[score.num_edits, score.ref_length] for score in scores]


def test_segments_that_no_order_helps_are_not_searched_for_shifts(monkeypatch):
    monkeypatch.setattr(TER, "sentence_score", None)
    edits = translations.edits_with_shifts(["a b c", "a x c"], [["a b c d"], ["a b c"]], {}, lambda count: None)
    assert edits.rows[:, 0].tolist() == [1, 1]
