"""Advice about results that are saved, loaded, merged and added to."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import numpy as np
import polars as pl

import assay
from advice.entries import Advice, after, write
from assay import Running, evaluate, load, merge
from assay.pipelines import running as running_state
from assay.saving import files

TRUTH, ANSWERS = [1, 1, 0, 0] * 10, [1, 0, 0, 0] * 10
CROSSED = [np.arange(40) // 4, np.arange(40) % 4]
SCORES = np.linspace(0.01, 0.99, 40)


BOXES = {"boxes": [[0, 0, 1, 1]], "labels": [0]}
SITES = ["north", "south"] * 20


class Unknown:
    """A value that no file holds."""


def saved(**options) -> str:
    """Save an evaluation and return the name of its file."""
    return str(evaluate(TRUTH, ANSWERS).save("site.json", **options))


def newer() -> str:
    """Write a file as a later version would."""
    document = json.loads(Path(saved()).read_text())
    return write("site.json", json.dumps({**document, "schema": "assay.saved/2"}))


def added(*batches, **settings) -> Running:
    """Return a running evaluation with some batches."""
    running = Running(**settings)
    for batch in batches:
        running.add(**batch)
    return running


def too_many():
    """Add more cases to be judged by a loss of one's own than are held, with a limit that is quickly reached."""
    running = Running(metrics=own_loss)
    with mock.patch.object(running_state, "FEW", 10), mock.patch.object(running_state, "MOST", 20):
        for _ in range(3):
            running.add(PRICES, PRICES + 1)
    return running


def own_loss(truth, prediction):
    """Return what every case loses."""
    return np.abs(truth - prediction) ** 3


def own_kind() -> object:
    """Return a result of a kind that assay does not know."""
    result = evaluate(PRICES, PRICES + 1, metrics=own_loss)
    result.choices.__dict__["engine"] = Unknown()
    return result


PRICES = np.linspace(1.5, 9.0, 15)
NORTH, SOUTH = {"a": {"tp": 9, "fp": 2, "fn": 3, "tn": 9}}, {"b": {"tp": 9, "fp": 2, "fn": 3, "tn": 9}}
SMALL, LARGE = np.arange(60), np.arange(60, 120)
HUGE = np.array([1e80, 2e80, 4e80])


def sliced_ages(youngest, edges=None):
    ages = pl.DataFrame({"age": np.arange(40) + youngest, "truth": TRUTH, "answer": ANSWERS})
    return evaluate("truth", "answer", data=ages, by="age" if edges is None else {"age": edges})


def summed(truth, answers):
    """Return a regression as it comes out of its file."""
    return load(evaluate(truth, answers).save("numbers.json"))


