"""Advice about comparing models, samples and tables of scores."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl

from advice.entries import Advice, command, write
from assay import compare, evaluate, rank, stats

TRUTH, FIRST, SECOND = [1, 1, 0, 0, 1], [1, 0, 0, 0, 1], [0, 0, 0, 1, 1]
BOTH = {"a": FIRST, "b": SECOND}
TABLES = {"a": {"tp": 3, "fp": 1, "fn": 2, "tn": 4}, "b": {"tp": 2, "fp": 2, "fn": 3, "tn": 3}}
FRAME = pl.DataFrame({"truth": TRUTH, **BOTH})
RANKED = {"a": [0.9, 0.8, 0.85, 0.95], "b": [0.7, 0.75, 0.8, 0.9], "c": [0.6, 0.5, 0.55, 0.65]}
ARRAY = np.array(list(RANKED.values())).T
CSV = "data,a,b\niris,0.9,0.8\nwine,0.8,0.7\nzoo,0.7,0.75\nglass,0.9,0.6\n"
GAPS = {"a": [0.9, None, 0.85, 0.95], "b": [0.7, 0.75, 0.8, 0.9]}


def compared(truth=TRUTH, prediction=BOTH, **options):
    """Compare the two models by their accuracy."""
    return compare(truth, prediction=prediction, metrics="accuracy", **options)["accuracy"].pairs[0]


def better(*arguments, **options) -> bool:
    """The first model is right twice more."""
    return abs(compared(*arguments, **options).difference.value - 0.4) < 1e-12


def first(table=RANKED, **options) -> bool:
    """The first model is the best."""
    return str(rank(table, **options).order[0]) in ("a", "model 1")


def own(**options):
    """Compare two models on cases of their own."""
    return compared({"a": TRUTH, "b": TRUTH[:4]}, {"a": FIRST, "b": SECOND[:4]}, **options)


# fmt: off
ADVICE = [
    Advice("comparisons.not_named", lambda: compared(prediction=[FIRST, SECOND]), {
        'Pass a mapping such as prediction={"a": ..., "b": ...}': lambda: better(prediction={"a": FIRST, "b": SECOND}),
        "a list of column names together with data=": lambda: better("truth", ["a", "b"], data=FRAME),
    }),
    Advice("comparisons.not_named", lambda: compare(counts=list(TABLES.values())), {
        'Pass a mapping such as counts={"a": ..., "b": ...}': lambda: compare(counts=TABLES),
    }),
    Advice("comparisons.not_the_same_cases", lambda: compared(prediction={"a": FIRST, "b": SECOND[:4]}), {
        "Align them": lambda: compared(TRUTH[:4], {"a": FIRST[:4], "b": SECOND[:4]}),
        "if each model was judged on cases of its own, pass truth={model: ...}": lambda: own().p_value <= 1,
    }),
    Advice("columns.lengths_differ", lambda: compared(weight=[1, 1]), {
        "align them first": lambda: better(weight=[1, 1, 1, 1, 1]),
        "Pass data= with both columns": lambda: better("truth", ["a", "b"], data=FRAME.with_columns(w=1), weight="w"),
    }),
    Advice("comparisons.truth_per_model", lambda: compared({"a": TRUTH}), {
        "Add it": lambda: compared({"a": TRUTH, "b": TRUTH}),
        "pass one truth that all models share": lambda: better(TRUTH),
    }),
    Advice("comparisons.unpairable_tables", lambda: compare(counts=TABLES, paired=True), {
        "Leave paired= out": lambda: compare(counts=TABLES),
        "pass the columns themselves": lambda: better(paired=True),
    }),
    Advice("comparisons.unpairable_cases", lambda: own(paired=True), {
        "Leave paired= out": lambda: own().p_value <= 1,
        "pass one truth that all models share": lambda: better(paired=True),
    }),
    Advice("comparisons.vacuous_margin", lambda: compared(margin=2), {
        "such as 0.02 for two points in a hundred": lambda: compared(margin=0.02).margin is not None,
    }),
    Advice("comparisons.bad_margin", lambda: compared(margin=-1), {
        "A number above 0 was expected": lambda: better(margin=0.1),
    }),
    Advice("comparisons.nothing_to_compare", lambda: compare(TRUTH), {
        'Pass prediction={"a": ..., "b": ...} with the truth': lambda: better(),
        'counts={"a": table, "b": table}': lambda: compare(counts=TABLES),
    }),
    Advice("comparisons.without_test", lambda: compared(method="none"), {
        "Leave it out to have the test chosen": better,
        "assay.evaluate(..., method='none')": lambda: np.isnan(evaluate(TRUTH, TRUTH, method="none")["accuracy"].low),
    }),
    Advice("comparisons.unknown_test", lambda: compared(method="wald"), {
        "Leave it out": better,
        **{f"'{name}'": lambda name=name: better(method=name)
           for name in ("mcnemar", "exact", "chi-square", "corrected", "permutation")},
    }),
    Advice("samples.not_a_sample", lambda: stats.t_test([1.0, np.nan, 3.0], [2.0, 2.0, 1.0]), {
        "Correct": lambda: stats.t_test([1.0, 2.5, 3.0], [2.0, 2.0, 1.0]).p_value < 1,
        "drop them first": lambda: stats.t_test([1.0, 3.0], [2.0, 1.0]).p_value < 1,
    }),
    Advice("samples.unfit", lambda: stats.chi_square_independence([[1, 0], [4, 0]]), {
        "Correct it first.": lambda: stats.chi_square_independence([[1, 3], [4, 2]]).p_value < 1,
    }),
    Advice("samples.unfit", lambda: stats.mcnemar([[1, 2, 3]]), {
        "must be a 2 x 2 table of counts": lambda: stats.mcnemar([[1, 2], [5, 4]]).p_value < 1,
    }),
    Advice("samples.unfit", lambda: stats.five_by_two_t([1, 2, 3]), {
        "must be a 5 x 2 table, one row per repetition":
            lambda: stats.five_by_two_t([[0.1, 0.2], [0.1, 0.3], [0.2, 0.1], [0.2, 0.4], [0.1, 0.1]]).p_value < 1,
    }),
    Advice("samples.unfit", lambda: stats.cochran_q([[1, 2], [0, 1]]), {
        "must hold only 0 and 1, cases x at least two models":
            lambda: stats.cochran_q([[1, 1], [0, 1], [0, 1]]).p_value < 1,
    }),
    Advice("samples.masked_number", lambda: stats.wilson(np.ma.masked, 10), {
        "Fill it in first.": lambda: stats.wilson(9, 10).low > 0,
    }),
    *(Advice("samples.not_counts", lambda shares=shares: stats.chi_square_independence(shares), {
        "Pass counts, not shares or weighted sums.":
            lambda: stats.chi_square_independence([[6, 2], [1, 1]]).p_value < 1,
    }) for shares in ([[0.6, 0.2], [0.1, 0.1]], [[6, 2.5], [1, 1]], [[6, -2], [1, 1]])),
    Advice("samples.not_aligned", lambda: stats.delong_test([1, 1, 0, 0], [0.9, 0.8, 0.1], [0.9, 0.2, 0.1, 0.3]), {
        "Align them first.":
            lambda: stats.delong_test([1, 1, 0, 0], [0.9, 0.8, 0.1, 0.2], [0.9, 0.2, 0.1, 0.3]).p_value < 1,
    }),
    Advice("samples.too_few", lambda: stats.t_test([1.0], [2.0]), {
        "Add more.": lambda: stats.t_test([1.0, 2.0], [2.0, 4.0]).p_value < 1,
    }),
    Advice("samples.not_paired", lambda: stats.wilcoxon([1, 2, 3], [2, 4]), {
        "Align them": lambda: stats.wilcoxon([1, 2, 3], [2, 4, 5]).p_value < 1,
        "use an unpaired test": lambda: stats.mann_whitney([1, 2, 3], [2, 4]).p_value < 1,
    }),
    Advice("samples.not_paired", lambda: stats.permutation_test([1, 2, 3], [2, 4], paired=True), {
        "use an unpaired test": lambda: stats.permutation_test([1, 2, 3], [2, 4], paired=False).p_value <= 1,
    }),
    Advice("samples.bad_choice", lambda: stats.adjust([0.1, 0.2], "holmm"), {
        "Did you mean 'holm'?": lambda: stats.adjust([0.1, 0.2], "holm").tolist() == [0.2, 0.2],
    }),
    Advice("samples.bad_choice", lambda: rank(RANKED, better="hi"), {
        "'higher'": lambda: first(better="higher"), "'lower'": lambda: not first(better="lower"),
    }),
    Advice("samples.bad_choice", lambda: compared(paired="yes"), {
        "True": lambda: better(paired=True), "False": lambda: better(paired=False),
    }),
    Advice("samples.bad_choice", lambda: rank(RANKED, method="nemeny"), {
        "Did you mean 'nemenyi'?": lambda: first(method="nemenyi"),
    }),
    Advice("samples.bad_number", lambda: rank(RANKED, rope=-1), {
        "A number of at least 0, in the unit of the scores, was expected.": lambda: first(rope=0.01),
    }),
    Advice("samples.not_a_table", lambda: rank([0.9, 0.8, 0.7]), {
        "Pass a frame": lambda: all(first(frame) for frame in (pd.DataFrame(RANKED), pl.DataFrame(RANKED))),
        "a path": lambda: first(write("x.csv", CSV)),
        "a 2-D array": lambda: first(ARRAY),
        "{model: scores}": first,
    }),
    Advice("samples.not_an_array", lambda: stats.friedman(RANKED), {
        "Pass a 2-D array": lambda: stats.friedman(ARRAY).p_value < 1,
        "a frame that holds only numbers": lambda: [
            stats.friedman(frame).p_value < 1 for frame in (pd.DataFrame(RANKED), pl.DataFrame(RANKED))],
    }),
    Advice("samples.ragged", lambda: rank(RANKED | {"b": [0.7, 0.75, 0.8]}), {
        "Fill the gap": first,
        "leave the data set out for all": lambda: first({model: scores[:3] for model, scores in RANKED.items()}),
    }),
    Advice("samples.too_few_models", lambda: rank({"a": [0.9, 0.8, 0.85]}), {"Add another one.": first}),
    Advice("samples.too_few_models", lambda: compared(prediction={"a": FIRST}), {"Add another one.": better}),
    Advice("samples.too_many_pairs", lambda: compared(prediction={f"m{place}": FIRST for place in range(202)}), {
        "Pass control=": lambda: compared(
            prediction={f"m{place}": FIRST for place in range(202)}, control="m0").difference.value == 0,
        "or fewer models": lambda: compared(prediction={"a": FIRST, "b": FIRST}).difference.value == 0,
    }),
    Advice("samples.same_model_twice", lambda: compared("truth", ["a", "a"], data=FRAME), {
        "Rename one.": lambda: better("truth", {"a": "a", "b": "b"}, data=FRAME),
    }),
    Advice("samples.same_model_twice", lambda: rank({1: [0.9, 0.8, 0.7], "1": [0.8, 0.7, 0.6]}), {
        "Rename one.": lambda: rank({1: [0.9, 0.8, 0.7], "2": [0.8, 0.7, 0.6]}).order[0] == 1,
    }),
    Advice("samples.missing_cell", lambda: rank(GAPS), {
        "Fill it in": lambda: first(GAPS | {"a": [0.9, 0.8, 0.85, 0.95]}),
        "pass missing='drop'": lambda: rank(GAPS, missing="drop").n == 3,
    }),
    Advice("samples.missing_cell", lambda: command("rank", write("x.csv", CSV.replace("0.75", ""))), {
        "missing='drop'": lambda: command("rank", write("x.csv", CSV.replace("0.75", "")), "--missing", "drop"),
    }),
    Advice("samples.infinite_cell", lambda: rank(RANKED | {"a": [np.inf, 1, 1, 1]}), {"Correct it.": first}),
    Advice("samples.too_few_data_sets", lambda: rank({"a": [0.9, 0.8], "b": [0.7, 0.6]}), {
        "At least 3 are needed": lambda: first({"a": [0.9, 0.8, 0.85], "b": [0.7, 0.6, 0.8]}),
    }),
    Advice("samples.unknown_model", lambda: rank({"knn": [0.9, 0.8, 0.7], "tree": [0.8, 0.7, 0.6]}, control="kn"), {
        "Did you mean 'knn'?": lambda: rank({"knn": [0.9, 0.8, 0.7], "tree": [0.8, 0.7, 0.6]}, control="knn").n == 3,
    }),
    Advice("samples.unknown_pair", lambda: compare(TRUTH, prediction=BOTH)["accuracy"].pair("a", "c"), {
        "Did you mean 'a against b'?": lambda: compare(TRUTH, prediction=BOTH)["accuracy"].pair("a", "b"),
    }),
    Advice("samples.unknown_pair", lambda: rank(RANKED, control="a").pair("b", "c"), {
        "Did you mean 'a against c'?": lambda: rank(RANKED, control="a").pair("a", "c"),
    }),
    Advice("samples.control_needed", lambda: rank(RANKED, method="bonferroni-dunn"), {
        "Name it with control=.": lambda: first(method="bonferroni-dunn", control="a"),
    }),
    Advice("arguments.without_effect", lambda: rank(RANKED, df=5), {
        "Leave it out": first,
        "pass method='nemenyi'": lambda: first(method="nemenyi", df=5),
    }),
    Advice("samples.not_spread", lambda: rank(RANKED, method="siegel-tukey"), {
        "'siegel-castellan'": lambda: first(method="siegel-castellan"),
        "assay.stats.siegel_tukey compares spreads": lambda: stats.siegel_tukey([1, 2, 3, 9], [4, 5, 6, 5]).p_value < 1,
    }),
]
# fmt: on
