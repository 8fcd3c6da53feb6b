"""Usual arguments, as source text, by the names of parameters: what calls are made of before strange things come in."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

X, Y = "[3, 1, 4, 1, 5, 9, 2, 6]", "[2, 7, 1, 8, 2, 8, 1, 8]"
TABLE = "[[5, 4, 7], [1, 3, 2], [16, 12, 22], [5, 4, 3], [10, 9, 7]]"
FOLDS = "[[1, 2], [3, 1], [2, 2], [1, 3], [2, 1]]"
TRUTH, ANSWERS = "[1, 1, 1, 0, 0, 0, 0, 1, 0, 1]", "[1, 1, 0, 0, 0, 1, 0, 1, 0, 0]"
SCORES = "[0.9, 0.8, 0.4, 0.3, 0.2, 0.7, 0.1, 0.6, 0.4, 0.5]"
SCORE_TABLE = "metrics.ScoreTable.of_scores(np.array([0.9, 0.7, 0.4]), np.array([0.8, 0.1, 0.3]))"
RESIDUALS = f"metrics.Residuals.of({X}, {Y})"
COUNTS = "metrics.BinaryCounts(tp=6, fp=2, fn=2, tn=10)"
RESULT = f"assay.evaluate({TRUTH}, {ANSWERS})"
MODEL = "Constant()"
ROWS = "np.arange(60.0).reshape(30, 2)"
TARGET = "np.arange(30) % 2"

BY_NAME: Mapping[str, tuple[str, ...]] = {
    "successes": ("3", "0", "10"), "n": ("30", "10"), "n1": ("20",), "n2": ("30",), "x1": ("7", "0"), "x2": ("9", "30"),
    "b": ("4", "0"), "c": ("7", "0"), "k": ("3", "2"), "first": (X, "[1.5, 2.5]"), "second": (Y, X), "samples": (X, Y),
    "table": (TABLE,), "differences": (X,), "values": (X, "[0.5]"), "p_values": ("[0.01, 0.04, 0.03]",),
    "observed": ("[10, 15, 8, 20]",), "truth": (TRUTH,), "prediction": (ANSWERS,), "score": (SCORES,),
    "level": ("0.9", "0.5"), "alternative": ("'less'", "'greater'"), "better": ("'lower'",), "method": ("'holm'",),
    "variance": ("4",), "mean": ("3",), "precision": ("0.5",), "recall": ("0.7",), "false_positive_rate": ("0.2",),
    "prevalence": ("0.1",), "beta": ("2.0",), "half_width": ("0.05",), "proportion": ("0.3",),
    "resubstitution": ("0.1",), "out_of_bag": ("0.3",), "chance": ("0.5",), "draws": ("50",), "simulations": ("50",),
    "permutations": ("50",), "seed": ("1",), "rope": ("0.1",), "folds": ("4",), "test_ratio": ("0.25",),
    "correlation": ("0.1",), "control": ("1",), "correction": ("'holm'",), "center": ("'mean'",),
    "zeros": ("'wilcox'",), "df": ("12",), "ties": ("False",), "paired": ("True",), "pooled": ("True",),
    "p": ("0.25",), "equal_variance": ("True",), "size": ("0.1",), "null": ("distributions.norm(0, 4)",),
    "expected": ("[12, 12, 12, 17]",), "statistic": ("lambda first, second: float(np.mean(first) - np.mean(second))",),
    "second_truth": ("[1, 0, 1, 0, 1, 0, 1, 0]",), "draw_null": ("lambda rng, n: rng.normal(size=n)",),
    "draw_alternative": ("lambda rng, n: rng.normal(size=n)",), "bins": ("5",), "summary": (RESIDUALS,),
    "cases": (RESIDUALS,), "tables": (f"{{'a': {COUNTS}}}",), "name": ("'recall'",), "formula": ("metrics.recall",),
    "names": ("('a', 'b')",), "scheme": ("'5-fold'", "schemes.KFold(3)"), "repeats": ("2",), "rounds": ("20",),
    "estimator": ("'.632+'",), "splitter": ("[([0, 1], [2, 3])]",), "stratified": ("True",), "grouped": ("True",),
    "validation": ("0.2",), "test": ("0.25",), "gap": ("1",), "outer": ("schemes.KFold(3)",),
    "inner": ("schemes.KFold(2)",), "train": ("np.array([0, 1])",), "repeat": ("0",), "fold": ("0",), "model": (MODEL,),
    "X": (ROWS,), "y": (TARGET,), "sizes": ("[10, 20]",), "parameter": ("'max_depth'",), "metrics": ("'recall'",
    "None"), "result": (RESULT,), "results": (f"[{RESULT}]",), "path": ("'report.md'", "'report.html'"),
    "data": ("None",), "positive": ("1",), "missing": ("'drop'",), "allow_many_fits": ("True",), "progress": ("False",),
    "tp": ("6",), "fp": ("2",), "fn": ("2",), "tn": ("10",), "counts": (COUNTS,), "lookup": ("'recall'",),
    "wanted": ("'recall'",),
}  # fmt: skip
"""By the name of a parameter: the first text always works where the parameter is needed."""

TREE = "__import__('sklearn.tree').tree.DecisionTreeClassifier()"

BY_FUNCTION: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "stats.adjust": {"method": ("'bh'", "'hommel'", "'none'")},
    "stats.mcnemar": {"b": ("30", "[[30, 4], [9, 20]]"), "method": ("'exact'", "'mid-p'")},
    "stats.cochran_q": {"table": ("[[1, 1, 0], [1, 0, 0], [1, 1, 1], [0, 1, 0], [1, 1, 0]]",)},
    "stats.chi_square_independence": {"table": ("[[10, 20], [20, 10]]",), "correction": ("True",)},
    "stats.five_by_two_t": {"differences": (FOLDS,)},
    "stats.five_by_two_f": {"differences": (FOLDS,)},
    "stats.delong_test": {"truth": ("[1, 1, 1, 0, 0, 0, 1, 0]",)},
    "stats.likelihood_ratio_test": {"alternative": ("distributions.norm(2, 4)", "distributions.norm(2, 3)")},
    "stats.corrected_t": {"df": ("'folds'",)},
    "assay.rank": {"table": ("{'a': [0.9, 0.8, 0.7], 'b': [0.7, 0.6, 0.8]}", TABLE), "control": ("'a'",), "method":
                   ("'nemenyi'", "'conover'", "'bayes'", "'holm-control'", "'siegel-castellan'", "'bonferroni-dunn'"),
                   "rope": ("0.05",)},
    "assay.load": {"path": (f"{RESULT}.save('saved.json')",)},
    "assay.complexity_curve": {"model": (TREE,), "values": ("[1, 2]",)},
    "assay.learning_curve": {"repeats": ("2",)},
    "assay.bias_variance": {"rounds": ("5",)},
    "assay.validate": {"task": ("'binary'",), "group": ("np.arange(30) // 3",), "weight": ("np.arange(30) + 1.0",)},
    "curves.error_cdf": {"summary": (f"assay.evaluate({X}, {Y}, task='regression').sample.summary",)},
    "curves.error_histogram": {"summary": (f"assay.evaluate({X}, {Y}, task='regression').sample.summary",)},
    "curves.dominance": {"first": (f"curves.roc_curve({SCORE_TABLE})",),
    "second": (f"curves.roc_curve({SCORE_TABLE})",)}, "schemes.Holdout": {"repeats": ("2",)},
    "schemes.LeavePOut": {"p": ("2",)},
    "schemes.Split": {"test": ("np.array([2])",)},
    "schemes.Bootstrap": {"size": ("10",)},
    "metrics.find": {"name": ("'recall'", "'tpr'", "'f_beta(beta=3)'")},
    "metrics.BinaryCounts": {"tp": ("6", "[1, 2]")},
}  # fmt: skip
"""What a function takes that others take in another meaning."""

BY_TYPE: Mapping[str, str] = {
    "float": "0.5", "int": "3", "str": "'a'", "bool": "True", "object": X, "ScoreTable": SCORE_TABLE,
    "BinaryCounts": COUNTS, "Residuals": RESIDUALS, "float | None": "0.5", "int | None": "3", "str | None": "'a'",
    "Sequence[object]": X,
}  # fmt: skip
"""What a parameter that nobody wrote down above gets, by its annotation."""


def usual_texts(function: str, parameter: inspect.Parameter) -> tuple[str, ...]:
    """Return what a parameter of a function usually gets."""
    own = BY_FUNCTION.get(function, {})
    kind = str(parameter.annotation)
    if parameter.name in own:
        return own[parameter.name]
    if kind in ("ScoreTable", "Residuals", "BinaryCounts"):
        return (BY_TYPE[kind],)
    return BY_NAME.get(parameter.name) or (BY_TYPE.get(kind, X),)
