"""Processes of one training run put their cases together: over torch.distributed, or over whatever stands in for it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import pytest
from test_merge import ANSWERS, CHANCES, PRICE, RISK, SICK, TRUTH, N, assert_same

import assay

HALF = N // 2
BATCHES = {
    "labels": {"truth": TRUTH, "prediction": ANSWERS},
    "scores": {"truth": SICK, "score": RISK},
    "scores of classes": {"truth": TRUTH, "score": CHANCES},
    "numbers": {"truth": PRICE, "prediction": PRICE + 1.0},
}


def holding(cases, rows) -> assay.Running:
    running = assay.Running()
    running.add(**{name: values[rows] for name, values in cases.items()})
    return running


class Processes:
    """Two processes that gather objects as torch.distributed does: pickled, in the order of their ranks."""

    def __init__(self, first: assay.Running, second: assay.Running, ready: bool = True) -> None:
        self.both, self.rank, self.ready = (first, second), 0, ready

    def is_available(self) -> bool:
        return True

    def is_initialized(self) -> bool:
        return self.ready

    def get_rank(self) -> int:
        return self.rank

    def get_world_size(self) -> int:
        return 2

    def all_gather_object(self, states: list[object], own: object) -> None:
        assert own is self.both[self.rank]._own
        states[:] = [pickle.loads(pickle.dumps(running._own)) for running in self.both]  # noqa: S301 - our own


def synced(monkeypatch, first, second):
    processes = Processes(first, second)
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "torch", SimpleNamespace(distributed=processes))
        for processes.rank, running in enumerate((first, second)):
            running.sync()


@pytest.mark.parametrize("name", BATCHES)
def test_every_process_has_the_result_of_all_cases(name, monkeypatch):
    cases = BATCHES[name]
    first, second = holding(cases, slice(0, HALF)), holding(cases, slice(HALF, N))
    synced(monkeypatch, first, second)
    whole = assay.evaluate(**cases)
    for running in (first, second):
        assert running.n == N
        assert_same(running.result(), whole)


def test_a_second_sync_replaces_what_the_first_one_brought(monkeypatch):
    first, second = (holding(BATCHES["labels"], rows) for rows in (slice(0, HALF), slice(HALF, N)))
    for _ in range(2):
        synced(monkeypatch, first, second)
    assert first.n == second.n == N
    second.add(TRUTH[:10], ANSWERS[:10])
    assert (first.n, second.n) == (N, N + 10)
    synced(monkeypatch, first, second)
    assert first.n == second.n == N + 10


def test_a_process_without_cases_takes_in_those_of_the_other(monkeypatch):
    first, second = assay.Running(), holding(BATCHES["scores"], slice(0, N))
    synced(monkeypatch, first, second)
    assert_same(first.result(), assay.evaluate(SICK, score=RISK))


def test_processes_that_are_not_connected_keep_their_own_cases(monkeypatch):
    running = holding(BATCHES["labels"], slice(0, HALF))
    with monkeypatch.context() as patched:
        distributed = Processes(running, running, ready=False)
        patched.setitem(sys.modules, "torch", SimpleNamespace(distributed=distributed))
        running.sync()
    assert running.n == HALF


GLOO = """
import sys
import numpy as np, torch.distributed as distributed
import assay

rank = int(sys.argv[1])
distributed.init_process_group("gloo", init_method="file://" + sys.argv[2], rank=rank, world_size=2)
rng = np.random.default_rng(3)
truth, score = rng.integers(0, 2, 600), rng.random(600)
own = slice(0, 200) if rank == 0 else slice(200, 600)
running = assay.Running()
running.add(truth[own], score=score[own])
running.sync()
whole = assay.evaluate(truth, score=score)
assert running.n == 600
for name, made in running.result().items():
    assert np.allclose([made.value, made.low, made.high], [whole[name].value, whole[name].low, whole[name].high],
                       rtol=1e-12, atol=1e-12, equal_nan=True), name
distributed.destroy_process_group()
print("synced")
"""


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")
def test_two_processes_of_torch_agree_over_gloo(tmp_path):
    meeting = tmp_path / "meeting"
    made = [
        subprocess.Popen([sys.executable, "-c", GLOO, str(rank), str(meeting)], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
        for rank in range(2)
    ]  # fmt: skip
    told = [process.communicate(timeout=120) for process in made]
    assert [process.returncode for process in made] == [0, 0], told
    assert all("synced" in out for out, _ in told)
