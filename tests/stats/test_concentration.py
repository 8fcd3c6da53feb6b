"""How few cases carry a sum, in words."""

from __future__ import annotations

import pytest

from assay.stats.concentration import carried_words


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 of 3,000 cases carries"), (2, "2 of 3,000 cases carry"), (1200, "1,200 of 3,000 cases")]
)
def test_the_sentence_counts_the_cases(count, words):
    assert carried_words(count, 3000, 0.995).startswith(words)
