"""evaluate(group=): every interval from leaving out one group at a time."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats
from sklearn.metrics import average_precision_score, f1_score, log_loss, roc_auc_score

import assay

METHOD = "jackknife over groups"


@pytest.fixture(scope="module")
def images() -> dict[str, np.ndarray]:
    """Patients with several images each: those of one patient resemble each other."""
    rng = np.random.default_rng(5)
    patient = np.sort(rng.integers(0, 60, 400))
    sick = rng.integers(0, 2, 60)[patient]
    truth = np.where(rng.random(400) < 0.1, 1 - sick, sick)
    score = special.expit(1.5 * truth - 0.7 + rng.normal(size=60)[patient] + rng.normal(size=400))
    return {"patient": patient, "truth": truth, "score": score}


def jackknife(measure, groups: np.ndarray, *columns: np.ndarray) -> tuple[float, float, float]:
    """Return value, variance and effective groups by leaving groups out one by one, as a textbook would."""
    value = measure(*columns)
    names, sizes = np.unique(groups, return_counts=True)
    moves = [measure(*(column[groups != name] for column in columns)) - value for name in names]
    count = len(names)
    return value, (count - 1) / count * float(np.sum(np.square(moves))), sizes.sum() ** 2 / np.sum(sizes**2)


def logit_limits(value: float, variance: float, effective: float) -> tuple[float, float]:
    error = np.sqrt(variance) / (value * (1 - value))
    t = stats.t.ppf(0.975, effective - 1)
    return special.expit(special.logit(value) - t * error), special.expit(special.logit(value) + t * error)


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("roc_auc", roc_auc_score),
        ("average_precision", average_precision_score),
        ("f1", lambda truth, score: f1_score(truth, score >= 0.5)),
        ("accuracy", lambda truth, score: float(np.mean((score >= 0.5) == truth))),
    ],
)
def test_shares_and_areas_equal_the_jackknife_written_out(images, name, measure) -> None:
    found = assay.evaluate(images["truth"], score=images["score"], group=images["patient"])[name]
    expected = logit_limits(*jackknife(measure, images["patient"], images["truth"], images["score"]))
    assert found.method == METHOD
    assert (found.low, found.high) == pytest.approx(expected, abs=2e-3 if "a" in name[:1] and "_" in name else 1e-9)


def test_a_loss_equals_the_jackknife_on_the_logarithm(images) -> None:
    found = assay.evaluate(images["truth"], score=images["score"], group=images["patient"])["log_loss"]
    value, variance, effective = jackknife(log_loss, images["patient"], images["truth"], images["score"])
    reach = stats.t.ppf(0.975, effective - 1) * np.sqrt(variance) / value
    assert (found.low, found.high) == pytest.approx((value * np.exp(-reach), value * np.exp(reach)), rel=1e-6)


def test_of_a_mean_the_variance_is_that_of_cluster_robust_regression() -> None:
    """CR3 of statsmodels' literature is the delete-a-group jackknife; CR1 is G/(G-1) times the sandwich."""
    import statsmodels.api as sm

    rng = np.random.default_rng(2)
    group = np.repeat(np.arange(30), 6)
    error = rng.normal(size=180) + rng.normal(size=30)[group]
    truth = rng.normal(size=180)
    found = assay.evaluate(truth, truth - error, group=group, task="regression", metrics="mean_error")["mean_error"]
    fit = sm.OLS(error, np.ones(180)).fit(cov_type="cluster", cov_kwds={"groups": group})
    correction = 30 / 29 * 179 / 179
    sandwich = fit.bse[0] ** 2 / correction
    half = (found.high - found.low) / 2
    t = stats.t.ppf(0.975, 29)
    assert half == pytest.approx(t * np.sqrt(sandwich * 30 / 29), rel=1e-6)


def test_groups_of_one_case_change_nothing_but_a_note(images) -> None:
    alone = assay.evaluate(images["truth"], score=images["score"])
    each = assay.evaluate(images["truth"], score=images["score"], group=np.arange(400))
    assert dict(each) == dict(alone)
    assert [note.code for note in each.notes if note.code == "groups-of-one"] == ["groups-of-one"]


def test_doubling_every_case_inside_its_group_leaves_the_interval(images) -> None:
    once = assay.evaluate(images["truth"], score=images["score"], group=images["patient"])
    twice = assay.evaluate(*(np.repeat(images[part], 2) for part in ("truth",)),
                           score=np.repeat(images["score"], 2), group=np.repeat(images["patient"], 2))  # fmt: skip
    for name in ("accuracy", "f1", "roc_auc", "log_loss", "mcc"):
        assert (twice[name].low, twice[name].high) == pytest.approx((once[name].low, once[name].high), abs=1e-9)


