"""Advice about cases that belong together, and about slices of them."""

from __future__ import annotations

import pickle
from types import SimpleNamespace

import numpy as np
import polars as pl
from sklearn.dummy import DummyClassifier

from advice.entries import Advice
from assay import compare, evaluate, validate
from assay.tasks.grouping import units_of

TRUTH = np.array([0, 1] * 60)
ANSWERS = np.where(np.arange(120) % 7 == 0, 1 - TRUTH, TRUTH)
SCORES = np.clip(ANSWERS * 0.6 + np.linspace(0.01, 0.3, 120), 0, 1)
PATIENT = np.arange(120) // 6
SITE = np.array(["north", "south", "west"] * 40)
AGE = np.linspace(18.5, 80.5, 120)
TABLE = pl.DataFrame({"y": TRUTH, "p": ANSWERS, "site": SITE})

MASKS = [np.full((2, 2), k % 2) for k in range(4)]
KEYED = pl.DataFrame({"id": range(120), "y": TRUTH})
SAID = pl.DataFrame({"id": range(119, -1, -1), "p": ANSWERS[::-1]})
OTHER = pl.DataFrame({"id": range(120), "p": 1 - TRUTH})
TOLD = pl.DataFrame({"id": range(120), "p": ANSWERS, "y": TRUTH})
LIED = pl.DataFrame({"id": range(120), "p": 1 - TRUTH, "y": 1 - TRUTH})
UNKEYED = SAID.with_columns(id=pl.when(pl.col("id") > 0).then("id"))
ELSEWHERE = SAID.with_columns(pl.col("id") + 1000)


def _in_duckdb(*frames: pl.DataFrame) -> tuple[object, ...]:
    """Return frames as tables of one database."""
    import duckdb

    connection = duckdb.connect()
    return tuple(connection.from_arrow(frame.to_arrow()) for frame in frames)


def stored(result):
    """Return a result as it comes back from storage."""
    return pickle.loads(pickle.dumps(result))  # noqa: S301


def models() -> dict[str, np.ndarray]:
    """Return two models."""
    return {"a": ANSWERS, "b": 1 - TRUTH}


def masks(group: list[object]):
    """Judge masks in groups."""
    return evaluate(MASKS, MASKS, task="segmentation", group=group)


def cut_masks(by: list[str]):
    """Judge masks in slices."""
    return evaluate(MASKS, MASKS, task="segmentation", by=by)


def learnt(scheme: str, group: np.ndarray | None):
    """Validate a model that answers the same to every case."""
    return validate(DummyClassifier(), SCORES[:, None], TRUTH, scheme=scheme, group=group, metrics="accuracy")


def tested_by_both():
    """Judge test predictions by two groupings."""
    tested = learnt("grouped 5-fold", PATIENT).only.predictions.first()
    return evaluate(tested.truth, tested.prediction, group=[PATIENT[tested.case], SITE[tested.case]])


def learnt_by(scheme: str, by: object):
    """Validate a model by slices."""
    return validate(DummyClassifier(), SCORES[:, None], TRUTH, scheme=scheme, by=by, metrics="accuracy")


