"""The same cases as arrays and as tensors: what must come out the same, and what must not leave the device."""

from __future__ import annotations

import math

import numpy as np
import torch
from same_on_device import (
    EXACT,
    OF_SINGLES,
    OF_SUMS,
    fails_alike,
    nothing_copied,
    same,
    scored,
    tensors,
)

import assay
from assay.summaries import score_building
from assay.summaries.score_bounds import area_range
from assay.summaries.score_table import ScoreTable
from assay.summaries.tensors import register


def labels_are_counted(device: str) -> None:
    rng = np.random.default_rng(1)
    n = 50_000
    for classes in (2, 3, 5, 40):
        truth = rng.integers(0, classes, n)
        answer = np.where(rng.random(n) < 0.7, truth, rng.integers(0, classes, n))
        weight = rng.random(n)
        far = (truth * 10_000 - 7, answer * 10_000 - 7) if classes > 2 else (2 * truth - 1, 2 * answer - 1)
        for actual, predicted in ((truth, answer), far, (truth.astype(np.int8), answer.astype(np.uint8)),
                                  (truth.astype(np.int16), answer.astype(float))):  # fmt: skip
            usual = assay.evaluate(actual, predicted)
            with nothing_copied(5000):
                there = assay.evaluate(*tensors(device, actual, predicted))
            same(usual, there, EXACT)
            assert usual.confusion.labels == there.confusion.labels
        usual = assay.evaluate(truth, answer, weight=weight)
        with nothing_copied(5000):
            there = assay.evaluate(*tensors(device, truth, answer), weight=tensors(device, weight)[0])
        same(usual, there, OF_SUMS)


def booleans_are_counted(device: str) -> None:
    truth, score, weight = scored(30_000)
    same(assay.evaluate(truth, score > 0.4), assay.evaluate(*tensors(device, truth, score > 0.4)), EXACT)
    same(assay.evaluate(truth, score > 2), assay.evaluate(*tensors(device, truth, score > 2)), EXACT)
    usual = assay.evaluate(truth, score > 0.4, weight=weight)
    same(usual, assay.evaluate(*tensors(device, truth, score > 0.4), weight=tensors(device, weight)[0]), OF_SUMS)


def scores_are_tabulated(device: str) -> None:
    for n in (300, 200_000):
        truth, score, weight = scored(n)
        kinds = {"double": score, "single": score.astype(np.float32), "tied": np.round(score, 2),
                 "any": np.round(10 * score - 5, 3), "zeros": np.where(score < 0.5, -0.0, 0.0)}  # fmt: skip
        for values in kinds.values():
            on_device, heavy = tensors(device, truth, values, weight), {"weight": weight}
            same(assay.evaluate(truth, score=values), assay.evaluate(on_device[0], score=on_device[1]), OF_SUMS)
            usual = assay.evaluate(truth, score=values, **heavy)
            same(usual, assay.evaluate(on_device[0], score=on_device[1], weight=on_device[2]), OF_SUMS)


def tables_are_the_same(device: str) -> None:
    register()
    truth, score, weight = scored(200_000)
    for values in (score, score.astype(np.float32), np.round(score, 3)):
        usual = ScoreTable.of_cases(values, truth)
        there = ScoreTable.of_cases(*tensors(device, values, truth))
        for name in ("score", "low", "high", "positives", "negatives", "positive_squares", "negative_squares"):
            assert np.array_equal(getattr(usual, name), getattr(there, name)), name
        usual = ScoreTable.of_cases(values, truth, weight)
        there = ScoreTable.of_cases(*tensors(device, values, truth, weight))
        for name in ("score", "low", "high"):
            assert np.array_equal(getattr(usual, name), getattr(there, name)), name
        for name in ("positives", "negatives", "positive_squares", "negative_squares"):
            np.testing.assert_allclose(getattr(usual, name), getattr(there, name), rtol=OF_SUMS)


