"""Messages about comparing models."""

from __future__ import annotations

from assay.errors.tree import InputError, quote


def not_named(name: str, value: object) -> InputError:
    """Outputs without names for their models."""
    return InputError(
        f"{name}= has the type {type(value).__name__}, so nothing says which model is which. "
        f'Pass a mapping such as {name}={{"a": ..., "b": ...}}, or a list of column names together with data=.'
    )


def not_the_same_cases(model: object, rows: int, wanted: int) -> InputError:
    """A model with another number of cases in a paired comparison."""
    return InputError(
        f"{quote(model)} has {rows:,} cases but the truth has {wanted:,}. A paired comparison needs every model on the "
        "same cases. Align them; if each model was judged on cases of its own, pass truth={model: ...}."
    )


def truth_per_model(missing: object) -> InputError:
    """Some models have no truth of their own."""
    return InputError(
        f"truth= names a truth for each model, but none for {quote(missing)}. "
        "Add it, or pass one truth that all models share."
    )


def unpairable_tables() -> InputError:
    """paired=True for ready tables."""
    return InputError(
        "paired=True was asked for, but ready tables do not say which cases they share. A paired test needs every "
        "model's answer on the same cases. Leave paired= out, or pass the columns themselves."
    )


def unpairable_cases() -> InputError:
    """paired=True where every model has cases of its own."""
    return InputError(
        "paired=True was asked for, but every model has cases of its own. A paired test needs every model's answer on "
        "the same cases. Leave paired= out, or pass one truth that all models share."
    )


def bad_margin(margin: object) -> InputError:
    """A margin that is no positive number."""
    return InputError(
        f"margin={quote(margin)} is not a margin. A number above 0 was expected, in the unit of the metric: "
        "the largest difference that does not matter."
    )


def vacuous_margin(margin: float, metric: str, low: float, high: float) -> InputError:
    """A margin that holds whatever the models are."""
    return InputError(
        f"margin={margin:g} holds whatever the models are: {metric} lies between {low:g} and {high:g}. Pass the "
        "largest difference that does not matter, such as 0.02 for two points in a hundred."
    )


def nothing_to_compare() -> InputError:
    """No outputs were given."""
    return InputError(
        "There is nothing to compare: neither prediction=, score= nor counts= was given. "
        'Pass prediction={"a": ..., "b": ...} with the truth, or counts={"a": table, "b": table}.'
    )


def without_test() -> InputError:
    """method="none", which leaves nothing of a comparison but values."""
    return InputError(
        "method='none' gives values alone, and a comparison is its test. Leave it out to have the test chosen, or call "
        "assay.evaluate(..., method='none') with each model."
    )


def unknown_test(method: object) -> InputError:
    """A method that compare does not know."""
    return InputError(
        f"method={quote(method)} is not a way to compare. Leave it out to have the test chosen and the reason given, "
        "or pass 'mcnemar', 'exact', 'chi-square', 'corrected' or 'permutation'."
    )
