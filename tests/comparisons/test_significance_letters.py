"""Compact letters, held against their definition and against published displays."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from assay.comparisons.significance_letters import MOST_MODELS, significance_letters


def test_two_models_share_a_letter_exactly_when_they_were_not_told_apart():
    rng = np.random.default_rng(5)
    for _ in range(200):
        models = [f"m{place}" for place in range(int(rng.integers(2, 9)))]
        apart = [pair for pair in combinations(models, 2) if rng.random() < rng.choice([0.2, 0.5, 0.8])]
        letters = significance_letters(models, apart)
        for a, b in combinations(models, 2):
            assert bool(set(letters[a]) & set(letters[b])) == ((a, b) not in apart)


def test_no_letter_is_superfluous():
    rng = np.random.default_rng(6)
    for _ in range(100):
        models = list(range(7))
        apart = [pair for pair in combinations(models, 2) if rng.random() < 0.5]
        letters = significance_letters(models, apart)
        groups = [frozenset(model for model in models if letter in letters[model])
                  for letter in sorted(set("".join(letters.values())))]  # fmt: skip
        assert not any(one < other for one in groups for other in groups)


def test_letters_are_those_that_multcomp_view_prints():
    """The example on the help page of multcompLetters (R, multcompView): only A and B against C differ in parts."""
    assert dict(significance_letters(["A", "B", "C"], [("B", "C")])) == {"A": "ab", "B": "a", "C": "b"}


def test_the_best_model_has_the_first_letter():
    assert significance_letters(["x", "y", "z"], [("x", "y"), ("x", "z")]) == {"x": "a", "y": "b", "z": "b"}


def test_too_many_models_or_groups_get_no_letters():
    assert significance_letters(range(MOST_MODELS + 1), []) == {}
    models = range(30)
    assert significance_letters(models, [(place, place + 1) for place in range(0, 30, 2)]) == {}
