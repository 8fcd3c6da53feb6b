"""Cases that arrive batch by batch give what one call gives, and limits that hold however often one looks."""

from __future__ import annotations

import pickle

import numpy as np
import polars as pl
import pytest
from test_merge import ANSWERS, GUESS, PRICE, RANKED, RISK, SICK, TRUTH, WEIGHT, N, assert_same

import assay
from assay.errors import AssayError
from assay.intervals.always import METHOD, sequence_limits

CASES = {
    "labels": {"truth": TRUTH, "prediction": ANSWERS},
    "weighted scores": {"truth": SICK, "score": RISK, "weight": WEIGHT},
    "classes": {"truth": TRUTH, "score": np.eye(3)[TRUTH][::-1] * 0.5 + 1 / 6},
    "numbers": {"truth": PRICE, "prediction": GUESS},
}


def added(cases, step=64, running=None, **options):
    running = assay.Running(**options) if running is None else running
    for start in range(0, N, step):
        running.add(**{name: values[start : start + step] for name, values in cases.items()})
    return running


@pytest.mark.parametrize("name", CASES)
def test_batches_give_what_one_call_gives(name):
    running = added(CASES[name])
    assert_same(running.result(), assay.evaluate(**CASES[name]))
    assert running.n == N


@pytest.mark.parametrize("name", CASES)
def test_what_was_summed_up_gives_the_same_values(name, monkeypatch):
    monkeypatch.setattr("assay.pipelines.running.FEW", 100)
    running = added(CASES[name])
    result, whole = running.result(), assay.evaluate(**CASES[name])
    kept = {key: made for key, made in result.items() if name != "numbers" or key not in RANKED}
    assert_same(kept, {key: whole[key] for key in kept}, limits=name not in ("numbers", "classes"))
    assert running._own.held <= 100


def test_the_task_is_that_of_all_cases_so_far():
    running = assay.Running()
    running.add([1, 2, 3], [1, 2, 2])
    assert running.result().task == "multiclass"
    running.add(range(4, 130), range(4, 130))
    assert running.result().task == "regression"


def test_two_running_evaluations_merge(monkeypatch):
    monkeypatch.setattr("assay.pipelines.running.FEW", 100)
    first, second = (added(CASES["labels"]) for _ in range(2))
    first.merge(second)
    assert first.n == 2 * N == first.result().n
    assert_same(first.result(), assay.evaluate(np.tile(TRUTH, 2), np.tile(ANSWERS, 2)))
    assert second.n == N


def test_names_of_torchmetrics_do_the_same():
    running = assay.Running(metrics="accuracy")
    running.update([0, 1, 1], [0, 1, 0])
    running.sync()
    assert running.compute()["accuracy"].value == pytest.approx(2 / 3)
    running.reset()
    assert running.n == 0


def test_columns_of_data_are_named_once(tmp_path):
    table = pl.DataFrame({"y": SICK, "p": RISK})
    table.write_csv(tmp_path / "table.csv")
    running = assay.Running(truth="y", score="p")
    running.add(data=table)
    running.add(data=tmp_path / "table.csv")
    assert_same(running.result(), assay.evaluate(np.tile(SICK, 2), score=np.tile(RISK, 2)))


def test_arrays_may_be_written_over_after_they_were_added():
    truth, answers = np.array([0, 1, 1]), np.array([0, 1, 0])
    running = assay.Running()
    running.add(truth, answers)
    answers[:] = 1 - truth
    assert running.result()["accuracy"].value == pytest.approx(2 / 3)


def test_a_refused_batch_leaves_nothing_behind():
    running = assay.Running()
    running.add([0, 1], [0, 1])
    for batch in ({"truth": [0, 1], "prediction": [0]}, {"truth": [0, 1], "score": [0.1, 0.9]}):
        with pytest.raises(AssayError):
            running.add(**batch)
    assert running.result().n == running.n == 2


def test_settings_are_checked_before_any_case():
    with pytest.raises(AssayError, match="level"):
        assay.Running(level=95)


def test_what_is_held_can_be_sent(monkeypatch):
    monkeypatch.setattr("assay.pipelines.running.FEW", 100)
    running = added(CASES["weighted scores"])
    running._own = pickle.loads(pickle.dumps(running._own))  # noqa: S301
    assert_same(running.result(), assay.evaluate(**CASES["weighted scores"]))


# ---- limits that hold at every look


def test_limits_hold_at_every_one_of_a_thousand_looks():
    rng, share, missed = np.random.default_rng(2), 0.3, 0
    looks = np.arange(1, 1001)
    for _ in range(60):
        hits = np.cumsum(rng.random(1000) < share)
        limits = np.array([sequence_limits(int(hit), int(n), 0.95) for hit, n in zip(hits, looks, strict=True)])
        missed += bool(((limits[:, 0] > share) | (limits[:, 1] < share)).any())
    # 5% of 60 are 3, and 8 would be three standard errors more.
    assert missed <= 8


def test_a_share_is_out_exactly_where_the_mixture_beats_it_by_the_factor():
    from scipy import integrate, stats

    low, high = sequence_limits(7, 20, 0.95)
    mixture = integrate.quad(lambda p: stats.binom.pmf(7, 20, p) * stats.beta.pdf(p, 0.5, 0.5), 0, 1)[0]
    for end in (low, high):
        assert mixture / stats.binom.pmf(7, 20, end) == pytest.approx(20, rel=1e-4)


def test_means_inside_0_and_1_are_held_too():
    rng = np.random.default_rng(4)
    values = rng.beta(0.3, 0.6, (200, 500))
    sums = values.cumsum(axis=1)
    missed = [
        any(not low <= 1 / 3 <= high for low, high in (sequence_limits(row[n - 1], n, 0.95) for n in range(1, 501, 5)))
        for row in sums
    ]
    assert np.mean(missed) <= 0.05


def test_watched_results_say_what_they_can_hold():
    running = added(CASES["weighted scores"] | {"weight": np.ones(N)})
    watched, once = running.result(always=True), running.result()
    for name in ("recall", "accuracy", "precision", "brier"):
        assert watched[name].method == METHOD
        assert watched[name].low < once[name].low < once[name].high < watched[name].high
    assert watched["roc_auc"].method == "none"
    assert (watched["roc_auc"].low, watched["roc_auc"].high) == (0, 1)
    assert "every look" in watched["roc_auc"].note
    assert watched.notes[-1].code == "every-look"
    assert watched.per_class[1]["recall"].low == watched["recall"].low
    assert {made.method for own in watched.per_class.values() for made in own.values()} <= {METHOD, "none"}


def test_weighted_cases_have_no_limits_for_every_look():
    watched = added(CASES["weighted scores"]).result(always=True)
    assert {made.method for made in watched.values() if made.defined} == {"none"}
