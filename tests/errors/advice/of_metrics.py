"""Advice about metrics, the methods of their intervals, charts and reports."""

from __future__ import annotations

from advice.entries import Advice, command
from assay import compare, evaluate, rank, report, stats

TRUTH, ANSWERS, SCORES = [1, 1, 0, 0, 1], [1, 0, 0, 0, 1], [0.9, 0.4, 0.2, 0.1, 0.8]
THREE = ["a", "b", "c", "a"]
COLUMNS = {"a": [0.8, 0.1, 0.1, 0.6], "b": [0.1, 0.8, 0.2, 0.2], "c": [0.1, 0.1, 0.7, 0.2]}
RANKED = {"a": [0.9, 0.8, 0.85, 0.95], "b": [0.7, 0.75, 0.8, 0.9], "c": [0.6, 0.5, 0.55, 0.65]}
TABLE = list(zip(*RANKED.values(), strict=True))
PRICES, GUESSES = [3.5, 0.5, 2.0, 7.0], [3.0, 0.0, 2.0, 8.0]
BOXES = [{"boxes": [[0, 0, 4, 4]], "labels": ["cat"], "scores": [0.9]}] * 3
MASKS = [[[0, 1], [1, 1]]] * 3
WORDS = ["the cat sat", "a dog ran"]


def judged(name: str | list[str], **options):
    """Judge the five cases by some metrics."""
    return evaluate(TRUTH, ANSWERS, metrics=name, **options)


def points(truth=TRUTH):
    """Thresholds of the scores."""
    return evaluate(truth, score=SCORES).thresholds


def ranges():
    """Judge ranges alone, of which there is no chart."""
    return evaluate(PRICES, lower=GUESSES, upper=[price + 2 for price in GUESSES])


