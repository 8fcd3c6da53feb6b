"""Messages about cases that are to be listed."""

from __future__ import annotations

from assay.errors.tree import InputError, quote


def no_cases() -> InputError:
    """Cases asked of a result that has none at hand."""
    return InputError(
        "The cases are not at hand: results that were loaded or merged hold none, nor do tables of counts, slices, "
        "single models of a comparison, and models that were judged on different cases. Call evaluate with the cases, "
        "and ask its result for .cases()."
    )


def cases_not_listed(task: str) -> InputError:
    """Cases of a result that has no order of them."""
    return InputError(
        f"The cases of this {task} result cannot be put in order, the worst first: none of its metrics judges a case "
        "by itself. Leave cases= out; the metrics say how good the model is."
    )


def bad_number_of_cases(most: object) -> InputError:
    """A number of cases that is none."""
    return InputError(f"cases should be a whole number from 1 to 1,000, but it is {quote(most)}. Ask for 20, say.")


def not_case_by_case(kind: str) -> InputError:
    """Cases asked of a report of something that rests on no cases of its own."""
    return InputError(
        f"cases= lists cases that were judged: pass the result of evaluate, compare or validate, not a {kind}. Or "
        "leave cases= out."
    )


def no_keyed_cases() -> InputError:
    """Cases that are to be kept by a key, of a result that has none by name."""
    return InputError(
        "key= keeps the cases of one model whose truth and answers are named columns of data=. Judge one table with "
        "evaluate('truth', 'answer', data=table), or leave key= out."
    )


def key_beside_smallest(smallest: int) -> InputError:
    """Cases that are to be kept in a file that must not hold few of them."""
    return InputError(
        f"key= puts every case into the file, and smallest={smallest} keeps small groups out of it. Leave out one of "
        "the two."
    )


def too_many_keyed(count: int, most: int) -> InputError:
    """More cases than a file holds by their key."""
    return InputError(
        f"key= would put {count:,} cases into the file; at most {most:,} are kept. Leave key= out, and compare with "
        "the table itself: assay compare --against TABLE --on KEY."
    )
