"""The order of several models over several data sets, and which of them can be told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from assay.checks.labels import same
from assay.errors import samples as errors
from assay.results.estimate import Estimate
from assay.results.found_pairs import found_pair
from assay.results.levels import rejects
from assay.results.note import Note
from assay.results.rendered import Rendered
from assay.results.test import Test


@dataclass(frozen=True)
class RankedPair:
    """Two models over all data sets: how often each wins, by how much, and whether that could be chance.

    `difference` is the first's score less the second's (the median over data sets).
    """

    a: object
    b: object
    wins: int
    ties: int
    losses: int
    difference: Estimate
    rank_difference: float
    test: str
    statistic: float
    p_value: float
    p_adjusted: float
    verdict: str
    probabilities: Mapping[str, float] | None = None

    @property
    def separated(self) -> bool:
        """Whether the models can be told apart at the level of the ranking."""
        return bool(rejects(self.p_adjusted, self.difference.level))

    def to_dict(self) -> dict[str, object]:
        """Return the pair as JSON documents carry it."""
        return {
            "a": self.a,
            "b": self.b,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "difference": self.difference.to_dict(),
            "rank_difference": self.rank_difference,
            "test": self.test,
            "statistic": self.statistic,
            "p_value": self.p_value,
            "p_adjusted": self.p_adjusted,
            "verdict": self.verdict,
            "probabilities": None if self.probabilities is None else dict(self.probabilities),
        }


@dataclass(frozen=True, eq=False, repr=False)
class Ranking(Rendered):
    """Models ranked over data sets: `average_ranks`, the omnibus test, all `pairs`, and `groups` not told apart.

    `scores` and `ranks` are tables, rows data sets and columns models; `differences` is the antisymmetric table of mean
    ranks, row less column. `print(ranking)` draws the critical-difference diagram; `paragraph` is ready for a paper.
    """

    models: tuple[object, ...]
    data_sets: tuple[object, ...]
    scores: np.ndarray
    ranks: np.ndarray
    average_ranks: Mapping[object, float]
    omnibus: Test
    uncorrected: Test
    iman_davenport: Test
    iman_davenport_uncorrected: Test
    pairs: tuple[RankedPair, ...]
    groups: tuple[tuple[object, ...], ...]
    method: str
    better: str
    level: float
    control: object = None
    critical_difference: float | None = None
    rope: float | None = None
    reason: str = ""
    paragraph: str = ""
    notes: tuple[Note, ...] = ()
    version: str = ""
    source: str | None = None
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """How many data sets there are."""
        return len(self.data_sets)

    @property
    def omnibus_p(self) -> float:
        """The p-value that decides whether the models differ: by permutation with few data sets, else the F's."""
        chance = self.more.get("permutation_p")
        return float(chance) if isinstance(chance, float) else float(self.iman_davenport.p_value)

    @property
    def order(self) -> tuple[object, ...]:
        """The models from best to worst mean rank."""
        return tuple(sorted(self.models, key=lambda model: self.average_ranks[model]))

    @property
    def differences(self) -> np.ndarray:
        """The table of differences of mean ranks, row less column: antisymmetric."""
        mean = np.array([self.average_ranks[model] for model in self.models])
        return np.asarray(mean[:, None] - mean[None, :])

    def pair(self, a: object, b: object) -> RankedPair:
        """Return what was found about two models, in the order in which they were compared."""
        for name in (a, b):
            if not any(same(name, model) for model in self.models):
                raise errors.unknown_model(name, self.models)
        return found_pair(self.pairs, a, b)

    def __repr__(self) -> str:
        return f"<Ranking: {len(self.models)} models, {self.n} data sets, {self.method}>"
