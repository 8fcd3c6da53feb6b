"""Messages about requirements and gates."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, RequirementError, nearest, quote, quote_all

SHAPES = "recall >= 0.8, or: new no worse than old by 0.01 in recall"
"""A requirement of either kind, for texts that are like none."""


def misread(text: str, start: int, end: int, expected: str, likely: str | None) -> RequirementError:
    """A requirement that cannot be read; the second line points at the place."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    marks = " " * start + "^" * max(end - start, 1)
    hint = f"Did you mean: {likely}" if likely else f"Requirements look like {SHAPES}"
    return RequirementError(f"This requirement cannot be read:\n    {shown}\n    {marks}\n{expected}. {hint}")


def no_requirements() -> InputError:
    """A gate without requirements."""
    return InputError("A gate needs at least one requirement, such as 'recall >= 0.8'.")


def not_a_requirement(value: object) -> InputError:
    """Something else than text where a requirement belongs."""
    return InputError(f"{quote(value)} is no requirement. Write it as text, such as 'recall >= 0.8'.")


def bad_unclear(value: object) -> InputError:
    """Another word than the two that say what an unclear requirement does."""
    return InputError(f"unclear={quote(value)} is not known. It must be 'fail' or 'pass'.")


def not_gated(kind: str) -> InputError:
    """A result that requirements cannot be held against."""
    return InputError(
        f"A {kind} has no metrics to hold requirements against. Pass what evaluate, compare or validate returned."
    )


def out_of_reach(text: str, metric: str, low: float, high: float) -> InputError:
    """A bound that no value of the metric could lie on the other side of."""
    share = " Write shares as 0.8 or as 80%." if high <= 1 else ""
    return InputError(
        f"The requirement {quote(text)} is kept, or broken, whatever the value is: {metric} lies between {low:g} and "
        f"{high:g}.{share} Change the bound."
    )


def margin_out_of_reach(text: str, metric: str, low: float, high: float) -> InputError:
    """A margin that every difference of the metric keeps, or none does."""
    return InputError(
        f"The requirement {quote(text)} is kept, or broken, whatever the models are: {metric} lies between {low:g} and "
        f"{high:g}. Write two points in a hundred as 0.02 or as 2%."
    )


def which_model(text: str, models: Sequence[object]) -> InputError:
    """A metric of one model, where there are several."""
    known = [str(model) for model in models]
    return InputError(
        f"The requirement {quote(text)} does not say of which model: there are {quote_all(known, 20)}. Write "
        f"'recall of {known[0]} >= 0.8', or compare two: '{known[0]} better than {known[-1]} in recall'."
    )


def unknown_of(text: str, name: str, known: Sequence[object]) -> InputError:
    """A model or class that is not in the result."""
    listed = [str(name) for name in known]
    there = f" There is {quote_all(listed, 20)}." if listed else " It knows neither models nor classes by name."
    return InputError(
        f"The requirement {quote(text)} names {quote(name)}, which is not in this result.{nearest(name, listed)}{there}"
    )


def needs_models(text: str) -> InputError:
    """A difference of two models, held against one."""
    return InputError(
        f"The requirement {quote(text)} is about two models, but only one was judged. Compare them "
        "(assay.compare, assay compare), or ask for a bound, such as 'recall >= 0.8'."
    )


def unknown_slices(text: str, name: str, known: Sequence[str]) -> InputError:
    """Slices that the result was not cut into."""
    there = f" It was cut by {quote_all(known, 20)}." if known else " It was not cut into slices."
    return InputError(
        f"The requirement {quote(text)} speaks of every {quote(name)}.{nearest(name, known)}{there} "
        f"Cut the cases by that column with by={quote(name)}."
    )


def folds_by_slices(text: str) -> InputError:
    """A difference of validated models in every slice, which folds are too small for."""
    return InputError(
        f"The requirement {quote(text)} compares models in every slice, but validate() compares them fold by fold. Ask "
        "for the difference in all cases, or for a bound in every slice: 'recall of new >= 0.6 in every region'."
    )


def no_direction(text: str, metric: str) -> InputError:
    """Better or worse in a metric that has no better end."""
    return InputError(
        f"The requirement {quote(text)} says better or worse, but neither end of {metric} is better. Ask that the "
        "models are alike: 'new within 0.01 of old in ...'."
    )


def no_pair(text: str, first: str, second: str) -> InputError:
    """Two models that were not compared with each other."""
    return InputError(
        f"The requirement {quote(text)} needs {quote(first)} compared with {quote(second)}, and this result does not. "
        "Leave control= out, or name one of the two as the control."
    )