def test_row_order_does_not_matter(images) -> None:
    order = np.random.default_rng(0).permutation(400)
    straight = assay.evaluate(images["truth"], score=images["score"], group=images["patient"])
    mixed = assay.evaluate(images["truth"][order], score=images["score"][order], group=images["patient"][order])
    for name in straight:
        assert mixed[name].low == pytest.approx(straight[name].low, abs=1e-9, nan_ok=True)
        assert mixed[name].high == pytest.approx(straight[name].high, abs=1e-9, nan_ok=True)


def test_a_file_gives_what_arrays_give(images, tmp_path) -> None:
    import polars as pl

    path = tmp_path / "images.csv"
    names = [f"p{patient}" for patient in images["patient"]]
    pl.DataFrame({"patient": names, "sick": images["truth"], "p": images["score"]}).write_csv(path)
    of_file = assay.evaluate("sick", score="p", data=path, group="patient")
    of_arrays = assay.evaluate(images["truth"], score=images["score"], group=images["patient"])
    assert of_file["roc_auc"].low == pytest.approx(of_arrays["roc_auc"].low, abs=1e-12)
    assert of_file.units == of_arrays.units == len(np.unique(images["patient"]))


def test_classes_thresholds_and_bands_know_the_groups(images) -> None:
    """Twice the cases in the same groups tells nothing new, so no interval may shrink."""
    once = assay.evaluate(images["truth"], score=images["score"], group=images["patient"])
    copies = {part: np.repeat(values, 9) for part, values in images.items()}
    many = assay.evaluate(copies["truth"], score=copies["score"], group=copies["patient"])
    assert many.per_class[1]["recall"].low == pytest.approx(once.per_class[1]["recall"].low, abs=1e-9)
    assert many.thresholds.at(0.3)["recall"].low == pytest.approx(once.thresholds.at(0.3)["recall"].low, abs=1e-9)
    width = [float(np.nanmean(ev.curves.band("roc").high - ev.curves.band("roc").low)) for ev in (once, many)]
    assert width[1] == pytest.approx(width[0], rel=0.15)
    best = [ev.thresholds.best("f1")["recall"] for ev in (once, many)]
    assert best[1].high - best[1].low == pytest.approx(best[0].high - best[0].low, rel=0.2)


def test_several_classes_and_several_labels_have_groups_too() -> None:
    rng = np.random.default_rng(3)
    group = np.repeat(np.arange(50), 6)
    truth = rng.integers(0, 3, 300)
    score = np.eye(3)[truth] * 0.8 + rng.random((300, 3)) + 0.5 * rng.random((50, 3))[group]
    score /= score.sum(axis=1, keepdims=True)
    several = assay.evaluate(truth, score=score, group=group)
    assert {made.method for made in several.values() if made.defined} <= {METHOD, "none"}
    copies = assay.evaluate(np.repeat(truth, 4), score=np.repeat(score, 4, axis=0), group=np.repeat(group, 4))
    for name in ("roc_auc_macro", "log_loss", "f1_macro", "accuracy"):
        assert copies[name].low == pytest.approx(several[name].low, abs=2e-3)
    sets = (rng.random((300, 3)) < 0.4).astype(int)
    found = assay.evaluate(sets, np.where(rng.random((300, 3)) < 0.2, 1 - sets, sets), group=group, task="multilabel")
    assert found["f1_macro"].method == METHOD


def test_every_metric_of_a_regression_has_groups() -> None:
    rng = np.random.default_rng(4)
    group = np.repeat(np.arange(150), 5)
    truth = rng.normal(10, 2, 750)
    guess = truth + rng.normal(size=750) + rng.normal(size=150)[group]
    found = assay.evaluate(truth, guess, group=group)
    assert {made.method for made in found.values()} <= {METHOD, "none"}
    errors = (guess - truth).reshape(150, 5)
    draws = [errors[rng.integers(0, 150, 150)].ravel() for _ in range(2000)]
    for name, measure in {
        "rmse": lambda error: np.sqrt(np.mean(error**2)),
        "median_absolute_error": lambda error: np.median(np.abs(error)),
        "mad": lambda error: np.median(np.abs(error - np.median(error))),
    }.items():
        low, high = np.percentile([measure(draw) for draw in draws], [2.5, 97.5])
        assert found[name].high - found[name].low == pytest.approx(high - low, rel=0.25)