def many_scores_are_binned(device: str) -> None:
    """Bins are cut where they are cut of arrays, and the certified range of the area holds the exact one."""
    register()
    kept = score_building.MOST_DISTINCT, score_building.BINS_PER_CLASS
    truth, score, weight = scored(100_000)
    score[:5000] = 0.25
    exact = area_range(ScoreTable.of_cases(score, truth))[0]
    try:
        score_building.MOST_DISTINCT, score_building.BINS_PER_CLASS = 5000, 300
        below_zero = 2 * score - 0.5
        for values in (score, score.astype(np.float32), below_zero, below_zero.astype(np.float32)):
            for extra in ((), (weight,)):
                usual = ScoreTable.of_cases(values, truth, *extra)
                there = ScoreTable.of_cases(*tensors(device, values, truth, *extra))
                assert 300 < len(there.score) < 1000
                for name in ("low", "high"):
                    assert np.array_equal(getattr(usual, name), getattr(there, name)), name
                for name in ("positives", "negatives", "positive_squares", "negative_squares", "score"):
                    np.testing.assert_allclose(getattr(usual, name), getattr(there, name), rtol=1e-9, atol=1e-11)
                assert there.low[np.flatnonzero(there.low >= 0.5)[0]] == (values[values >= 0.5].min() if extra else 0.5)
                assert np.all(there.low <= there.score)
                assert np.all(there.score <= there.high)
        least, most = area_range(ScoreTable.of_cases(*tensors(device, score, truth)))
        assert least < exact < most < least + 0.01
    finally:
        score_building.MOST_DISTINCT, score_building.BINS_PER_CLASS = kept


def losses_are_summed_where_a_metric_reads_them(device: str) -> None:
    """Of scores in bins, losses are summed as they are of arrays, or left out and then refused."""
    register()
    kept = score_building.MOST_DISTINCT, score_building.BINS_PER_CLASS
    truth, score, _ = scored(150_000)
    score[:20], score[20:40] = 0, 1
    try:
        score_building.MOST_DISTINCT, score_building.BINS_PER_CLASS = 5000, 300
        for values, tolerance in ((score, OF_SUMS), (score.astype(np.float32), OF_SUMS)):
            actual, there = tensors(device, truth, values)
            for names in (["log_loss", "brier"], ["roc_auc", "ks", "accuracy"]):
                usual = assay.evaluate(truth, score=values, metrics=names)
                judged = assay.evaluate(actual, score=there, metrics=names)
                same(usual, judged, tolerance)
        table = ScoreTable.of_cases(there, actual, with_losses=False)
        assert table.without_losses
        assert not ScoreTable.of_cases(there, actual).without_losses
        refused = False
        try:
            table.merge(table).all_losses  # noqa: B018
        except LookupError:
            refused = True
        assert refused, "losses were worked out from bins"
    finally:
        score_building.MOST_DISTINCT, score_building.BINS_PER_CLASS = kept


def rows_stay_where_they_are(device: str) -> None:
    """Of 300,000 rows nothing longer than the summary travels."""
    truth, score, weight = scored(300_000)
    coarse = np.round(score, 3)
    actual, on_device, weights = tensors(device, truth, coarse, weight)
    with nothing_copied(10_000):
        assay.evaluate(actual, score=on_device)
        assay.evaluate(actual, score=on_device, threshold=0.3)
        assay.evaluate(actual, on_device > 0.4, score=on_device)
        assay.evaluate(actual, score=on_device, weight=weights)
        assay.evaluate(actual.long(), (on_device > 0.4).long(), weight=weights)
    rng = np.random.default_rng(2)
    numbers = rng.standard_normal(300_000)
    true, predicted = tensors(device, numbers, numbers + rng.standard_normal(300_000))
    with nothing_copied(200_000):
        assay.evaluate(true, predicted)
        assay.evaluate(true, predicted, weight=weights)


def thresholds_and_answers_go_along(device: str) -> None:
    truth, score, _ = scored(20_000)
    on_device = tensors(device, truth, score, score > 0.4)
    usual = assay.evaluate(truth, score=score, threshold=0.37)
    same(usual, assay.evaluate(on_device[0], score=on_device[1], threshold=0.37), OF_SUMS)
    usual = assay.evaluate(truth, score > 0.4, score=score)
    same(usual, assay.evaluate(on_device[0], on_device[2], score=on_device[1]), OF_SUMS)


