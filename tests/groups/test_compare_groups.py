"""compare(group=): models tested over whole groups."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

import assay
from assay.comparisons.grouped import flipped


@pytest.fixture(scope="module")
def answers() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    group = np.repeat(np.arange(40), 8)
    truth = rng.integers(0, 2, 320)
    wrong = {name: rng.random(320) < share + 0.2 * rng.random(40)[group] for name, share in (("a", 0.1), ("b", 0.2))}
    return {"group": group, "truth": truth} | {name: np.where(own, 1 - truth, truth) for name, own in wrong.items()}


def test_the_difference_of_means_is_tested_by_t_over_group_totals(answers) -> None:
    found = assay.compare(answers["truth"], prediction={"a": answers["a"], "b": answers["b"]}, group=answers["group"],
                          metrics="accuracy")["accuracy"].pairs[0]  # fmt: skip
    better = (answers["a"] == answers["truth"]).astype(float) - (answers["b"] == answers["truth"])
    means = better.reshape(40, 8).mean(axis=1)
    expected = stats.ttest_1samp(means, 0)
    assert found.test == "t over groups"
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-9)
    assert (found.difference.low, found.difference.high) == pytest.approx(tuple(expected.confidence_interval()))


def test_few_groups_are_swapped_whole_in_every_way(answers) -> None:
    group = answers["group"] % 10
    found = assay.compare(answers["truth"], prediction={"a": answers["a"], "b": answers["b"]}, group=group,
                          metrics="accuracy")["accuracy"].pairs[0]  # fmt: skip
    better = (answers["a"] == answers["truth"]).astype(float) - (answers["b"] == answers["truth"])
    totals = np.bincount(group, better)
    sums = [abs(np.dot(signs, totals)) for signs in product((1, -1), repeat=10)]
    assert found.test == "sign flips of groups"
    assert found.p_value == pytest.approx(np.mean(np.array(sums) >= abs(totals.sum()) - 1e-9))


def test_flips_agree_with_a_full_enumeration() -> None:
    totals = np.array([3.0, -1.0, 2.0, 2.0, -0.5])
    sums = [abs(np.dot(signs, totals)) for signs in product((1, -1), repeat=5)]
    assert flipped(totals) == pytest.approx(np.mean(np.array(sums) >= abs(totals.sum()) - 1e-12))


def test_copies_within_groups_make_nothing_surer(answers) -> None:
    asked = ["accuracy", "f1", "mcc"]
    own = {name: answers[name] for name in "ab"}
    copies = {name: np.repeat(answers[name], 5) for name in "ab"}
    once = assay.compare(answers["truth"], prediction=own, group=answers["group"], metrics=asked)
    truth, group = np.repeat(answers["truth"], 5), np.repeat(answers["group"], 5)
    many = assay.compare(truth, prediction=copies, group=group, metrics=asked)
    alone = assay.compare(truth, prediction=copies, metrics=["accuracy"])
    for name in ("accuracy", "f1", "mcc"):
        assert many[name].pairs[0].p_value == pytest.approx(once[name].pairs[0].p_value, rel=1e-6)
    assert alone["accuracy"].pairs[0].p_value < many["accuracy"].pairs[0].p_value


def test_scores_and_numbers_have_groups_too(answers) -> None:
    rng = np.random.default_rng(9)
    noise = rng.normal(size=320) + rng.normal(size=40)[answers["group"]]
    score = {"a": answers["truth"] + noise, "b": answers["truth"] + 2 * noise}
    found = assay.compare(answers["truth"], score=score, group=answers["group"], threshold=0.5)
    tests = {pair.test for name, metric in found.items() for pair in metric.pairs if name != "log_loss"}
    assert tests == {"t over groups"}
    truth = rng.normal(size=320)
    found = assay.compare(truth, prediction={"a": truth + noise, "b": truth + 1.5 * noise}, group=answers["group"])
    losses = np.abs(noise) - np.abs(1.5 * noise)
    expected = stats.ttest_1samp(losses.reshape(40, 8).mean(axis=1), 0)
    assert found["mae"].pairs[0].p_value == pytest.approx(expected.pvalue, rel=1e-6)
    assert found.units == 40


def test_the_same_answers_are_the_same(answers) -> None:
    found = assay.compare(answers["truth"], prediction={"a": answers["a"], "b": answers["a"]}, group=answers["group"])
    assert found["accuracy"].pairs[0].alike


def test_a_test_of_single_cases_is_refused(answers) -> None:
    with pytest.raises(assay.AssayError, match="over whole groups"):
        assay.compare(answers["truth"], prediction={"a": answers["a"], "b": answers["b"]}, group=answers["group"],
                      method="mcnemar")  # fmt: skip


def test_the_command_line_groups_too(answers, tmp_path) -> None:
    import json

    import polars as pl
    from click.testing import CliRunner

    from assay.cli.main import commands

    path = tmp_path / "answers.csv"
    pl.DataFrame(answers).write_csv(path)
    words = f"compare {path} --truth truth --prediction a --prediction b --group group --metric accuracy --json"
    told = CliRunner().invoke(commands, words.split())
    assert told.exit_code == 0, told.output
    document = json.loads(told.stdout)
    assert document["units"] == 40
    assert document["metrics"]["accuracy"]["pairs"][0]["test"] == "t over groups"
