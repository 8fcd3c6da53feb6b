"""A slice of `make fuzz` in every run of the tests, and proof that it sees what it looks for."""

from __future__ import annotations

import inspect

import pytest

import assay
from fuzz.failures import Kinds, smallest
from fuzz.functions import SCENES_ONLY, functions
from fuzz.generating import trial
from fuzz.running import run
from fuzz.trial import Trial

SEED = 20
PARTS, CALLS = 12, 120
"""About a minute on one core; counted in calls, so that a slow machine makes the same ones."""


@pytest.mark.parametrize("part", range(PARTS))
def test_strange_calls_are_answered_or_refused_in_words(part):
    kinds = Kinds()
    for number in range(part * CALLS, (part + 1) * CALLS):
        failure = run(trial(SEED, number)).failure
        if failure is not None:
            kinds.add(failure)
    assert not kinds, "\n".join(kinds.lines())


def test_every_public_function_is_called_the_day_it_exists():
    known = {function.name for function in functions()} | SCENES_ONLY
    for package in (assay, assay.stats, assay.curves, assay.schemes, assay.metrics):
        prefix = package.__name__.removeprefix("assay.")
        for name in package.__all__:
            if inspect.isfunction(getattr(package, name)):
                assert f"{prefix}.{name}" in known


def test_a_trial_is_the_same_whenever_it_is_made():
    assert [trial(3, number).text for number in range(50)] == [trial(3, number).text for number in range(50)]


def failure_of(text: str) -> str:
    failure = run(Trial(f"(lambda: {text})", ())).failure
    return "" if failure is None else failure.kind


def test_what_breaks_a_promise_is_seen():
    assert failure_of("metrics.recall.__wrapped__(3)").startswith("AttributeError")
    assert failure_of("__import__('assay.stats.samples').stats.samples.sample(1, least='a')").startswith("TypeError")
    assert failure_of("assay.Interval(2, 1)") == "promise: low <= high of an interval"
    assert "without a note" in failure_of("assay.Estimate(math.nan, 0, 1, 0.95, 'wilson', 3)")
    assert "value outside its interval" in failure_of("assay.Estimate(0.5, 0.6, 0.7, 0.95, 'wilson', 3)")
    assert "limits outside bounds" in failure_of("assay.Estimate(0.5, 0.4, 1.7, 0.95, 'wilson', 3, bounds=(0, 1))")
    assert "warning" in failure_of("__import__('warnings').warn_explicit('look out', UserWarning, 'a.py', 1)")
    assert failure_of("assay.evaluate([1, 0], [1, 0])") == ""
    assert failure_of("assay.evaluate(3, 4)") == ""


def test_a_call_that_takes_too_long_is_stopped():
    slow = Trial("__import__('time').sleep", (("", "30"),))
    failure = run(slow, patience=0.2).failure
    assert failure is not None
    assert failure.kind.startswith("over 0.2 s")


def test_a_failing_call_is_made_smaller():
    long = Trial(
        "metrics.f_beta.__wrapped__", (("counts", "[1, 2, 3]"), ("beta", "3")), needed=1, plain=("None", "2.0")
    )
    failure = run(long).failure
    assert failure is not None
    assert smallest(failure).trial.text == "look(metrics.f_beta.__wrapped__(counts=None, beta=2.0))"