# fmt: off
ADVICE = [
    Advice("saving.not_saved_here", lambda: load(write("site.json", "{}")), {
        "Save the result again with result.save(path)": lambda: load(saved())["recall"].n == 20,
    }),
    Advice("saving.shown_not_saved", lambda: load(write("shown.json", evaluate(TRUTH, ANSWERS).to_json())), {
        "result.save(path), and load those files": lambda: load(saved())["accuracy"].value == 0.75,
    }),
    Advice("saving.not_added", lambda: Running(task="detection").add([BOXES], [{**BOXES, "scores": [0.4]}]), {
        "Pass all of them to assay.evaluate at once.":
            lambda: evaluate([BOXES], [{**BOXES, "scores": [0.4]}], task="detection")["map"].value == 1,
    }),
    Advice("saving.whole_only", lambda: Running(by="site"), {
        "Pass all cases to assay.evaluate(by=...) at once": lambda: len(evaluate(TRUTH, ANSWERS, by=SITES).slices) == 2,
        "judge parts with it and put them together by assay.merge": lambda: len(merge([
            evaluate(TRUTH, ANSWERS, by=SITES), evaluate(TRUTH, TRUTH, by=SITES)]).slices) == 2,
    }),
    Advice("saving.newer_file", lambda: load(newer()), {
        "save the result again with this one": lambda: load(saved())["recall"].n == 20,
    }),
    Advice("saving.too_large", lambda: after(saved(), mock.patch.object(files, "LARGEST", 10).start(),
                                             load("site.json")), {
        "Name a file that result.save wrote": lambda: after(mock.patch.stopall(), load(saved()))["recall"].n == 20,
    }),
    Advice("saving.cannot_save", lambda: own_kind().save("site.json"), {
        "assay.report(result, path)": lambda: assay.report(evaluate(TRUTH, ANSWERS), "page.html"),
    }),
    Advice("saving.small_cell", lambda: evaluate([1, 0, 0, 0], [1, 0, 0, 1]).save("site.json", smallest=5), {
        "save without smallest=": lambda: load(evaluate([1, 0, 0, 0], [1, 0, 0, 1]).save("site.json"))["recall"].n == 1,
    }),
    Advice("saving.small_cell", lambda: evaluate(TRUTH, score=SCORES).save("site.json", smallest=5), {
        "round the scores before judging":
            lambda: evaluate(TRUTH, score=np.round(SCORES)).save("site.json", smallest=5),
    }),
    Advice("saving.bad_smallest", lambda: saved(smallest=0), {
        "such as 5": lambda: load(saved(smallest=5))["recall"].n == 20,
    }),
    Advice("saving.nothing_to_merge", lambda: merge([]), {
        "assay.merge([first, second])": lambda: merge([evaluate(TRUTH, ANSWERS), evaluate(TRUTH, ANSWERS)]).n == 80,
    }),
    Advice("saving.not_mergeable", lambda: merge([evaluate(TRUTH, ANSWERS, group=CROSSED)]), {
        "judge every part without group=": lambda: merge([evaluate(TRUTH, ANSWERS)]).n == 40,
    }),
    Advice("saving.differ", lambda: merge([evaluate(TRUTH, ANSWERS), evaluate(TRUTH, ANSWERS, level=0.9)]), {
        "Evaluate every part with the same arguments":
            lambda: merge([evaluate(TRUTH, ANSWERS, level=0.9), evaluate(TRUTH, ANSWERS, level=0.9)]).level == 0.9,
    }),
    Advice("saving.edges_differ", lambda: merge([sliced_ages(20), sliced_ages(30)]), {
        "Give the same edges to every part": lambda: merge([sliced_ages(20, [40]), sliced_ages(30, [40])]).n == 80,
    }),
    Advice("saving.repeated_name", lambda: merge([evaluate(counts=NORTH), evaluate(counts=NORTH)]), {
        "Give every table a name of its own": lambda: merge([evaluate(counts=NORTH), evaluate(counts=SOUTH)]),
    }),
    Advice("saving.other_task", lambda: merge([evaluate(SMALL, SMALL), evaluate(LARGE, LARGE)]), {
        "Say what it is with task=": lambda: merge(
            [evaluate(SMALL, SMALL, task="regression"), evaluate(LARGE, LARGE, task="regression")])["mae"].value == 0,
    }),
    Advice("saving.units_differ", lambda: merge([summed(HUGE, HUGE * 1.1), summed(HUGE / 1e80 + 0.5, HUGE / 1e80)]), {
        "Give the truth and the predictions of every part in one unit":
            lambda: merge([summed(HUGE, HUGE * 1.1), summed(HUGE, HUGE)]).n == 6,
    }),
    Advice("saving.nothing_added", lambda: Running().result(), {
        "Call add(truth, prediction) first": lambda: added({"truth": TRUTH, "prediction": ANSWERS}).result().n == 40,
    }),
    Advice("saving.roles_differ", lambda: added({"truth": TRUTH, "prediction": ANSWERS},
                                                {"truth": TRUTH, "score": SCORES}), {
        "Add the same roles every time": lambda: added(*[{"truth": TRUTH, "score": SCORES}] * 2).n == 80,
    }),
    Advice("saving.too_many_kept", too_many, {
        "assay.evaluate": lambda: evaluate(np.tile(PRICES, 3), np.tile(PRICES, 3) + 1, metrics=own_loss).n == 45,
    }),
    Advice("saving.settings_only", lambda: Running(truth=TRUTH), {
        "add(truth=...)": lambda: added({"truth": TRUTH, "prediction": ANSWERS}).n == 40,
    }),
]
