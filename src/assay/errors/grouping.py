"""Messages about cases that belong together."""

from __future__ import annotations

from assay.errors.tree import InputError, quote


def one_group(name: str, value: object) -> InputError:
    """All cases in one group."""
    return InputError(
        f"`{name}` holds one group only, {quote(value)}, and nothing says how far another group would be off. Name a "
        "column that tells at least two groups apart, or leave group= out to judge single cases."
    )


def one_group_tested(scheme: str, name: str, value: object) -> InputError:
    """All test cases of a validation in one group."""
    return InputError(
        f"The test cases of {scheme} all belong to one group, {name} {quote(value)}, and nothing says how far another "
        "group would be off. Give scheme= a larger test part, such as scheme='grouped holdout 50%', or leave "
        "group= out to judge single cases."
    )


def no_cases_of_groups(task: object) -> InputError:
    """A task from outside the package that keeps no cases to leave groups of them out."""
    return InputError(
        f"group= leaves groups of cases out of the comparison, and task={task!r} hands over no cases. Let its "
        "judge_together give Judged(..., plans=..., block=...), or leave group= out to compare single cases."
    )


def method_of_cases(method: str) -> InputError:
    """A method for single cases asked for groups."""
    return InputError(
        f"method={method!r} treats every case as independent, and group= says that they are not. With group= every "
        "interval comes from leaving out one group at a time: leave method= out."
    )


def test_of_cases(method: str) -> InputError:
    """A test for single cases asked for groups."""
    return InputError(
        f"method={method!r} treats every case as independent, and group= says that they are not. With group= models "
        "are compared over whole groups: leave method= out."
    )


def no_identity(name: str, example: object) -> InputError:
    """Numbers with a fraction in the place of names of groups."""
    return InputError(
        f"`{name}` holds {quote(example)}, which names no group. Whole numbers or strings were expected, such as the "
        "number of a patient."
    )


def wrong_length(unit: str, given: int, wanted: int) -> InputError:
    """Not one group for each image or segment."""
    return InputError(
        f"group= holds {given:,} values for {wanted:,} {unit}s. Give the group of every {unit}, in the order of the "
        f"{unit}s."
    )


def no_group(name: str, unit: str, count: int, units: int, first: int) -> InputError:
    """Images or segments of which nobody knows the group."""
    return InputError(
        f"`{name}` names no group for {count:,} of {units:,} {unit}s; the first of them is {unit} {first:,}. Give "
        f"every {unit} a group, one of its own where it belongs to no other, or leave those {unit}s out."
    )


def too_many_groupings(count: int) -> InputError:
    """More than two crossed groupings."""
    return InputError(
        f"group= names {count} groupings, and at most two can be crossed. Name the one or two by which the cases were "
        "drawn."
    )


def crossed_folds(count: int) -> InputError:
    """Several groupings of what is to be cut into folds."""
    return InputError(
        f"group= names {count} groupings, and folds keep one of them whole: cells of two would share training cases in "
        "ways that no interval over folds is known for. Pass one of them, and judge the test predictions by both: "
        "evaluate(tested.truth, tested.prediction, group=[a[tested.case], b[tested.case]]) with "
        "tested = result.only.predictions.first()."
    )
