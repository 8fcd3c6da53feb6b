"""Steps and summaries survive the way to another process, with the user's own code and without rows."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pytest

from assay.engines.by_value import pickled
from assay.engines.shipping import LARGEST, joined, opened, reduced, ship
from assay.errors import AssayError, InputError
from assay.inputs.batches import ArrayColumn, Batch
from assay.summaries.score_table import MOST_TRAVELLING, ScoreTable

ELSEWHERE = "import pickle, sys; print(pickle.load(sys.stdin.buffer)(3))"


def threefold(number):
    """A function of a module that no worker could import."""
    return FACTOR * number


FACTOR = 3


@dataclass(frozen=True)
class Total:
    total: float

    def merge(self, other):
        return Total(self.total + other.total)


@dataclass(frozen=True)
class Sum:
    """Sums a column, or refuses it."""

    own: object = None

    def __call__(self, batch):
        array = batch.columns["x"].array
        if not len(array):
            return None
        if np.isnan(array).any():
            raise InputError("a gap")
        return Total(float(array.sum()))


@dataclass(frozen=True)
class Table:
    """Makes a score table of a batch."""

    weighted: bool

    def __call__(self, batch):
        score = batch.columns["x"].array
        truth = np.arange(len(score)) % 2 == 0
        weight = np.random.default_rng(1).random(len(score)) + 0.1
        return ScoreTable.of_scores(score[truth], score[~truth], *(
            (weight[truth], weight[~truth]) if self.weighted else ()
        ))  # fmt: skip


def batch(*values) -> Batch:
    return Batch({"x": ArrayColumn(np.array(values, dtype=float))}, None)


@pytest.mark.parametrize("function", [threefold, lambda number: FACTOR * number], ids=["named", "lambda"])
def test_a_function_of_the_user_runs_where_its_module_is_not(function, tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=pickled(function), capture_output=True, cwd=tmp_path,
                          env=environment, check=True)  # fmt: skip
    assert done.stdout.strip() == b"9"


def test_parts_join_to_the_whole_and_parts_without_cases_add_nothing():
    shipped = ship(Sum(), "on Dask")
    parts = [reduced(shipped, [batch(1, 2), batch(3)]), reduced(shipped, []), reduced(shipped, [batch()]),
             reduced(shipped, [batch(4)])]  # fmt: skip
    assert opened(joined(parts, "on Dask")).total == 10
    assert opened(reduced(shipped, [])) is None
    assert opened(joined([], "on Dask")) is None


def test_what_a_worker_refuses_the_caller_reads():
    shipped = ship(Sum(), "on Dask")
    refused = reduced(shipped, [batch(1), batch(float("nan"))])
    with pytest.raises(InputError, match="a gap"):
        opened(joined([reduced(shipped, [batch(2)]), refused], "on Dask"))


@pytest.mark.parametrize("weighted", [False, True])
def test_the_largest_exact_table_of_scores_may_travel(weighted):
    most = MOST_TRAVELLING if weighted else 2 * MOST_TRAVELLING
    scores = np.random.default_rng(2).random(most)
    shipped = ship(Table(weighted), "on Dask")
    parts = [reduced(shipped, [batch(*half)]) for half in np.array_split(scores, 2)]
    whole = joined(parts, "on Dask")
    assert opened(whole).exact
    assert len(opened(whole).score) == most
    assert len(whole) <= LARGEST


def test_a_larger_one_is_binned_and_a_summary_without_a_bounded_form_is_refused():
    scores = np.random.default_rng(2).random(2 * MOST_TRAVELLING + 1000)
    binned = opened(reduced(ship(Table(False), "on Dask"), [batch(*scores)]))
    assert not binned.exact
    assert binned.total == len(scores)
    with pytest.raises(AssayError, match="reduced on Dask and never gathered"):
        opened(reduced(ship(Noise(), "on Dask"), [batch(1)]))


@dataclass(frozen=True)
class Noise:
    """Makes a summary that is too large to travel."""

    def __call__(self, batch):
        return Bulk(np.random.default_rng(0).bytes(LARGEST + 1))


@dataclass(frozen=True)
class Bulk:
    content: bytes

    def merge(self, other):
        return self