# fmt: off
ADVICE = [
    Advice("grouping.one_group", lambda: evaluate(TRUTH, ANSWERS, group=[1] * 120), {
        "Name a column that tells at least two groups apart": lambda: evaluate(TRUTH, ANSWERS, group=PATIENT),
        "leave group= out to judge single cases": lambda: evaluate(TRUTH, ANSWERS),
    }),
    Advice("grouping.one_group_tested", lambda: learnt("grouped holdout 20%", PATIENT % 3), {
        "scheme='grouped holdout 50%'": lambda: learnt("grouped holdout 50%", PATIENT),
        "leave group= out to judge single cases": lambda: learnt("holdout 20%", None),
    }),
    Advice("grouping.crossed_folds", lambda: learnt("grouped 5-fold", [PATIENT, SITE]), {
        "Pass one of them": lambda: learnt("grouped 5-fold", PATIENT),
        "evaluate(tested.truth, tested.prediction, group=[a[tested.case], b[tested.case]])": tested_by_both,
    }),
    Advice("grouping.no_cases_of_groups", lambda: units_of(None, SimpleNamespace(task="stars", group=PATIENT)), {
        "Judged(..., plans=..., block=...)": lambda: compare(TRUTH, prediction=models(), group=PATIENT),
        "leave group= out": lambda: compare(TRUTH, prediction=models()),
    }),
    Advice("grouping.method_of_cases", lambda: evaluate(TRUTH, ANSWERS, group=PATIENT, method="wilson"), {
        "leave method= out": lambda: evaluate(TRUTH, ANSWERS, group=PATIENT),
    }),
    Advice("grouping.test_of_cases", lambda: compare(TRUTH, prediction=models(), group=PATIENT, method="mcnemar"), {
        "leave method= out": lambda: compare(TRUTH, prediction=models(), group=PATIENT),
    }),
    Advice("grouping.no_identity", lambda: evaluate(TRUTH, ANSWERS, group=AGE), {
        "Whole numbers or strings were expected": lambda: evaluate(TRUTH, ANSWERS, group=PATIENT),
    }),
    Advice("grouping.wrong_length", lambda: evaluate(["a", "b"], ["a", "c"], task="text", group=[1, 2, 3]), {
        "Give the group of every segment": lambda: evaluate(
            ["a", "b", "c"], ["a", "c", "c"], task="text", metrics="exact_match", group=[1, 1, 2]),
    }),
    Advice("grouping.no_group", lambda: masks([1, None, 1, 2]), {
        "Give every image a group, one of its own where it belongs to no other": lambda: masks([1, 3, 1, 2]),
        "leave those images out": lambda: evaluate(MASKS[2:], MASKS[2:], task="segmentation", group=[1, 2]),
    }),
    Advice("grouping.too_many_groupings", lambda: evaluate(TRUTH, ANSWERS, group=[PATIENT, PATIENT % 2, PATIENT % 3]), {
        "Name the one or two by which the cases were drawn": lambda: evaluate(TRUTH, ANSWERS, group=PATIENT),
    }),
    Advice("slicing.no_slices", lambda: evaluate(TRUTH, ANSWERS).slices["north"], {
        'evaluate(..., by="site")': lambda: evaluate("y", "p", data=TABLE, by="site").slices["north"].n == 40,
    }),
    Advice("slicing.unknown_slice", lambda: evaluate(TRUTH, ANSWERS, by=SITE).slices["norht"], {
        "'north'": lambda: evaluate(TRUTH, ANSWERS, by=SITE).slices["north"],
    }),
    Advice("slicing.no_large_slice",
           lambda: evaluate(TRUTH, ANSWERS, by=[f"s{k % 12}" for k in range(120)]).slices.weakest("recall"), {
        "Cut the cases more coarsely": lambda: evaluate(TRUTH, ANSWERS, by=SITE).slices.weakest("recall"),
    }),
    Advice("slicing.too_many_slices",
           lambda: evaluate(np.tile(TRUTH, 100), np.tile(ANSWERS, 100), by=[f"s{k}" for k in range(12_000)]), {
        "Name a column with fewer values": lambda: evaluate(TRUTH, ANSWERS, by=SITE),
        "{'age': [0, 30, 60]}":
            lambda: evaluate("y", "p", data=TABLE.with_columns(age=AGE), by={"age": [0, 30, 60]}),
    }),
    Advice("slicing.same_as_group", lambda: evaluate("y", "p", data=TABLE, by="site", group="site"), {
        "Leave one of them out": lambda: evaluate("y", "p", data=TABLE, by="site"),
    }),
    Advice("slicing.crossed_with_slices", lambda: evaluate(TRUTH, ANSWERS, group=[PATIENT, PATIENT % 4], by=SITE), {
        "Name the one that matters most": lambda: evaluate(TRUTH, ANSWERS, group=PATIENT, by=SITE),
        "leave by= out": lambda: evaluate(TRUTH, ANSWERS, group=[PATIENT, PATIENT % 4]),
    }),
    Advice("slicing.nothing_to_cut", lambda: evaluate(TRUTH, ANSWERS, by={}), {
        "Name the column": lambda: evaluate("y", "p", data=TABLE, by="site"),
        "leave by= out": lambda: evaluate(TRUTH, ANSWERS),
    }),
    Advice("slicing.edges_without_data", lambda: evaluate(TRUTH, ANSWERS, by={"age": [30, 60]}), {
        "Pass data=": lambda: evaluate("y", "p", data=TABLE.with_columns(age=AGE), by={"age": [30, 60]}),
        "np.digitize(age, [30, 60])": lambda: evaluate(TRUTH, ANSWERS, by=np.digitize(AGE, [30, 60])),
    }),
    Advice("slicing.not_stored",
           lambda: stored(evaluate(TRUTH, ANSWERS, by=SITE)).slices.against_rest("f2"), {
        "Ask for it before the result is stored": lambda: evaluate(TRUTH, ANSWERS, by=SITE).slices.against_rest("f2"),
        "evaluate the cases again": lambda: evaluate(TRUTH, ANSWERS, by=SITE).slices.against_rest("f2"),
    }),
    Advice("slicing.bad_edges", lambda: evaluate("y", "p", data=TABLE, by={"y": [3, 1]}), {
        "each larger than the one before":
            lambda: evaluate("y", "p", data=TABLE.with_columns(age=AGE), by={"age": [30, 60]}),
    }),
    Advice("slicing.wrong_length", lambda: cut_masks(["x", "y", "x"]), {
        "Give a value for every image": lambda: cut_masks(["x", "y", "x", "y"]),
    }),
    Advice("slicing.slices_without_frame",
           lambda: validate(DummyClassifier(), SCORES[:, None], TRUTH, scheme="3-fold", by="site"), {
        "Pass X as a frame": lambda: validate(
            DummyClassifier(), TABLE.with_columns(q=SCORES).select("q", "p"), TRUTH, scheme="3-fold", by="q"),
        "by={'site': values}": lambda: learnt_by("3-fold", {"site": SITE}),
    }),
    Advice("slicing.tested_several_times", lambda: learnt_by("bootstrap 5", SITE), {
        "scheme='10-fold'": lambda: learnt_by("10-fold", SITE),
        "or leave by= out": lambda: learnt_by("bootstrap 5", None),
    }),
    Advice("slicing.cases_tested_several_times", lambda: learnt_by("bootstrap 5", None).cases(3), {
        "scheme='10-fold'": lambda: learnt_by("10-fold", None).cases(3).height == 3,
        "or leave cases= out": lambda: learnt_by("bootstrap 5", None),
    }),
    Advice("slicing.one_slice", lambda: evaluate(TRUTH, ANSWERS, by=["x"] * 120), {
        "Leave by= out": lambda: evaluate(TRUTH, ANSWERS),
    }),
    Advice("joins.nothing_to_join", lambda: evaluate("y", "p", data=TABLE, on="site"), {
        "Pass data=(truth, predictions)": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
        "data={'a': ..., 'b': ...}":
            lambda: compare("y", prediction="p", data={"t": KEYED, "a": SAID, "b": OTHER}, on="id"),
        "leave on= out": lambda: evaluate("y", "p", data=TABLE),
    }),
    Advice("joins.bad_key", lambda: evaluate("y", "p", data=(KEYED, SAID), on=3), {
        "should name the column": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
        "or a list of columns": lambda: evaluate("y", "p", data=(KEYED, SAID), on=["id"]),
    }),
    Advice("joins.no_key", lambda: evaluate("y", "p", data=(KEYED, SAID), on="key"), {
        "It has 'id'": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
    }),
    Advice("joins.key_types", lambda: evaluate("y", "p", data=(KEYED, SAID.cast({"id": pl.String})), on="id"), {
        "Convert one of them": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
    }),
    Advice("joins.doubled_keys", lambda: evaluate("y", "p", data=(KEYED, pl.concat([SAID, SAID.head(2)])), on="id"), {
        "Keep one row per key": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
    }),
    Advice("joins.missing_keys", lambda: evaluate("y", "p", data=(KEYED, UNKEYED), on="id"), {
        "Fill it in": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
        "pass missing='drop'": lambda: evaluate("y", "p", data=(KEYED, UNKEYED), on="id", missing="drop").n == 119,
    }),
    Advice("joins.unmatched_keys", lambda: evaluate("y", "p", data=(KEYED, SAID.head(90)), on="id"), {
        "Pass missing='drop'": lambda: evaluate("y", "p", data=(KEYED, SAID.head(90)), on="id", missing="drop").n == 90,
    }),
    Advice("joins.column_in_several", lambda: evaluate("y", "p", data=(KEYED.with_columns(p=1), SAID), on="id"), {
        "Rename it in one of them": lambda: evaluate("y", "p", data=(KEYED.with_columns(q=1), SAID), on="id"),
    }),
    Advice("joins.column_nowhere", lambda: evaluate("y", "answer", data=(KEYED, SAID), on="id"), {
        "'p'": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
    }),
    Advice("joins.truths_differ", lambda: compare("y", prediction="p", data={"a": TOLD, "b": LIED}, on="id"), {
        "keep the column in one of them": lambda: compare("y", prediction="p", data={"a": TOLD, "b": OTHER}, on="id"),
    }),
    Advice("joins.sides_apart", lambda: evaluate("y", "p", data=(_in_duckdb(KEYED)[0], SAID), on="id"), {
        "register or upload the others there": lambda: evaluate("y", "p", data=_in_duckdb(KEYED, SAID), on="id"),
        "collect each of them here": lambda: evaluate("y", "p", data=(_in_duckdb(KEYED)[0].pl(), SAID), on="id"),
    }),
    Advice("joins.sides_unconnected", lambda: evaluate(
        "y", "p", data=(*_in_duckdb(KEYED), *_in_duckdb(SAID)), on="id"), {
        "Open them through one connection": lambda: evaluate("y", "p", data=_in_duckdb(KEYED, SAID), on="id"),
    }),
    Advice("joins.no_match", lambda: evaluate("y", "p", data=(KEYED, ELSEWHERE), on="id", missing="drop"), {
        "Look at the first few of each": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
    }),
    Advice("joins.values_with_keys", lambda: evaluate(TRUTH, "p", data=(KEYED, SAID), on="id"), {
        "must name a column of data=": lambda: evaluate("y", "p", data=(KEYED, SAID), on="id"),
    }),
]