def few_numbers_are_judged_as_usual(device: str) -> None:
    rng = np.random.default_rng(3)
    truth = 5 + 3 * rng.standard_normal(5000)
    answer, weight = truth + rng.standard_normal(5000), rng.random(5000)
    on_device = tensors(device, truth, answer, weight)
    same(assay.evaluate(truth, answer), assay.evaluate(*on_device[:2]), OF_SUMS)
    usual = assay.evaluate(truth, answer, weight=weight)
    same(usual, assay.evaluate(*on_device[:2], weight=on_device[2]), OF_SUMS)


def many_numbers_are_summed(device: str) -> None:
    rng = np.random.default_rng(4)
    truth = 1e6 + 3 * rng.standard_normal(150_000)
    answer, weight = truth + rng.standard_normal(150_000), rng.random(150_000)
    names = ["mae", "mse", "rmse", "r2", "pearson", "mape", "smape", "huber(delta=1.5)", "pinball(quantile=0.3)",
             "mean_error", "max_error", "rae", "nmae"]  # fmt: skip
    for kind, tolerance in ((np.float64, 1e-9), (np.float32, OF_SINGLES)):
        for extra in ({}, {"weight": weight}):
            own = {name: tensors(device, values)[0] for name, values in extra.items()}
            columns = truth.astype(kind), answer.astype(kind)
            usual = assay.evaluate(*columns, metrics=names, **extra)
            same(usual, assay.evaluate(*tensors(device, *columns), metrics=names, **own), tolerance)
    usual = assay.evaluate(truth, answer, metrics=["median_error", "median_absolute_error"])
    there = assay.evaluate(*tensors(device, truth, answer), metrics=["median_error", "median_absolute_error"])
    for name in usual:
        assert abs(usual[name].value - there[name].value) < 1e-3
    usual = assay.evaluate(truth, answer, metrics=lambda y, p: np.abs(y - p) ** 1.5)
    there = assay.evaluate(*tensors(device, truth, answer), metrics=lambda y, p: np.abs(y - p) ** 1.5)
    assert math.isclose(usual["loss"].value, there["loss"].value, rel_tol=1e-9)


def short_floats_are_read_as_single(device: str) -> None:
    truth, score, _ = scored(5000)
    actual, values = tensors(device, truth, score)
    for kind in (torch.bfloat16, torch.float16):
        short = values.to(kind)
        usual = assay.evaluate(truth, score=short.float().cpu().numpy())
        same(usual, assay.evaluate(actual, score=short), OF_SINGLES)
        usual = assay.evaluate(score, short.float().cpu().numpy())
        same(usual, assay.evaluate(values, short), OF_SINGLES)


def odd_tensors_are_read(device: str) -> None:
    truth, score, _ = scored(3000)
    actual, values = tensors(device, truth, score)
    usual = assay.evaluate(truth, score=score)
    wide = torch.stack([values, values], dim=1)
    for odd in (values.clone().requires_grad_(), wide[:, 1], values[:, None], torch.nn.Parameter(values.clone())):
        same(usual, assay.evaluate(actual, score=odd), OF_SUMS)
    for odd in (values.to_sparse(), torch._neg_view(-values)):  # one is copied, as it has no kernel
        there = assay.evaluate(actual, score=odd)
        assert math.isclose(there["brier"].value, usual["brier"].value, rel_tol=OF_SUMS)
    same(usual, assay.evaluate(truth.tolist(), score=values), OF_SUMS)
    same(usual, assay.evaluate(truth, score=values), OF_SUMS)
    usual = assay.evaluate(truth.astype(float), score=score)
    same(usual, assay.evaluate(tensors(device, truth.astype(float))[0], score=values), OF_SUMS)


