"""Two models' labels on the same cases: McNemar where a case is right or wrong, permutation for everything else."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from assay.comparisons.difference import Difference, permuted, z_difference
from assay.intervals.slopes import cell_slopes
from assay.metrics.cards import Card
from assay.stats.arithmetic import Numbers
from assay.stats.paired_proportions import FEW, mcnemar_p, tango
from assay.summaries.joint_labels import Cells, JointLabels
from assay.summaries.label_counts import LabelCounts

PERMUTATIONS = 9999
REPLICATES = 2000
BUDGET = 20_000_000

OF_TRUTH = ("cases", "total", "positives", "negatives")
"""Denominators that both models share, because only the truth decides who is counted."""

MCNEMAR = "a share of the same cases, each right or wrong: McNemar's mid-p never exceeded its level; Tango's interval"
PERMUTED = (
    "not a mean over cases: the models' answers are swapped case by case at random, which tests that they are "
    "exchangeable; the interval has the bootstrap's standard error"
)
WEIGHTED = "weighted cases: z from what each case contributes to the difference"


@dataclass(frozen=True)
class LabelPairs:
    """Pairs of models on the same labelled cases."""

    joint: JointLabels
    level: float
    seed: int
    method: str | None = None

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models."""
        cells = self.joint.cells(first, second)
        tables = [self._counts(table) for table in cells.tables()]
        value = float(card(tables[0].view())) - float(card(tables[1].view()))
        if math.isnan(value):
            return undefined(self.joint.rows)
        if self.joint.weight is not None:
            error = self._delta(card, cells, tables)
            return z_difference(value, error, self.level, "z, influence", WEIGHTED, "delta", self.joint.rows)
        if card.share_of in OF_TRUTH and self.method in (None, "mcnemar", "exact", "chi-square", "corrected"):
            return self._mcnemar(card, cells, tables, value)
        return self._permuted(card, cells, value, first, second)

    def _counts(self, table: Numbers) -> LabelCounts:
        return LabelCounts.of_counts(self.joint.labels, table, self.joint.positive)

    def _mcnemar(self, card: Card, cells: Cells, tables: list[LabelCounts], value: float) -> Difference:
        """Count the cases that only one model gets right, among those that the metric is a share of."""
        scored = [self._scored(card, table) for table in tables]
        inside = scored[0][1][cells.truth]
        one, two = scored[0][0][cells.truth, cells.first], scored[1][0][cells.truth, cells.second]
        b, c = (float(cells.weight[inside & flags].sum()) for flags in (one & ~two, two & ~one))
        n = float(cells.weight[inside].sum())
        method = self.method if self.method in ("exact", "chi-square", "corrected") else "mid-p"
        low, high = tango(b, c, n, level=self.level)
        notes = []
        if b + c == 0:
            notes.append("both models are right on the same cases, so nothing tells them apart")
        elif b + c < FEW:
            notes.append(f"only {b + c:g} cases distinguish the models; below 6 no test can reject at 5%")
        error = math.sqrt(max(b + c - (b - c) ** 2 / n, 0.0)) / n
        p = mcnemar_p(b, c, method)
        name = f"McNemar {method}"
        return Difference(
            value, min(low, value), max(high, value), "tango", name, MCNEMAR, min(b, c), p, (), n, error, tuple(notes)
        )

    def _scored(self, card: Card, table: LabelCounts) -> tuple[np.ndarray, np.ndarray]:
        """Return which cells (truth, answer) count as a success, and which truths are counted at all.

        A share N / D whose D the truth decides has slope (success - share) / D along a cell inside D, and 0 outside.
        """
        filled = LabelCounts.of_counts(table.labels, table.weights + 1.0, table.positive)
        slopes = cell_slopes(card, filled, filled.view())
        inside = np.asarray(np.ptp(slopes, axis=1) > 1e-12 * np.max(np.abs(slopes)))
        middle = slopes.max(axis=1) + slopes.min(axis=1)
        return np.asarray(slopes > (middle / 2)[:, None]), inside

    def _permuted(self, card: Card, cells: Cells, value: float, first: int, second: int) -> Difference:
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(13, first, second)))
        n = self.joint.rows
        error = self._bootstrap_error(card, cells, rng)
        found = z_difference(value, error, self.level, "row-swap permutation", PERMUTED, "bootstrap", n)
        if not error > 0:
            return found
        p = self._permutation_p(card, cells, value, rng)
        return permuted(value, found, p)

    def _bootstrap_error(self, card: Card, cells: Cells, rng: np.random.Generator) -> float:
        total = round(float(cells.weight.sum()))
        draws = max(min(REPLICATES, BUDGET // (len(cells.weight) + cells.size**2)), 100)
        drawn = rng.multinomial(total, cells.weight / cells.weight.sum(), draws).astype(float)
        with np.errstate(invalid="ignore", divide="ignore"):
            values = self._replicated(card, cells, drawn)
        return float(np.nanstd(values[0] - values[1], ddof=1))

    def _permutation_p(self, card: Card, cells: Cells, value: float, rng: np.random.Generator) -> float:
        """Swap the answers of every discordant case with probability 1/2; only counts matter."""
        partner = self._partners(cells)
        low, high = partner
        totals = np.rint(cells.weight[low]).astype(int)
        totals = totals + np.where(high >= 0, np.rint(cells.weight[np.maximum(high, 0)]).astype(int), 0)
        draws = max(min(PERMUTATIONS, BUDGET // (len(cells.weight) + cells.size**2)), 999)
        stays = rng.binomial(totals, 0.5, (draws, len(low))).astype(float)
        same = np.flatnonzero(~cells.discordant)
        size = cells.size
        held = np.zeros((draws, len(same) + 2 * len(low)))
        held[:, : len(same)] = cells.weight[same]
        held[:, len(same) : len(same) + len(low)] = stays
        held[:, len(same) + len(low) :] = totals - stays
        swapped = Cells(
            size,
            np.concatenate([cells.truth[same], cells.truth[low], cells.truth[low]]),
            np.concatenate([cells.first[same], cells.first[low], cells.second[low]]),
            np.concatenate([cells.second[same], cells.second[low], cells.first[low]]),
            held[0],
            held[0],
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            values = self._replicated(card, swapped, held)
        shift = np.abs(values[0] - values[1])
        return float((1 + np.count_nonzero(shift >= abs(value) - 1e-12)) / (draws + 1))

    def _partners(self, cells: Cells) -> tuple[np.ndarray, np.ndarray]:
        """Pair each discordant cell (y, a, b) with (y, b, a); -1 where that is empty."""
        size = cells.size
        code = (cells.truth * size + cells.first) * size + cells.second
        mirrored = (cells.truth * size + cells.second) * size + cells.first
        place = {int(key): index for index, key in enumerate(code)}
        low, high = [], []
        for index in np.flatnonzero(cells.discordant):
            other = place.get(int(mirrored[index]), -1)
            if other < 0 or cells.first[index] < cells.second[index]:
                low.append(index)
                high.append(other)
        return np.array(low, dtype=int), np.array(high, dtype=int)

    def _replicated(self, card: Card, cells: Cells, held: Numbers) -> tuple[Numbers, Numbers]:
        one, two = cells.tables(held)
        shell = self._counts(np.ones((cells.size, cells.size)))
        return np.asarray(card(shell.view(one))), np.asarray(card(shell.view(two)))

    def _delta(self, card: Card, cells: Cells, tables: list[LabelCounts]) -> float:
        slopes = [cell_slopes(card, table, table.view()) for table in tables]
        pull = slopes[0][cells.truth, cells.first] - slopes[1][cells.truth, cells.second]
        return float(np.sqrt(np.sum(cells.square * pull**2)))


def undefined(n: float) -> Difference:
    """Return the difference of a metric that has no value for one of the models."""
    nan = math.nan
    note = "the metric is undefined for one of the models"
    return Difference(nan, nan, nan, "none", "none", note, nan, nan, (), n, nan, (note,))
