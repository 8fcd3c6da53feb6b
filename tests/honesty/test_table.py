"""The honesty table itself: its cells, its colours, the list of known failures, and the line of history."""

import json

import pytest

from honesty import history
from honesty.catalogue import SMOKE, every_cell
from honesty.cell import CONSERVATIVE, Cell, Measured
from honesty.known import FAILURES, WIDER
from honesty.rounds import rounds, shortened
from honesty.simulation import ratios
from honesty.verdicts import Colour, verdict

CELLS = list(every_cell())


def cell(**changes):
    return Cell(
        **({"number": "0", "scenario": "s", "setting": "n", "method": "m", "measure": lambda rng: None} | changes)
    )


def test_at_least_150_cells_each_with_a_name_of_its_own():
    assert len(CELLS) >= 150
    assert len({each.name for each in CELLS}) == len(CELLS)


def test_every_known_failure_is_a_cell_with_a_reason():
    names = {each.name for each in CELLS}
    assert set(FAILURES) <= names
    assert set(WIDER) <= {each.number for each in CELLS}
    assert all((FAILURES | WIDER).values())


def test_the_quick_look_measures_cells_that_exist():
    assert {each.number for each in CELLS} >= SMOKE


@pytest.mark.parametrize(
    ("changes", "measured", "colour"),
    [
        ({}, Measured(0.95, 0.003), Colour.GREEN),
        ({}, Measured(0.92, 0.003), Colour.RED),
        ({"target": CONSERVATIVE}, Measured(0.99, 0.003), Colour.AMBER),
        ({"target": (0.8, 1.0)}, Measured(0.92, 0.001), Colour.RED),
        ({"target": (0.8, 1.0)}, Measured(0.92, 0.005), Colour.AMBER),
        ({"target": (0.8, 1.0), "needs_warning": True}, Measured(0.95, 0.003, warned=0.94), Colour.RED),
        ({"target": (0.8, 1.0), "needs_warning": True}, Measured(0.95, 0.003, warned=0.96), Colour.GREEN),
        ({"target": (0.0, 0.06), "test": True}, Measured(0.058, 0.001), Colour.GREEN),
        ({"target": (0.0, 0.09), "test": True}, Measured(0.08, 0.001), Colour.RED),
        ({"target": (0.875, 1.0), "level": 0.9}, Measured(0.9, 0.003), Colour.GREEN),
        ({"target": (0.875, 1.0), "level": 0.99}, Measured(0.9, 0.003), Colour.RED),
        ({}, Measured(0.95, 0.003, others={"a": 0.95}, ratios={"a": 1.2}), Colour.AMBER),
        ({}, Measured(0.95, 0.003, others={"a": 0.90}, ratios={"a": 1.2}), Colour.GREEN),
    ],
)
def test_a_cell_has_the_colour_of_what_was_measured(changes, measured, colour):
    assert verdict(cell(**changes), measured).colour is colour


def test_a_known_failure_is_red_where_its_alarm_rings_too_seldom(monkeypatch):
    failing = cell(target=(0.0, 1.0))
    monkeypatch.setitem(FAILURES, failing.name, "why")
    assert verdict(failing, Measured(0.5, 0.01, warned=0.96)).colour is Colour.KNOWN
    assert verdict(failing, Measured(0.5, 0.01, warned=0.94)).colour is Colour.RED


def test_a_rival_is_held_against_the_draws_it_was_measured_on():
    assert ratios([1.0, 1.0, 9.0], {"rival": [0.5, 0.5], "flat": [0.0]}) == {"rival": 2.0}


def test_a_quick_look_makes_a_share_of_the_replications():
    assert rounds(4000) == 4000
    with shortened(0.1):
        assert (rounds(4000), rounds(100), rounds(5)) == (400, 20, 5)
    assert rounds(4000) == 4000


def test_a_version_has_one_line_of_history_and_lost_coverage_is_named(tmp_path):
    path = tmp_path / "history.jsonl"
    first, second = cell(setting="first"), cell(setting="second")

    def line(version, *shares):
        pairs = zip((first, second), shares, strict=False)
        rows = [(each, measured := Measured(share, 0.003), verdict(each, measured)) for each, share in pairs]
        return {**history.line(rows, [60.0] * len(rows)), "version": version}

    assert history.keep(line("1", 0.95, 0.95), path) == []
    assert history.keep(line("2", 0.95, 0.95), path) == []
    assert history.keep(line("2", 0.96, 0.90), path) == ["0 | s | second: 95.0 before, 90.0 now"]
    assert history.keep(line("3", 0.95), path)[-1] == "0 | s | second: no longer measured"
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    assert [(each["version"], each["green"], each["red"]) for each in lines] == [("1", 2, 0), ("2", 1, 1), ("3", 1, 0)]


def test_cells_that_are_measured_again_are_put_into_the_line_of_their_version(tmp_path):
    path = tmp_path / "history.jsonl"
    first, second = cell(setting="first"), cell(setting="second")

    def line(*pairs):
        rows = [(each, measured := Measured(share, 0.003), verdict(each, measured)) for each, share in pairs]
        return history.line(rows, [90.0] * len(rows))

    names = [first.name, second.name]
    assert history.update(line((second, 0.95)), names, path) == []
    assert history.update(line((first, 0.95)), names, path) == []
    assert history.update(line((second, 0.90)), names, path) == ["0 | s | second: 95.0 before, 90.0 now"]
    (kept,) = history.read(path)
    assert list(kept["coverage"]) == names
    assert (kept["cells"], kept["green"], kept["red"], kept["core_minutes"]) == (2, 1, 1, 3.0)
    assert history.update(line((first, 0.95)), names[:1], path) == []
    assert list(history.read(path)[0]["coverage"]) == names[:1]