def gaps_are_named_or_dropped(device: str) -> None:
    truth, score, weight = scored(2000)
    score[[7, 70]] = np.nan
    gone = truth.astype(float)
    gone[9] = np.nan
    on_device = tensors(device, gone, score, weight)
    fails_alike(lambda own: assay.evaluate(own[0], score=own[1]), (gone, score), on_device)
    usual = assay.evaluate(gone, score=score, weight=weight, missing="drop")
    same(usual, assay.evaluate(on_device[0], score=on_device[1], weight=on_device[2], missing="drop"), OF_SUMS)
    usual = assay.evaluate(score * 3, score + 1, missing="drop")
    same(usual, assay.evaluate(on_device[1] * 3, on_device[1] + 1, missing="drop"), OF_SUMS)


def unusable_values_are_refused_alike(device: str) -> None:
    truth, score, weight = scored(2000)
    endless, negative = score.copy(), weight.copy()
    endless[[3, 30]], negative[5] = np.inf, -1
    for call, columns in (
        (lambda own: assay.evaluate(own[0], score=own[1]), (truth, endless)),
        (lambda own: assay.evaluate(own[0], score=own[1], weight=own[2]), (truth, score, negative)),
        (lambda own: assay.evaluate(own[0], own[1]), (score, endless)),
        (lambda own: assay.evaluate(own[0], score=own[1]), (truth, score[:-1])),
        (lambda own: assay.evaluate(own[0], own[1]), (truth, score)),
        (lambda own: assay.evaluate(own[0], score=own[1]), (np.arange(2000) % 3, score)),
    ):
        fails_alike(call, columns, tensors(device, *columns))
    for shape in ((), (0,), (3, 2, 2)):
        empty = torch.zeros(shape, device=device)
        fails_alike(lambda own: assay.evaluate(own[0], own[1]), [empty.cpu().numpy()] * 2, [empty] * 2)


def what_has_no_kernel_is_copied(device: str) -> None:
    rng = np.random.default_rng(5)
    truth, score, _ = scored(600)
    actual, values = tensors(device, truth, score)
    of_classes = rng.dirichlet(np.ones(3), 600)
    group = np.arange(600) // 4
    for usual, there in (
        (assay.evaluate(np.arange(600) % 3, score=of_classes),
         assay.evaluate(*tensors(device, np.arange(600) % 3), score=tensors(device, of_classes)[0])),
        (assay.evaluate(truth, score=score, group=group),
         assay.evaluate(actual, score=values, group=tensors(device, group)[0])),
        (assay.evaluate(score, score + 0.1, lower=score - 1, upper=score + 1),
         assay.evaluate(values, values + 0.1, lower=values - 1, upper=values + 1)),
    ):  # fmt: skip
        assert there.choices.engine == "in memory"
        assert usual.to_dict()["metrics"] == there.to_dict()["metrics"]
    usual = assay.compare(truth, score={"a": score, "b": score**2 - 0.1 * truth})
    there = assay.compare(actual, score={"a": values, "b": values**2 - 0.1 * actual})
    assert usual.to_dict()["metrics"]["roc_auc"] == there.to_dict()["metrics"]["roc_auc"]


def strict_torch_is_obeyed(device: str) -> None:
    truth, score, weight = scored(3000)
    on_device = tensors(device, truth, score, weight)
    torch.use_deterministic_algorithms(True)
    try:
        assay.evaluate(on_device[0], score=on_device[1])
        assay.evaluate(on_device[0], score=on_device[1], weight=on_device[2])
        assay.evaluate(on_device[1], on_device[1] + 1, weight=on_device[2])
        assay.evaluate((on_device[1] * 9).long(), (on_device[1] * 9.5).long(), weight=on_device[2])
    finally:
        torch.use_deterministic_algorithms(False)


CHECKS = (
    labels_are_counted, booleans_are_counted, scores_are_tabulated, tables_are_the_same, many_scores_are_binned,
    losses_are_summed_where_a_metric_reads_them,
    rows_stay_where_they_are, thresholds_and_answers_go_along, few_numbers_are_judged_as_usual,
    many_numbers_are_summed, short_floats_are_read_as_single, odd_tensors_are_read, gaps_are_named_or_dropped,
    unusable_values_are_refused_alike, what_has_no_kernel_is_copied, strict_torch_is_obeyed,
)  # fmt: skip
