"""Compact letters: models that share a letter cannot be told apart, those that share none can."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from string import ascii_lowercase

MOST_MODELS = 60
"""Of more models no letters are made: nobody reads them, and the number of groups may grow exponentially."""
MOST_GROUPS = 26
"""There are so many letters."""


def significance_letters(
    order: Sequence[Hashable], apart: Iterable[tuple[Hashable, Hashable]]
) -> Mapping[Hashable, str]:
    """Return the letters of every model; none where there are too many models or groups to name.

    A letter is a largest set of models of which no two were told apart (a maximal clique); groups are lettered in the
    order in which their best models stand.

    Reference: Piepho (2004), An algorithm for a letter-based representation of all-pairwise comparisons, JCGS 13(2).

    Parameters
    ----------
    order : sequence
        The models, best first.
    apart : pairs of models
        Those that were told apart.

    >>> dict(significance_letters(["a", "b", "c"], [("a", "c")]))
    {'a': 'a', 'b': 'ab', 'c': 'b'}
    """
    if len(order) > MOST_MODELS:
        return {}
    clear = {frozenset(pair) for pair in apart}
    alike = {
        model: frozenset(other for other in order if other != model and frozenset((model, other)) not in clear)
        for model in order
    }
    groups: list[frozenset[Hashable]] = []
    if not _collect(frozenset(), frozenset(order), frozenset(), alike, groups):
        return {}
    places = {model: place for place, model in enumerate(order)}
    ranked = sorted(groups, key=lambda group: sorted(places[model] for model in group))
    return {
        model: "".join(letter for letter, group in zip(ascii_lowercase, ranked, strict=False) if model in group)
        for model in order
    }


def _collect(
    group: frozenset[Hashable],
    candidates: frozenset[Hashable],
    excluded: frozenset[Hashable],
    alike: Mapping[Hashable, frozenset[Hashable]],
    groups: list[frozenset[Hashable]],
) -> bool:
    """Collect every largest group (Bron and Kerbosch, with a pivot); False where there are more than letters."""
    if not candidates and not excluded:
        groups.append(group)
        return len(groups) <= MOST_GROUPS
    pivot = max(candidates | excluded, key=lambda model: len(alike[model] & candidates))
    for model in candidates - alike[pivot]:
        near = alike[model]
        if not _collect(group | {model}, candidates & near, excluded & near, alike, groups):
            return False
        candidates, excluded = candidates - {model}, excluded | {model}
    return True
