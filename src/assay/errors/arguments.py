"""Messages about arguments that have no meaning for what is judged."""

from __future__ import annotations

from assay.errors.tree import InputError

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
        f"coverage={value!r} is not a share that predicted ranges can promise. A number between 0 and 1 was expected, "
        "such as 0.9."
    )


def coverage_without_ranges() -> InputError:
    """What ranges promise, without ranges."""
    return InputError(
        "coverage= says what predicted ranges promise, but there are no ranges. Pass lower= and upper= as well."
    )


def without_effect(argument: str, belongs: str, instead: str) -> InputError:
    """An argument that changes nothing beside the others that were given."""
    return InputError(f"{argument}= changes nothing here: it belongs to {belongs}. Leave it out, or pass {instead}.")