# fmt: off
ADVICE = [
    Advice("statistics.unknown_function", lambda: command("stats", "mcnemer"), {
        "Did you mean 'mcnemar'?": lambda: command("stats", "mcnemar"),
        "`assay stats` lists them all": lambda: command("stats"),
    }),
    Advice("metrics.unknown", lambda: judged("recal"), {
        "Did you mean 'recall'?": lambda: judged("recall")["recall"].n == 3,
        "`assay metrics` lists every metric and alias.": lambda: command("metrics"),
    }),
    Advice("metrics.not_here", lambda: evaluate(TRUTH, ANSWERS)["recal"], {
        "Did you mean 'recall'?": lambda: evaluate(TRUTH, ANSWERS)["recall"].n == 3,
    }),
    Advice("metrics.not_here", lambda: judged("f1")["recall"], {
        "ask for it with metrics=['recall']": lambda: judged(["recall"])["recall"].n == 3,
        "`assay metrics` lists them all": lambda: command("metrics"),
    }),
    Advice("metrics.not_here", lambda: evaluate(TRUTH, ANSWERS)["f_beta(beta=3)"], {
        "ask for it with metrics=['f_beta(beta=3)']": lambda: judged(["f_beta(beta=3)"])["f_beta(beta=3)"].value > 0,
    }),
    Advice("metrics.not_here", lambda: compare(TRUTH, prediction={"a": TRUTH, "b": ANSWERS})["recall"], {
        "ask for it with metrics=['recall']":
            lambda: compare(TRUTH, prediction={"a": TRUTH, "b": ANSWERS}, metrics=["recall"])["recall"].pairs,
    }),
    Advice("metrics.wrong_task", lambda: evaluate(THREE, THREE, metrics="recall"), {
        f"'{name}'": lambda name=name: evaluate(THREE, THREE, metrics=name)[name].value == 1
        for name in ("recall_macro", "recall_micro", "recall_weighted")
    }),
    Advice("metrics.wrong_task", lambda: judged("mae"), {
        "`assay metrics` says what each metric needs.": lambda: command("metrics", "mae"),
    }),
    Advice("metrics.wrong_task", lambda: evaluate(PRICES, GUESSES, metrics="recall"), {
        "Try 'mae', 'rmse', 'r2'.":
            lambda: evaluate(PRICES, GUESSES, metrics=["mae", "rmse", "r2"])["mae"].value == 0.5,
    }),
    Advice("metrics.wrong_task", lambda: evaluate(BOXES, BOXES, task="detection", metrics="accuracy"), {
        "Try 'mean_ap', 'ap50', 'recall'.":
            lambda: evaluate(BOXES, BOXES, task="detection", metrics=["mean_ap", "ap50", "recall"])["ap50"].value == 1,
    }),
    Advice("metrics.wrong_task", lambda: evaluate(MASKS, MASKS, task="segmentation", metrics="mae"), {
        "Try 'mean_iou', 'pixel_accuracy'.": lambda: evaluate(
            MASKS, MASKS, task="segmentation", metrics=["mean_iou", "pixel_accuracy"])["mean_iou"].value == 1,
    }),
    Advice("metrics.wrong_task", lambda: evaluate(WORDS, WORDS, task="text", metrics="mae"), {
        "'bleu'": lambda: evaluate(WORDS, WORDS, task="text", metrics="bleu")["bleu"].n == 2,
    }),
    Advice("metrics.wrong_task", lambda: points().best("mae"), {
        "Try 'f1', 'accuracy', 'f_beta(beta=2)'.":
            lambda: [points().best(name) for name in ("f1", "accuracy", "f_beta(beta=2)")],
    }),
    Advice("metrics.wrong_task", lambda: evaluate(TRUTH, score=SCORES).curves.against_threshold("mae"), {
        "Try 'f1', 'mcc', 'accuracy'.":
            lambda: [evaluate(TRUTH, score=SCORES).curves.against_threshold(one) for one in ("f1", "mcc", "accuracy")],
    }),
    Advice("metrics.none_asked", lambda: judged([]), {
        "Name at least one metric": lambda: judged(["recall"])["recall"].n == 3,
        "leave it out for all of them": lambda: len(evaluate(TRUTH, ANSWERS)) > 10,
    }),
    Advice("metrics.bad_parameters", lambda: judged("f_beta(3)"), {
        "It was expected as f_beta(beta=...). Write the parameters as name=value.":
            lambda: judged("f_beta(beta=3)")["f_beta(beta=3)"].value > 0,
    }),
    Advice("metrics.bad_parameters", lambda: judged("f_beta"), {
        "It was expected as f_beta(beta=...).": lambda: judged("f_beta(beta=3)")["f_beta(beta=3)"].value > 0,
    }),
    Advice("metrics.bad_parameters", lambda: judged("recall(k=3)"), {
        "It was expected as recall. It takes no parameters.": lambda: judged("recall")["recall"].n == 3,
    }),
    Advice("metrics.unknown_parameter", lambda: judged("f_beta(bta=3)"), {
        "Did you mean 'beta'?": lambda: judged("f_beta(beta=3)")["f_beta(beta=3)"].value > 0,
        "It takes 'beta'.": lambda: judged("f_beta(beta=2)"),
    }),
    Advice("metrics.parameter_range", lambda: judged("f_beta(beta=0)"), {
        "A number above 0 was expected.": lambda: judged("f_beta(beta=0.5)"),
    }),
    Advice("metrics.parameter_range", lambda: evaluate(THREE, THREE, metrics="kappa(weights=cubic)"), {
        "weights='cubic' does not suit kappa": lambda: [
            evaluate(THREE, THREE, metrics=f"kappa(weights={name})") for name in ("linear", "quadratic")],
    }),
    Advice("metrics.not_a_result", lambda: report({"accuracy": 1}, "x.md"), {
        "Pass what evaluate, compare, rank, validate or a curve returned.": lambda: [
            report(result, "x.md") for result in (
                evaluate(TRUTH, ANSWERS), compare(TRUTH, prediction={"a": TRUTH, "b": ANSWERS}), rank(RANKED))],
    }),
    Advice("metrics.no_paper_table", lambda: rank(RANKED).to_latex(style="interval"), {
        "Leave style= out.": lambda: "tabular" in rank(RANKED).to_latex(),
    }),
    Advice("metrics.unknown_theme", lambda: rank(RANKED).plot(theme="sepia"), {
        "'light'": lambda: rank(RANKED).plot(theme="light"),
        "'dark'": lambda: rank(RANKED).plot(theme="dark"),
    }),
    Advice("metrics.no_charts", lambda: ranges().plot(), {
        "Print the result": lambda: "Interval coverage" in str(ranges()),
        "assay.report(result, 'result.html')": lambda: report(ranges(), "result.html"),
    }),
    Advice("metrics.unknown_chart", lambda: rank(RANKED).plot("critical-difrence"), {
        "Did you mean 'critical-difference'?": lambda: rank(RANKED).plot("critical-difference"),
    }),
    Advice("metrics.no_simultaneous_band",
           lambda: evaluate(TRUTH, score=SCORES).curves.band("decision", kind="simultaneous"), {
        "Leave kind= out": lambda: evaluate(TRUTH, score=SCORES).curves.band("decision"),
        "ask for one of them": lambda: evaluate(TRUTH, score=SCORES).curves.band("roc", kind="simultaneous"),
    }),
    Advice("metrics.bad_band", lambda: evaluate(TRUTH, score=SCORES).curves.band("roc", kind="everywhere"), {
        "'pointwise'": lambda: evaluate(TRUTH, score=SCORES).curves.band("roc", kind="pointwise"),
        "'simultaneous'": lambda: evaluate(TRUTH, score=SCORES).curves.band("roc", kind="simultaneous"),
    }),
    Advice("metrics.no_banded_chart", lambda: evaluate(TRUTH, score=SCORES).plot("gain", band="simultaneous"), {
        "Leave band= out": lambda: evaluate(TRUTH, score=SCORES).plot("gain"),
        "'pr'": lambda: evaluate(TRUTH, score=SCORES).plot("pr", band="simultaneous"),
    }),
    Advice("metrics.no_curve", lambda: evaluate(TRUTH, score=SCORES).curves["rco"], {
        "Did you mean 'roc'?": lambda: evaluate(TRUTH, score=SCORES).curves["roc"],
        "There is 'roc', 'pr'": lambda: evaluate(TRUTH, score=SCORES).curves["pr"],
    }),
    Advice("metrics.no_curve", lambda: evaluate(THREE, score=COLUMNS).curves["roc: d"], {
        f"'{name}'": lambda name=name: evaluate(THREE, score=COLUMNS).curves[name] for name in ("roc: a", "pr: c")
    }),
    Advice("metrics.no_curve", lambda: evaluate(TRUTH, score=[9, 4, 2, 1, 8], threshold=3).curves["calibration"], {
        "some scores lie outside [0, 1]": lambda: evaluate(TRUTH, score=SCORES).curves["calibration"],
    }),
    Advice("metrics.no_curve", lambda: evaluate([1, 1, 1, 1, 1], score=SCORES).curves["roc"], {
        "there are no negative cases, and a curve needs both": lambda: evaluate(TRUTH, score=SCORES).curves["roc"],
    }),
    Advice("metrics.needs_costs", lambda: judged("expected_cost"), {
        "Pass costs={'fp': 1, 'fn': 5}":
            lambda: judged("expected_cost", costs={"fp": 1, "fn": 5})["expected_cost"].value == 1,
        "a matrix, rows truth": lambda: judged("expected_cost", costs=[[0, 1], [5, 0]])["expected_cost"].value == 1,
    }),
    Advice("metrics.bad_level", lambda: evaluate(TRUTH, ANSWERS, level=95), {
        "A number between 0 and 1 was expected, as 0.95.": lambda: evaluate(TRUTH, ANSWERS, level=0.95).level == 0.95,
    }),
    Advice("metrics.bad_seed", lambda: evaluate(TRUTH, ANSWERS, seed=-1), {
        "A whole number of at least 0 was expected.": lambda: evaluate(TRUTH, ANSWERS, seed=0).n == 5,
    }),
    Advice("metrics.unknown_method", lambda: judged("recall", method="wilsn"), {
        "Did you mean 'wilson'?": lambda: judged("recall", method="wilson")["recall"].method == "wilson",
    }),
    Advice("metrics.method_fits_nothing", lambda: judged("mcc", method="wilson"), {
        "Leave method= out": lambda: judged("mcc")["mcc"].n == 5,
    }),
    Advice("metrics.method_fits_nothing", lambda: evaluate(PRICES, GUESSES, metrics="mae", method="wilson"), {
        "for regression there are bootstrap-t, log-t, delta, percentile, bca, jackknife": lambda: [
            evaluate(PRICES, GUESSES, metrics="mae", method=name)
            for name in ("bootstrap-t", "log-t", "delta", "percentile", "bca", "jackknife")],
        "Leave method= out": lambda: evaluate(PRICES, GUESSES, metrics="mae")["mae"].value == 0.5,
    }),
    *(Advice("metrics.method_fits_nothing", lambda data=data, task=task: evaluate(*data, task=task, method="wilson"), {
        part: lambda data=data, task=task, name=name: evaluate(*data, task=task, method=name).n > 1
        for part, name in ways.items()
    } | {"Leave method= out": lambda data=data, task=task: evaluate(*data, task=task).n > 1}) for task, data, ways in (
        (task, (answers, answers), {name: name for name in ("jackknife", "percentile", "bca")})
        for task, answers in (("detection", BOXES), ("segmentation", MASKS), ("text", WORDS))
    )),
    Advice("metrics.bad_successes", lambda: stats.wilson(11, 10), {
        "Whole numbers were expected, 0 <= successes <= n with n of at least 1.": lambda: [
            stats.wilson(successes, n) for successes, n in ((9, 10), (0, 1), (1, 1))],
    }),
    Advice("metrics.bad_successes", lambda: stats.wilson(2.5, 10), {
        "Whole numbers were expected": lambda: stats.wilson(2, 10).low > 0,
    }),
    Advice("metrics.bad_share", lambda: points().precision_at_recall(1.2), {
        "A number from 0 to 1 was expected.": lambda: points().precision_at_recall(0.5),
    }),
    Advice("metrics.too_few_values", lambda: stats.mean_t([0.5]), {
        "Add runs.": lambda: stats.mean_t([0.5, 0.6]),
    }),
    Advice("metrics.no_threshold",
           lambda: evaluate([1, 0, 0], score=[0.1, 0.5, 0.9]).thresholds.recall_at_precision(0.9), {
        "Ask for less.": lambda: evaluate([1, 0, 0], score=[0.1, 0.5, 0.9]).thresholds.recall_at_precision(0.3),
    }),
    Advice("metrics.one_class_only", lambda: points([1, 1, 1, 1, 1]).youden(), {
        "Add cases of the other.": lambda: points().youden(),
    }),
]
ADVICE += [Advice("metrics.no_null_drawing", lambda: stats.nemenyi(TABLE).plot(), {})]
# fmt: on
NO_ADVICE = {"metrics.no_null_drawing": "what such a test compares with has no curve that could be drawn"}
