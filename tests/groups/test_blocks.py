import json

import numpy as np
import polars as pl
import pytest
from scipy.signal import lfilter

import assay
from assay.cli import main as cli
from assay.tasks.blocks import codes_of


def series(rng, correlation, n):
    return lfilter([1], [1, -correlation], rng.standard_normal(n + 200))[200:]


@pytest.fixture
def followed(rng):
    residual = series(rng, 0.8, 400)
    truth = rng.normal(10, 3, 400)
    return truth, truth + residual


def codes(notes):
    return {note.code for note in notes}


def test_blocks_are_groups_of_consecutive_cases(followed):
    truth, said = followed
    blocks = assay.evaluate(truth, said, blocks=20)
    groups = assay.evaluate(truth, said, group=np.arange(400) // 20)
    for name, made in blocks.items():
        assert (made.value, made.low, made.high) == (groups[name].value, groups[name].low, groups[name].high)
    assert blocks.units == 20
    assert blocks.grouping.block_length == 20
    assert blocks.to_dict()["grouping"]["block_length"] == 20


def test_blocks_differ_by_one_case_at_most():
    for rows, length in ((400, 20), (403, 20), (7, 3), (100, 33)):
        sizes = np.bincount(codes_of(rows, length))
        assert sizes.sum() == rows
        assert sizes.max() - sizes.min() <= 1
        assert sizes.min() >= length


def test_chosen_blocks_hold_what_follows_and_leave_ten(followed):
    truth, said = followed
    made = assay.evaluate(truth, said, metrics="mae", blocks="auto")
    alone = assay.evaluate(truth, said, metrics="mae")
    assert 10 <= made.units <= 25
    assert "block-length" in codes(made.notes)
    assert made["mae"].high - made["mae"].low > 1.3 * (alone["mae"].high - alone["mae"].low)


def test_independent_cases_are_blocks_of_few(rng):
    truth = rng.normal(size=600)
    made = assay.evaluate(truth, truth + rng.normal(size=600), metrics="mae", blocks="auto")
    assert made.units > 60 or "grouping" not in codes(made.notes)


def test_slices_of_a_series_keep_the_blocks_of_the_whole(followed):
    truth, said = followed
    site = np.array(["north", "south"] * 200)
    whole = assay.evaluate(truth, said, metrics="mae", blocks=40, by=site)
    expected = assay.evaluate(truth, said, metrics="mae", group=np.arange(400) // 40, by=site)
    north, other = whole.slices["north"]["mae"], expected.slices["north"]["mae"]
    assert (north.low, north.high) == (other.low, other.high)


def test_models_are_compared_over_blocks(followed, rng):
    truth, said = followed
    answers = {"a": said, "b": said + rng.normal(size=400)}
    blocks = assay.compare(truth, prediction=answers, blocks=20, metrics="mae")["mae"].pairs[0]
    groups = assay.compare(truth, prediction=answers, group=np.arange(400) // 20, metrics="mae")["mae"].pairs[0]
    assert (blocks.p_value, blocks.difference.low) == (groups.p_value, groups.difference.low)


@pytest.mark.parametrize("kind", ["labels", "scores", "ranges"])
def test_every_task_of_rows_knows_blocks(followed, kind):
    truth, said = followed
    asked = {
        "labels": {"truth": truth > 10, "prediction": said > 10},
        "scores": {"truth": truth > 10, "score": said, "metrics": "roc_auc"},
        "ranges": {"truth": truth, "lower": said - 1, "upper": said + 1},
    }[kind]
    assert assay.evaluate(**asked, blocks=10).grouping.block_length == 10
    assert "block-length" in codes(assay.evaluate(**asked, blocks="auto").notes)


def test_files_and_the_command_line_give_the_same_numbers(followed, tmp_path, capsys):
    truth, said = followed
    path = tmp_path / "hours.csv"
    pl.DataFrame({"y": truth, "p": said}).write_csv(path)
    expected = assay.evaluate(truth, said, metrics="mae", blocks=25)["mae"]
    told = ["evaluate", str(path), "--truth", "y", "--prediction", "p", "--metric", "mae", "--blocks", "25", "--json"]
    assert cli.run(told) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["metrics"]["mae"]["low"] == pytest.approx(expected.low)
    assert document["grouping"]["block_length"] == 25


def test_the_command_line_refuses_what_is_no_length(followed, tmp_path, capsys):
    path = tmp_path / "hours.csv"
    pl.DataFrame({"y": followed[0], "p": followed[1]}).write_csv(path)
    told = ["evaluate", str(path), "--truth", "y", "--prediction", "p", "--blocks", "week"]
    assert cli.run(told) == 2
    assert "--blocks 24" in capsys.readouterr().err


def test_a_regression_whose_consecutive_residuals_are_alike_says_so(followed):
    truth, said = followed
    assert "consecutive-residuals" in codes(assay.evaluate(truth, said).notes)
    assert "consecutive-residuals" not in codes(assay.evaluate(truth, said, blocks=20).notes)
    assert "consecutive-residuals" not in codes(assay.evaluate(truth[:40], said[:40]).notes)


def test_independent_residuals_are_called_alike_in_one_of_a_hundred_at_most(rng):
    rung = 0
    for _ in range(150):
        truth = rng.normal(size=120)
        rung += "consecutive-residuals" in codes(
            assay.evaluate(truth, truth + rng.normal(size=120), metrics="mae").notes
        )
    assert rung <= 2


def test_intervals_over_chosen_blocks_cover_where_those_of_cases_do_not(rng):
    held = {None: 0, "auto": 0}
    for _ in range(60):
        residual = series(rng, 0.8, 300) * 0.6
        truth = rng.normal(10, 3, 300)
        for blocks in held:
            made = assay.evaluate(truth, truth + residual, metrics="mae", blocks=blocks)["mae"]
            held[blocks] += made.low <= np.sqrt(2 / np.pi) <= made.high
    assert held["auto"] >= 52 > held[None] + 8
