"""Cells that are known to fail, by name and with why; no method was found that mends them, and the reader is told."""

from __future__ import annotations

HEAVY = "A few errors that were not drawn carry the squared errors; no method is known that covers and is of any use."
UNSEEN = "Without the few cases that lower the correlation it looks high and sure; six methods do no better (0021)."
FEW_ERRORS = "Whether any group holds an error is chance; the note says how few do."
SKEWED = "Rare disasters carry the mean of the losses; t cannot know of those that were not drawn."
APART = "A test of equal RMSE is a test of the few largest errors: none holds its level with tails so heavy."
RANKS = "Equal means are not what Wilcoxon's test asks about; the note says so, and who wants means has t tests."

FAILURES: dict[str, str] = {
    "27 | rmse | lognormal errors, n=100": HEAVY,
    **{
        f"R6 | {metric} | {errors} errors, n={n}": HEAVY
        for metric, errors, n in (
            ("rmse", "t3", 30),
            ("rmse", "t3", 100),
            ("rmse", "t3", 6000),
            ("rmse", "lognormal", 30),
            ("rmse", "lognormal", 6000),
            ("r2", "t3", 100),
            ("r2", "lognormal", 100),
            ("r2", "lognormal", 6000),
            ("concordance", "t3", 30),
            ("concordance", "lognormal", 100),
            ("concordance", "t3", 6000),
            ("pearson", "t3", 30),
            ("pearson", "lognormal", 100),
            ("pearson", "t3", 6000),
            ("mae", "lognormal", 30),
            ("mae", "lognormal", 100),
        )
    },
    "R6s | spearman | lognormal errors, n=30": UNSEEN,
    "R16 | rank, any false pair | N=50, k=4, one skewed": RANKS,
    "R16 | rank, any false pair | N=100, k=4, one skewed": RANKS,
    "45 | share, few failing groups | G=50, geometric, ICC .5, p=.95": FEW_ERRORS,
    "N9 | equal RMSE, told apart | n=50, lognormal errors beside normal": APART,
    "N9 | equal RMSE, told apart | n=300, lognormal errors beside normal": APART,
    "N9 | equal RMSE, told apart | n=100, t3 errors beside normal": APART,
    "N10 | equal log loss, level | n=300, 1% disasters": SKEWED,
    "N10 | equal log loss, level | n=1000, 1% disasters": SKEWED,
}
"""Cells that no method we know mends. The alarm must ring in 95% of their samples, else they count as failures."""

WIDER: dict[str, str] = {
    "1": "With 20 cases the exact limits stand beside Wilson's, which fall to 84% at other shares.",
    "18": "Few pairs are misordered; DeLong's limits fall to 27 to 85% where fewer are.",
    "19": "Percentiles lean to high values; with fewer positive cases they fall to 82 to 91%.",
    "22": "Percentiles fall to 88% with 30 cases.",
    "R6": "Percentiles fall to 55 to 80% where errors have heavy tails.",
    "S4": "Percentiles of the same curve fall to 51 to 91% at other areas and sizes.",
    "S9e": "Percentiles are no worse here; all shapes of scores take one road (0015).",
    "S9i": "Percentiles fall to 86 to 91% at other areas and sizes.",
    "S9v": "Percentiles fall to 83 to 93% at other areas and sizes.",
    "S9p": "Percentiles fall to 81 to 93% at other areas and sizes.",
    "S7": "Percentiles fall to 75 to 91% with fewer cases.",
    "S12": "Percentiles of a calibration error fall to 0% where the error is smaller.",
    "S8": "Plain t falls to 92% with other weights and sizes.",
    "B3": "Bins hold few cases, where Wilson's limits fall to 84% at other shares.",
    "N1": "The bootstrap falls to 44 to 79% with fewer cases.",
    "W": "Percentiles fall to 89 to 91% for recall and MCC.",
}
"""Cells, by number, that may be more than 1.1 times as wide as a rival that covers there, and why the default stays."""
