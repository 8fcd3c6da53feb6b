"""Make the trials: each one from the seed and its own number alone, so that any of them can be made again."""

from __future__ import annotations

import inspect
from zlib import crc32

import numpy as np

from fuzz.files import command_trial, file_trial
from fuzz.functions import SUMMARIES, Function, functions
from fuzz.methods import method_trial
from fuzz.promises import promise_trial
from fuzz.scenes import around, bent, compare_trial, evaluate_trial, outcomes_trial
from fuzz.strange import EVERYTHING
from fuzz.trial import Trial
from fuzz.usual import usual_texts

SHARES = {
    "function": 0.38, "method": 0.04, "evaluate": 0.2, "compare": 0.1, "outcomes": 0.02, "file": 0.1, "command": 0.1,
    "promise": 0.06,
}  # fmt: skip
"""How the calls are shared out: functions are many and fast, promises are slow."""

STRANGE = 0.35
"""How often an argument of a function is something strange: a call with three has one of them more often than not."""


def trial(seed: int, number: int) -> Trial:
    """Return the trial with a number."""
    rng = np.random.default_rng([seed, number])
    kind = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    makers = {
        "function": function_trial, "evaluate": evaluate_trial, "compare": compare_trial, "outcomes": outcomes_trial,
        "file": file_trial, "command": command_trial, "promise": promise_trial, "method": method_trial,
    }  # fmt: skip
    return makers[kind](rng)


def function_trial(rng: np.random.Generator) -> Trial:
    """Return a call of some public function; a new one takes a few calls of each other, which stay as they were."""
    token = int(rng.integers(2**32))
    return call_of(min(functions(), key=lambda function: crc32(f"{token} {function.name}".encode())), rng)


def call_of(function: Function, rng: np.random.Generator) -> Trial:
    """Return a call of one function; arguments that may be left out often are."""
    given: list[tuple[str, str]] = []
    plain: list[str] = []
    needed = 0
    for parameter in function.parameters:
        several = parameter.kind is inspect.Parameter.VAR_POSITIONAL
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        optional = parameter.default is not inspect.Parameter.empty
        if optional and rng.random() < 0.6:
            continue
        needed += not optional
        for _ in range(int(rng.integers(1, 4)) if several else 1):
            name = "" if several or parameter.kind is inspect.Parameter.POSITIONAL_ONLY else parameter.name
            usual, text = texts_of(function, parameter, rng)
            given.append((name, text))
            plain.append(usual)
    return Trial(function.name, tuple(given), needed, tuple(plain), around=around(rng))


def texts_of(function: Function, parameter: inspect.Parameter, rng: np.random.Generator) -> tuple[str, str]:
    """Return what a parameter usually gets, and what it gets in this call."""
    first = function.card is not None and parameter is function.parameters[0]
    known = (SUMMARIES.get(function.card.reads.__name__, "None"),) if first and function.card else None
    texts = known or usual_texts(function.name, parameter)
    usual = str(texts[int(rng.integers(len(texts)))])
    chance = rng.random()
    if chance > STRANGE:
        return usual, usual
    return usual, bent(rng, usual) if chance < STRANGE / 3 and usual.startswith("[") else str(rng.choice(EVERYTHING))
