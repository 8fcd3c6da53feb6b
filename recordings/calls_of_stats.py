"""Calls of tests and intervals by themselves."""

from __future__ import annotations

import numpy as np

from assay import metrics, stats
from recordings.call import Calls
from recordings.data import OTHER_SCORES, RANKED, SCORES, TRUTH
from recordings.public import call

CALLS = Calls("stats")
DIFFERENCES = [0.02, 0.05, -0.01, 0.03, 0.04, 0.01, 0.02, 0.0, 0.03, 0.02]
TABLE = np.column_stack(list(RANKED.values()))


def proportions() -> str:
    """Give every interval of a proportion."""
    names = ("wald", "wilson", "wilson_corrected", "clopper_pearson", "agresti_coull", "jeffreys", "mid_p")
    return "\n".join(f"{name} {cells}: {getattr(stats, name)(*cells)}" for name in names
                     for cells in ((0, 5), (3, 10), (97, 100)))  # fmt: skip


def cards() -> str:
    """List every metric's card."""
    return "\n".join(
        f"{card.name}: {card.label} | {', '.join(card.aliases)} | {card.formula} | {card.bounds} | {card.better}"
        for card in sorted(metrics.cards(), key=lambda card: card.name)
    )


# fmt: off
CALLS.add("proportions", proportions)
CALLS.add("cards", cards)
CALLS.add("corrected-t-ratio", lambda: call(stats.corrected_t, DIFFERENCES, test_ratio=0.1))
CALLS.add("corrected-t-folds", lambda: call(stats.corrected_t, DIFFERENCES, folds=10))
CALLS.add("delong", lambda: stats.delong_test(TRUTH, SCORES, OTHER_SCORES))
CALLS.add("mcnemar", lambda: stats.mcnemar([[30, 9], [3, 18]]))
CALLS.add("t-test", lambda: stats.t_test(DIFFERENCES, np.zeros(10), paired=True))
CALLS.add("wilcoxon", lambda: stats.wilcoxon(DIFFERENCES, [0.0] * 10))
CALLS.add("friedman", lambda: stats.friedman(TABLE))
CALLS.add("nemenyi", lambda: stats.nemenyi(TABLE))
CALLS.add("permutation", lambda: stats.permutation_test(DIFFERENCES, np.zeros(10), paired=True))
CALLS.add("newcombe", lambda: stats.newcombe(30, 40, 22, 41))
CALLS.add("adjust", lambda: stats.adjust([0.01, 0.04, 0.03], "holm"))
# fmt: on
