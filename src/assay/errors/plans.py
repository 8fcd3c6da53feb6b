"""Messages about plans."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, quote, quote_all


def out_of_reach(most: int) -> InputError:
    """A question that no sample answers."""
    return InputError(
        f"Not even {most:,} cases would be enough. Ask for a wider interval, a larger difference or less power."
    )


def no_question() -> InputError:
    """A plan that is asked nothing."""
    return InputError(
        "A plan needs a question: width=0.05 (of the interval), difference=0.02 (to be found), margin=0.02 (not worse "
        "by more), or n=500 (what can so many cases show?)."
    )


def two_questions(first: str, second: str) -> InputError:
    """Two questions at once."""
    return InputError(f"{first}= and {second}= are two questions. Ask them one by one: leave one of them out.")


def bad_quantity(name: str, value: object, expected: str) -> InputError:
    """A number out of its range."""
    return InputError(f"{name}={quote(value)} cannot be planned with. {expected} was expected. Change it.")


def needs(metric: str, what: Sequence[str], why: str) -> InputError:
    """A quantity that the formula needs."""
    options = " or ".join(f"{name}=" for name in what)
    return InputError(f"To plan for {metric}, {why}. Give {options}, or a pilot with like=.")


def needs_pilot(metric: str) -> InputError:
    """A metric without a formula."""
    return InputError(
        f"There is no formula for the cases that {metric} needs: its spread depends on the model. Judge a pilot of "
        "any size and pass it with like=."
    )


def not_for(name: str, what: str) -> InputError:
    """An argument that says nothing about this plan."""
    return InputError(f"{name}= has no meaning for a plan of {what}. Leave it out.")


def bad_pilot(kind: str, wanted: str) -> InputError:
    """A pilot of another kind."""
    return InputError(f"like= is a {kind}. This question needs {wanted}. Pass such a result, or leave like= out.")


def pilot_without(metric: str, known: Sequence[str]) -> InputError:
    """A pilot that does not know the metric, or knows no value of it."""
    return InputError(
        f"The pilot has no interval for {quote(metric)}. It has {quote_all(known, 8)}. Evaluate it with "
        f"metrics=[{quote(metric)}] on cases where it has a value."
    )


def disagreement_too_small(disagreement: float, difference: float) -> InputError:
    """Models that disagree on fewer cases than their difference asks for."""
    return InputError(
        f"Models that differ by {difference:g} disagree on at least that share of the cases, and disagreement="
        f"{disagreement:g}. Change one of them."
    )


def past_the_end(metric: str, expect: float, difference: float) -> InputError:
    """A value that would lie beyond what the metric can be."""
    return InputError(
        f"{metric} of {expect:g} and a difference of {difference:g} lead beyond what {metric} can be. Change "
        "expect= or difference=."
    )
