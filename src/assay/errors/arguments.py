"""Messages about arguments that have no meaning for what is judged."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import ArgumentError, InputError, nearest, quote

AS_LABELS = "Leave it out. If the truth holds labels, convert truth and predictions to strings."
RANGES = "Ranges belong to a regression: pass task='regression' if the truth holds numbers."
NO_RANGES = "Ranges belong to a regression: leave them out, or pass prediction= in the place of score=."
INSTEAD = {
    ("regression", "positive"): AS_LABELS,
    ("regression", "costs"): AS_LABELS,
    ("regression", "score"): "Predicted numbers are passed as prediction=.",
    ("labels", "threshold"): "It cuts scores: pass score= in the place of prediction=, or leave it out.",
    ("cases", "threshold"): "It cuts scores: pass score= in the place of prediction=, or leave it out.",
    ("labels", "lower"): RANGES,
    ("labels", "upper"): RANGES,
    ("scores", "lower"): NO_RANGES,
    ("scores", "upper"): NO_RANGES,
}
"""What to do instead of leaving the argument out, where that is known."""

BELONGS = {"boxes": "It says what the numbers of a box are: leave it out, or say task='detection'."}
"""Where an argument belongs, if there is only one such place."""

COUNTS = "(assay.metrics.BinaryCounts(tp=6, fp=2, fn=2, tn=10))"
MADE = {"BinaryCounts": COUNTS, "ClassCounts": COUNTS}
"""How what a metric reads is made, where one line does it."""

JUDGED = {
    "ready tables": "ready tables (counts=), which hold all cases already",
    "cases": "predictions without scores",
    "labels": "labels without scores",
    "scores": "scores",
    "regression": "a regression",
}


def meaningless(argument: str, judged: str) -> InputError:
    """An argument that says nothing about what is judged."""
    instead = BELONGS.get(argument) or INSTEAD.get((judged, argument), "Leave it out.")
    return InputError(f"{argument}= has no meaning for {_judged(judged)}. {instead}")


def always_paired(judged: str, unit: str) -> InputError:
    """paired=False where the same images or segments are compared."""
    return InputError(
        f"paired=False has no meaning for {_judged(judged)}: all models answer for the same {unit}s. Leave it out."
    )


def _judged(task: str) -> str:
    """Say what is judged."""
    return JUDGED.get(task, f"task='{task}'")


def coverage_range(value: object) -> InputError:
    """A share that predicted ranges cannot promise."""
    return InputError(
        f"coverage={quote(value)} is not a share that predicted ranges can promise. A number between 0 and 1 was "
        "expected, such as 0.9."
    )


def coverage_without_ranges() -> InputError:
    """What ranges promise, without ranges."""
    return InputError(
        "coverage= says what predicted ranges promise, but there are no ranges. Pass lower= and upper= as well."
    )


def without_effect(argument: str, belongs: str, instead: str) -> InputError:
    """An argument that changes nothing beside the others that were given."""
    return InputError(f"{argument}= changes nothing here: it belongs to {belongs}. Leave it out, or pass {instead}.")


def wrong_kind(name: str, value: object, kind: str) -> InputError:
    """An object of another class than the one that a function reads."""
    made = MADE.get(kind, f"(assay.metrics.{kind} where it is listed)")
    return InputError(
        f"`{name}` is {quote(value)}, of type {type(value).__name__}, but a {kind} was expected. "
        f"Make one first {made}, or pass plain columns to assay.evaluate."
    )


def not_text(name: str, value: object) -> InputError:
    """Something else where a name was expected."""
    return InputError(f"{name}={quote(value)} has the type {type(value).__name__}. A name, as text, was expected.")


def not_a_path(value: object) -> InputError:
    """Something else where a file should be named."""
    return InputError(
        f"{quote(value)} has the type {type(value).__name__}, which names no file. A path was expected, "
        "as text or as a pathlib.Path."
    )


def not_held(name: str, what: str) -> InputError:
    """A summary without what a function reads."""
    return InputError(f"`{name}` does not hold what is read here: {what}. Pass cases that have it.")


def unknown_argument(function: str, name: str, meant: str | None, known: Sequence[str]) -> ArgumentError:
    """An argument that a function does not have."""
    hint = f" It is called `{meant}` here." if meant else nearest(name, known)
    return ArgumentError(f"{function}() has no argument {quote(name)}.{hint or f' It has {_several(known)}.'}")


def too_many_in_place(function: str, placed: Sequence[str], count: int, others: Sequence[str]) -> ArgumentError:
    """More values without a name than a function takes."""
    takes = f"only {_several(placed)}" if placed else "nothing"
    named = ", ".join(f"{name}=" for name in others[:3]) + (" and so on" if len(others) > 3 else "")
    advice = f"Name the others: {named}." if others else "Where several are meant, pass one list of them."
    return ArgumentError(f"{function}() takes {takes} without a name, and {count} values came without one. {advice}")


def given_twice(function: str, name: str) -> ArgumentError:
    """An argument that came by its place and by its name."""
    return ArgumentError(f"{function}() got `{name}` twice: by its place and by its name. Leave one of them out.")


def not_given(function: str, names: Sequence[str]) -> ArgumentError:
    """Arguments that a function cannot do without."""
    return ArgumentError(f"{function}() needs {_several(names)}. Pass {', '.join(f'{name}=' for name in names)}.")


def _several(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
