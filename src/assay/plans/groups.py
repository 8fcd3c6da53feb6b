"""Cases that come in groups: how many in all, and what a design gives where spreads are measured between groups."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from scipy import special

from assay.plans.choosing import Choice
from assay.plans.designs import Design
from assay.plans.mean_designs import MeanPairs, MeanWidth
from assay.plans.share_designs import ShareAssured
from assay.stats.arithmetic import whole_down, whole_up
from assay.stats.planned_means import design_effect
from assay.stats.planned_proportions import normal
from assay.stats.whole_search import smallest_whole


@dataclass(frozen=True)
class Grouping:
    """How large the groups are (None: every case is drawn alone) and how alike (`icc`) their cases are."""

    level: float
    size: float | None = None
    icc: float = 0.0

    @property
    def effect(self) -> float:
        """By how much the groups multiply the cases."""
        return 1.0 if self.size is None else design_effect(self.size, self.icc)

    def total(self, base: int, choice: Choice) -> int:
        """Return all cases for so many that a design counts."""
        return whole_up(base * choice.arms / (choice.share or 1.0) * self.effect)

    def base(self, total: int, choice: Choice) -> int:
        """Return how many that a design counts are in so many cases."""
        return max(whole_down(total * (choice.share or 1.0) / choice.arms / self.effect), 2)

    def groups(self, total: int) -> int | None:
        """Return how many groups hold so many cases."""
        return None if self.size is None else math.ceil(total / self.size)

    def fewest(self, design: Design, choice: Choice) -> int:
        """Return the fewest that the design counts which give what is wanted, by t over their groups."""
        least = design.size()
        if self.size is None:
            return least
        if design.goal == "width":
            return smallest_whole(lambda n: self.achieved(design, n, choice) <= design.wanted, least)
        return smallest_whole(lambda n: self.achieved(design, n, choice) >= design.wanted, least)

    def achieved(self, design: Design, base: int, choice: Choice) -> float:
        """Return the power or the width, where the degrees of freedom are those of the groups."""
        groups = self.groups(self.total(base, choice))
        if groups is None:
            return design.achieved(base)
        return over_groups(design, base, groups - choice.arms, self.level)


def over_groups(design: Design, base: int, df: int, level: float) -> float:
    """Return the power or the width by t with the degrees of freedom between groups; none of them show nothing."""
    if df < 1:
        return math.inf if design.goal == "width" else 0.0
    t, z = float(special.stdtrit(df, (1 + level) / 2)), normal(level)
    if design.goal == "width":
        own = float(special.stdtrit(base - 1, (1 + level) / 2)) if isinstance(design, MeanWidth) else z
        return design.achieved(base) * t / own
    if isinstance(design, ShareAssured):
        return replace(design, width=design.width * z / t).achieved(base)
    shift = design.shift(base) if isinstance(design, MeanPairs) else float(special.ndtri(design.achieved(base))) + z
    missed = float(special.nctdtr(df, shift, t))
    return 1.0 if math.isnan(missed) else 1 - missed
