"""A plan says how many cases are enough, how sure that is, and what changes it."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from scipy import stats

import assay
from assay.cli.main import run
from assay.errors import InputError, MetricError

RNG = np.random.default_rng(12)
TRUTH = (RNG.random(400) < 0.3).astype(int)
SCORE = np.clip(0.3 * TRUTH + 0.7 * RNG.random(400), 0, 1)
OTHER = np.clip(0.2 * TRUTH + 0.8 * RNG.random(400), 0, 1)
PILOT = assay.evaluate(TRUTH, score=SCORE)
TWO = assay.compare(TRUTH, score={"a": SCORE, "b": OTHER}, metrics=["accuracy", "f1", "roc_auc"])


def test_a_plan_gives_cases_power_table_curve_and_a_sentence():
    found = assay.plan("accuracy", difference=0.02, disagreement=0.1)
    assert (found.n, found.goal, found.wanted) == (1960, "power", 0.8)
    assert found.achieved == pytest.approx(0.802, abs=0.001)
    assert [row.n for row in found.table] == sorted(row.n for row in found.table)
    assert (found.n, found.achieved) in found.curve
    assert all(later >= earlier - 0.01 for (_, earlier), (_, later) in zip(found.curve, found.curve[1:], strict=False))
    assert found.sentence.startswith("1,960 cases are enough: with 80.2% power")


def test_a_class_is_counted_by_its_share_of_the_cases():
    alone, of_all = (assay.plan("recall", expect=0.8, width=0.1, prevalence=share) for share in (None, 0.1))
    assert (alone.n, of_all.n) == (245, 2450)
    assert "each positive case alone" in str(alone)
    assert of_all.parts == {"positive cases": 245}
    assert assay.plan("specificity", expect=0.8, width=0.1, prevalence=0.1).n == math.ceil(245 / 0.9)
    assert assay.plan("roc_auc", expect=0.8, width=0.1).parts == {"positive cases": 151, "negative cases": 151}


@pytest.mark.parametrize(
    ("asked", "n"),
    [
        ({"expect": 0.9, "difference": 0.05, "paired": False}, 870),
        ({"expect": 0.9, "width": 0.05, "assurance": 0.9}, 627),
        ({"difference": 0.02, "disagreement": 0.1, "group_size": 10, "icc": 0.05}, 2847),
        ({"difference": 0.02, "disagreement": 0.1, "power": 0.9}, 2623),
    ],
)
def test_what_is_asked_changes_the_answer(asked, n):
    assert assay.plan("accuracy", **asked).n == n


def test_more_groups_or_more_cases_of_each():
    found = assay.plan("accuracy", expect=0.8, width=0.05, group_size=10, icc=0.1)
    assert found.groups == math.ceil(found.n / 10)
    groups = [row[1] for row in found.group_sizes]
    assert groups == sorted(groups, reverse=True)
    assert groups[-1] > 982 * 0.1


def test_a_plan_in_groups_is_the_smallest_whose_t_over_groups_has_the_power():
    asked = {"sd": 1, "difference": 0.2, "correlation": 0.5, "group_size": 10, "icc": 0.1}
    found = assay.plan("mae", **asked)
    powers = []
    for alone in (math.floor(found.n / 1.9), math.floor(found.n / 1.9) - 1):
        groups = math.ceil(alone * 1.9 / 10)
        shift = 0.2 * math.sqrt(alone)
        powers.append(stats.nct.sf(stats.t.ppf(0.975, groups - 1), groups - 1, shift))
    assert powers[1] < 0.8 <= powers[0] == pytest.approx(found.achieved)
    assert "design effect alone (379 cases)" in str(found).replace("\n  ", " ")
    for size, groups, cases in found.group_sizes:
        effect = 1 + (size - 1) * 0.1
        power = stats.nct.sf(stats.t.ppf(0.975, groups - 1), groups - 1, 0.2 / math.sqrt(effect / cases))
        assert power == pytest.approx(0.8, abs=0.012)


def test_the_width_in_groups_is_that_of_t_over_groups():
    found = assay.plan("mae", sd=2, width=0.5, group_size=5, icc=0.2)
    t = stats.t.ppf(0.975, found.groups - 1)
    assert found.achieved == pytest.approx(2 * t * 2 * math.sqrt(1.8 / found.n), rel=0.003)
    assert 0.495 < found.achieved <= 0.5


def test_one_group_shows_nothing():
    with pytest.raises(InputError, match="so that groups vary"):
        assay.plan("accuracy", n=10, expect=0.8, group_size=10, icc=0.1)


@pytest.mark.parametrize(("power", "published"), [(0.8, 652), (0.9, 897), (0.95, 1131)])
def test_areas_are_planned_by_the_test_that_is_made_and_the_published_number_is_told(power, published):
    """Hanley & McNeil 1982, table III: areas of 0.70 and 0.75, a one-sided test at 5%, as many of either class."""
    found = assay.plan("roc_auc", expect=0.7, difference=0.05, power=power, prevalence=0.5, paired=False, level=0.9)
    assert power <= found.achieved < power + 0.002
    note = next(note for note in found.notes if note.code == "published-formula")
    told = int(re.search(r"asks for ([\d,]+) positive", note.message)[1].replace(",", ""))
    assert told == pytest.approx(published, rel=0.005)
    assert found.parts["positive cases"] / 2 < told


def test_a_guess_is_said_to_be_one():
    found = assay.plan("accuracy", difference=0.02, expect=0.9)
    assert found.at == pytest.approx(0.9 * 0.08 + 0.92 * 0.1)
    assert "disagreement-guessed" in [note.code for note in found.notes]
    assert found.n < assay.plan("accuracy", difference=0.02, expect=0.9, paired=False).n


@pytest.mark.parametrize("metric", ["f1", "mcc", "average_precision", "balanced_accuracy"])
def test_a_metric_without_a_formula_is_simulated_from_the_pilot(metric):
    found = assay.plan(metric, width=0.06, like=PILOT)
    assert found.method == "simulation from the pilot"
    rng = np.random.default_rng(4)
    widths = []
    for _ in range(12):
        rows = rng.integers(0, 400, found.n)
        made = assay.evaluate(TRUTH[rows], score=SCORE[rows], metrics=metric)[metric]
        widths.append(made.high - made.low)
    assert np.mean(widths) == pytest.approx(0.06, rel=0.05)
    assert found.achieved == pytest.approx(0.06, rel=0.03)


def test_bleu_is_simulated_from_the_segments_of_the_pilot():
    rng = np.random.default_rng(2)
    references = [f"the {word} sat on mat {k} and slept well" for k, word in enumerate(["cat", "dog", "cow"] * 20)]
    candidates = [" ".join(word if rng.random() < 0.75 else "so" for word in text.split()) for text in references]
    pilot = assay.evaluate(references, candidates, task="text", metrics="bleu")
    found = assay.plan("bleu", width=0.12, like=pilot)
    assert found.method == "simulation from the pilot"
    widths = []
    for _ in range(15):
        rows = rng.integers(0, 60, found.n)
        made = assay.evaluate([references[row] for row in rows], [candidates[row] for row in rows], task="text",
                              metrics="bleu")["bleu"]  # fmt: skip
        widths.append(made.high - made.low)
    assert np.mean(widths) == pytest.approx(0.12, rel=0.06)
    assert found.achieved == pytest.approx(0.12, rel=0.03)


def test_a_pilot_gives_everything():
    found = assay.plan("recall", width=0.05, like=PILOT)
    assert found.at == pytest.approx(PILOT["recall"].value)
    assert found.parts["positive cases"] / found.n == pytest.approx(TRUTH.mean(), abs=0.001)
    pair = TWO["accuracy"].pairs[0]
    wrong = (SCORE >= 0.5) != (OTHER >= 0.5)
    planned = assay.plan("accuracy", difference=0.03, like=TWO)
    assert planned.at == pytest.approx(np.mean(wrong), rel=0.1)
    assert pair.difference.n == 400


@pytest.mark.parametrize("metric", ["accuracy", "f1", "roc_auc"])
def test_a_pilot_of_two_models_finds_its_difference_with_the_power_promised(metric):
    """Resampled pairs of that size show a difference as often as planned."""
    seen = abs(TWO[metric].pairs[0].difference.value)
    found = assay.plan(metric, difference=max(seen, 0.02), like=TWO)
    if seen < 0.02:
        pytest.skip("the pilot shows no difference that could be resampled")
    rng, shown = np.random.default_rng(6), 0
    for _ in range(60):
        rows = rng.integers(0, 400, found.n)
        made = assay.compare(TRUTH[rows], score={"a": SCORE[rows], "b": OTHER[rows]}, metrics=metric)
        shown += made[metric].pairs[0].significant
    assert shown / 60 == pytest.approx(0.8, abs=0.01 + 3 * math.sqrt(0.16 / 60))


def test_groups_of_a_pilot_are_planned_for():
    group = np.repeat(np.arange(80), 5)
    answers = np.where(np.repeat(RNG.random(80) < 0.8, 5), TRUTH, 1 - TRUTH)
    made = assay.evaluate(TRUTH, answers, group=group)
    found = assay.plan("accuracy", width=0.05, like=made)
    assert found.groups == math.ceil(found.n / 5)
    assert found.n > 3 * assay.plan("accuracy", width=0.05, expect=made["accuracy"].value).n


def test_the_other_way_round_says_what_so_many_cases_show():
    found = assay.plan("accuracy", n=500, expect=0.9)
    assert found.shows["width"] == pytest.approx(0.0527, abs=0.0001)
    back = assay.plan("accuracy", expect=0.9, difference=found.shows["difference"])
    assert back.n == pytest.approx(500, abs=25)
    assert assay.plan("mae", n=200, sd=2).shows["difference"] == pytest.approx(0.4, abs=0.02)
    assert assay.plan("accuracy", n=312, difference=0.05, disagreement=0.1).achieved == pytest.approx(0.81, abs=0.001)


@pytest.mark.parametrize(
    ("metric", "asked", "words"),
    [
        ("accuracy", {}, "needs a question"),
        ("accuracy", {"width": 0.1, "difference": 0.1}, "two questions"),
        ("accuracy", {"width": 1.5}, "below 1"),
        ("accuracy", {"width": -0.1}, "above 0"),
        ("accuracy", {"difference": 0}, "Another number than 0"),
        ("accuracy", {"difference": 0.1}, "disagreement= or expect="),
        ("accuracy", {"difference": 0.2, "disagreement": 0.1}, "at least that share"),
        ("accuracy", {"difference": 0.9, "expect": 0.5}, "lead beyond"),
        ("accuracy", {"width": 0.1, "expect": 2}, "from 0 to 1"),
        ("accuracy", {"width": 0.1, "power": 1}, "between 0.5 and 1"),
        ("accuracy", {"difference": 0.1, "disagreement": 0.2, "assurance": 0.9}, "assurance="),
        ("accuracy", {"width": 0.1, "sd": 1}, "sd= has no meaning"),
        ("accuracy", {"width": 0.1, "icc": 0.1}, "group_size="),
        ("accuracy", {"width": 0.1, "group_size": 5}, "icc="),
        ("accuracy", {"n": 1}, "at least 2"),
        ("f1", {"width": 0.1}, "pass it with like="),
        ("mae", {"width": 0.1}, "sd="),
        ("roc_auc", {"width": 0.1}, "expect="),
        ("f1", {"width": 0.1, "like": 3}, "like= is a int"),
        ("mae", {"width": 0.1, "like": PILOT}, "no interval for 'mae'"),
    ],
)
def test_what_cannot_be_planned_is_refused(metric, asked, words):
    with pytest.raises(InputError, match=words):
        assay.plan(metric, **asked)


def test_a_metric_that_does_not_exist_is_refused():
    with pytest.raises(MetricError, match="Did you mean 'accuracy'"):
        assay.plan("acuracy", width=0.1)


def test_the_command_line_gives_the_same_plan(capsys, tmp_path):
    assert run(["plan", "accuracy", "--difference", "0.02", "--disagreement", "0.1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "assay.plan/1"
    assert document["n"] == 1960
    pilot = str(PILOT.save(tmp_path / "pilot.json"))
    assert run(["plan", "average_precision", "--width", "0.06", "--like", pilot]) == 0
    assert assay.plan("average_precision", width=0.06, like=PILOT).sentence[:30] in capsys.readouterr().out
    assert run(["plan", "accuracy", "--width", "2"]) == 2
    assert "--width 2" in capsys.readouterr().err


def test_a_plan_is_written_drawn_saved_and_read_as_a_frame(tmp_path):
    found = assay.plan("accuracy", difference=0.02, expect=0.9, group_size=4, icc=0.1)
    page = assay.report(found, tmp_path / "plan.html").read_text(encoding="utf-8")
    assert 'id="figure-power"' in page
    assert 'id="figure-unknown"' in page
    assert str(assay.load(found.save(tmp_path / "plan.json"))) == str(found)
    assert found.to_frame().columns == ["disagreement", "n", "achieved"]
