"""Messages about slices."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, quote, quote_all


def no_slices() -> InputError:
    """Slices asked of an evaluation that has none."""
    return InputError('There are no slices: say by what to cut the cases, as in evaluate(..., by="site").')


def unknown_slice(key: object, known: Sequence[object]) -> InputError:
    """A slice that is not there."""
    return InputError(f"There is no slice {quote(key)}. There are {quote_all(known, 8)}.")


def no_large_slice(metric: str, small: int) -> InputError:
    """Nothing to compare: slices too small, or the metric undefined in them."""
    return InputError(
        f"Too few slices hold {small} cases and a value of {metric} to compare them. Cut the cases more coarsely."
    )


def too_many_slices(name: str, count: int, most: int) -> InputError:
    """A column with about as many values as cases."""
    return InputError(
        f"`{name}` holds {count:,} values, more than the {most:,} slices that can be told apart. Name a column with "
        "fewer values, or give edges to cut numbers at, as in by={'age': [0, 30, 60]}."
    )


def same_as_group(name: str) -> InputError:
    """Slices and groups by one column."""
    return InputError(
        f"`{name}` stands in both by= and group=. group= names what was drawn together, by= the parts to look at one "
        "by one; a slice of one group cannot say how far another group would be off. Leave one of them out."
    )


def crossed_with_slices() -> InputError:
    """Two crossed groupings with slices."""
    return InputError(
        "Slices go with one grouping, and group= names two. Name the one that matters most, or leave by= out."
    )


def bad_edges(name: str, edges: object) -> InputError:
    """Edges that do not rise."""
    return InputError(
        f"by={{{name!r}: {quote(edges)}}} should list at least one number, each larger than the one before."
    )


def not_stored(what: str) -> InputError:
    """Something that only the cases can tell, asked of a stored result."""
    return InputError(
        f"A stored result holds no cases, so that the {what} can no longer be worked out. Ask for it before the result "
        "is stored, or evaluate the cases again."
    )


def nothing_to_cut() -> InputError:
    """An empty mapping of columns."""
    return InputError(
        "by= names no column: it is an empty mapping. Name the column that makes the slices, or leave by= out."
    )


def edges_without_data(name: str) -> InputError:
    """Edges for a column, and no data that could hold it."""
    return InputError(
        f"by= gives edges for the column {name!r}, but data= was not given, so that there is no such column. Pass "
        "data=, or cut the values yourself (np.digitize(age, [30, 60])) and pass those."
    )


def wrong_length(unit: str, given: int, wanted: int) -> InputError:
    """Not one value for each image or segment."""
    return InputError(
        f"by= holds {given:,} values for {wanted:,} {unit}s. Give a value for every {unit}, in the order of "
        f"the {unit}s."
    )


def slices_without_frame(name: str) -> InputError:
    """The name of a column to cut by, and no frame that has columns."""
    return InputError(
        f"by={name!r} names a column, but X has no names. Pass X as a frame, or the values themselves: by={{{name!r}: "
        "values}."
    )


def tested_several_times(scheme: str) -> InputError:
    """Slices of a validation that tests cases several times, or some of them never."""
    return InputError(
        f"{scheme} tests some cases several times or never, so that the cases of a slice cannot be judged together. "
        "Take a scheme of folds, such as scheme='10-fold', or leave by= out."
    )


def cases_tested_several_times(scheme: str) -> InputError:
    """Cases of a validation that tests them several times, or some of them never."""
    return InputError(
        f"{scheme} tests some cases several times or never, so that no answer is the one to look at. Take a scheme of "
        "folds, such as scheme='10-fold', or leave cases= out."
    )


def one_slice(name: str, value: object) -> InputError:
    """All cases in one slice."""
    return InputError(f"`{name}` holds one value only, {quote(value)}, so that there is nothing to cut. Leave by= out.")