def test_spreading_very_many_units_barely_changes_the_interval() -> None:
    rng = np.random.default_rng(6)
    group = np.repeat(np.arange(70_000), 2)
    right = rng.random(140_000) < (0.5 + 0.4 * (rng.random(70_000) < 0.5))[group]
    truth = np.ones(140_000, dtype=int)
    found = assay.evaluate(truth, right.astype(int), labels=[0, 1], positive=1, group=group, metrics="accuracy")
    value, variance, _ = float(right.mean()), np.var(np.bincount(group, right - right.mean()), ddof=1) / 70_000 / 4, 0
    half = (found["accuracy"].high - found["accuracy"].low) / 2
    assert half == pytest.approx(1.96 * np.sqrt(variance), rel=0.05)
    assert found["accuracy"].value == value
    assert found.units == 70_000


def test_crossed_groupings_add_their_variances_and_say_so() -> None:
    rng = np.random.default_rng(7)
    question, judge = (part.ravel() for part in np.indices((40, 12)))
    right = rng.random(480) < special.expit(rng.normal(size=40)[question] + rng.normal(size=12)[judge])
    truth = np.ones(480, dtype=int)
    asked = {"labels": [0, 1], "positive": 1, "metrics": "accuracy"}
    both = assay.evaluate(truth, right.astype(int), group=[question, judge], **asked)
    one, two = (assay.evaluate(truth, right.astype(int), group=own, **asked) for own in (question, judge))
    width = [found["accuracy"].high - found["accuracy"].low for found in (both, one, two)]
    assert width[0] > max(width[1:])
    assert "crossed-groups" in [note.code for note in both.notes]
    assert both.grouping.sizes == (40, 12)


def test_what_grouping_did_stands_in_the_result(images) -> None:
    found = assay.evaluate(images["truth"], score=images["score"], group=images["patient"])
    assert found.grouping.metric == "roc_auc"
    assert found.grouping.design_effect > 1
    assert found.grouping.effective_cases == pytest.approx(400 / found.grouping.design_effect)
    message = next(note.message for note in found.notes if note.code == "grouping")
    assert message.startswith("400 cases in 60 groups (group): each group counts as one unit. The design effect on ROC")
    document = found.to_dict()
    assert document["units"] == 60
    assert document["grouping"]["groups"] == [60]


def test_few_groups_dominant_ones_and_few_errors_are_told() -> None:
    truth = np.array([0, 1] * 50)
    prediction = truth.copy()
    prediction[:2] = 1 - prediction[:2]
    group = np.array(["big"] * 80 + [f"small {place}" for place in range(5) for _ in range(4)])
    found = assay.evaluate(truth, prediction, group=group)
    notes = {note.code: note.message for note in found.notes}
    assert "only 6 groups" in notes["few-groups"]
    assert "'big' alone holds 80% of the cases" in notes["dominant-group"]
    assert notes["few-groups-with-errors"].startswith("Only 1 group holds an error")


def test_all_right_leaves_the_room_that_so_many_groups_allow() -> None:
    truth = np.array([0, 1] * 60)
    found = assay.evaluate(truth, truth, group=np.repeat(np.arange(12), 10))
    low, high = assay.stats.wilson(12, 12)
    assert (found["accuracy"].low, found["accuracy"].high) == pytest.approx((low, high))


def test_weights_count_within_groups(images) -> None:
    weight = np.random.default_rng(8).uniform(0.5, 2, 400)
    found = assay.evaluate(images["truth"], images["score"] > 0.5, group=images["patient"], weight=weight)["accuracy"]
    right = ((images["score"] > 0.5) == images["truth"]).astype(float)
    names = np.unique(images["patient"])
    value = np.average(right, weights=weight)
    moves = [np.average(right[images["patient"] != one], weights=weight[images["patient"] != one]) - value
             for one in names]  # fmt: skip
    variance = (len(names) - 1) / len(names) * np.sum(np.square(moves))
    sizes = np.bincount(images["patient"], weight)
    assert (found.low, found.high) == pytest.approx(logit_limits(value, variance, sizes.sum() ** 2 / np.sum(sizes**2)))


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (np.zeros(400), "holds one group only"),
        (np.linspace(0, 1, 400), "names no group"),
        ([None, *range(399)], "group"),
        (np.arange(399), "399"),
        ([np.arange(400)] * 3, "at most two"),
    ],
)
def test_groups_that_cannot_be_used_are_refused_in_words(images, group, words) -> None:
    with pytest.raises(assay.AssayError, match=words):
        assay.evaluate(images["truth"], score=images["score"], group=group)


def test_a_method_of_single_cases_is_refused(images) -> None:
    with pytest.raises(assay.AssayError, match="leave method= out"):
        assay.evaluate(images["truth"], score=images["score"], group=images["patient"], method="delong")


def test_gaps_in_the_groups_are_dropped_when_asked(images) -> None:
    group = [None, *(f"p{one}" for one in images["patient"][1:])]
    found = assay.evaluate(images["truth"], score=images["score"], group=group, missing="drop")
    assert found.n == 399
