"""Messages about ready-made confusion tables and cost matrices."""

from __future__ import annotations

from assay.errors.tree import InputError, quote, quote_all


def orientation_missing() -> InputError:
    """Nothing says whether rows are truth or prediction."""
    return InputError(
        "`counts` is a table, but nothing says what its rows are. Read the wrong way round, precision and recall "
        "swap places. Pass rows='truth' or rows='prediction'."
    )


def orientation_unknown(rows: object) -> InputError:
    """`rows` is neither of its two values."""
    return InputError(f"rows={quote(rows)} is not a choice. It must be 'truth' or 'prediction'.")


def labels_missing(size: int) -> InputError:
    """A square table without names."""
    return InputError(
        f"`counts` is a {size} x {size} table without names. The order of its classes cannot be guessed. "
        "Pass labels=[...] in the order of the rows."
    )


def not_square(shape: tuple[int, ...]) -> InputError:
    """A table that is not K x K."""
    return InputError(
        f"`counts` has shape {shape}. A confusion table is square: one row and one column per class. "
        "Add the classes that are missing on one side, with zeros."
    )


def bad_cells(value: object) -> InputError:
    """Cells that are negative, missing or not numbers."""
    return InputError(
        f"`counts` holds {quote(value)}. Every cell must be a finite number of at least 0. Correct the table first."
    )


def empty_table() -> InputError:
    """A table that counts nothing."""
    return InputError("`counts` adds up to 0. At least one case is needed to judge a model. Check the table.")


def unknown_cells(names: list[str]) -> InputError:
    """Named counts with keys that are not cells."""
    return InputError(
        f"`counts` has the keys {quote_all(names)}. Named counts are 'tp', 'fp', 'fn' and, if known, 'tn'. "
        "For several data sets pass {name: table}."
    )


def missing_cells(names: list[str]) -> InputError:
    """Named counts without tp, fp or fn."""
    return InputError(
        f"`counts` lacks {quote_all(names)}. 'tp', 'fp' and 'fn' are needed; only 'tn' may be left out. Add them."
    )


def not_a_table(value: object) -> InputError:
    """`counts` is nothing we can read as a table."""
    return InputError(
        f"`counts` has the type {type(value).__name__} and cannot be read as a table. "
        "Pass a K x K table with labels= and rows=, {'tp':, 'fp':, 'fn':, 'tn':}, or {data set: table}."
    )


def names_differ(rows: list[object], columns: list[object]) -> InputError:
    """A frame whose index and columns name different classes."""
    return InputError(
        f"The rows of `counts` are named {quote_all(rows)} but its columns {quote_all(columns)}. "
        "Both must name the same classes in the same order. Reorder the table first."
    )


def labels_reordered(labels: list[object], columns: list[object]) -> InputError:
    """labels= in another order than the names that the table carries."""
    return InputError(
        f"labels= is {quote_all(labels)} but the columns of `counts` are named {quote_all(columns)}, in another order. "
        "Leave labels= out, or name them in the order of the columns."
    )


def large_data_set_table(name: object, size: int) -> InputError:
    """A data set's table with more than two classes."""
    return InputError(
        f"The table of data set {quote(name)} is {size} x {size}. Averages over data sets need two classes in each "
        "({'tp':, 'fp':, 'fn':, 'tn':} or 2 x 2). Evaluate each table on its own, or add them up first."
    )


def costs_shape(shape: tuple[int, ...], size: int) -> InputError:
    """A cost matrix that does not fit the classes."""
    return InputError(
        f"`costs` has shape {shape} but there are {size} classes. It must be {size} x {size}, rows truth, "
        "columns prediction, in the order of the labels; or {'fp': cost, 'fn': cost} for two classes."
    )


def costs_unknown_cells(names: list[str]) -> InputError:
    """Named costs with keys that are not cells."""
    return InputError(
        f"`costs` prices {quote_all(names)}. The cells of two classes are 'tp', 'fp', 'fn' and 'tn'. Correct the names."
    )


def cost_twice(cell: str) -> InputError:
    """A cell with two prices."""
    return InputError(f"`costs` prices {cell!r} twice. Give each of 'tp', 'fp', 'fn' and 'tn' one cost.")


def costs_without_positive(size: int) -> InputError:
    """Named costs where no class is the positive one."""
    return InputError(
        f"`costs` names cells such as 'fp', which only two classes of which one is positive have, but there are {size} "
        f"classes and none is positive. Pass a {size} x {size} matrix, rows truth, columns prediction, in the order of "
        "the labels."
    )


def costs_not_numbers(value: object) -> InputError:
    """Costs that are not finite numbers."""
    return InputError(f"`costs` holds {quote(value)}. Every cost must be a finite number. Correct the matrix first.")


def in_data_set(name: object, problem: InputError) -> InputError:
    """A problem with the table of one of several data sets."""
    return InputError(f"In data set {quote(name)}: {problem}")


def costs_need_labels() -> InputError:
    """Costs for models whose scores no threshold cuts."""
    return InputError(
        "`costs` price mistakes, but no threshold turns these scores into answers. Pass threshold=, or leave costs= "
        "out."
    )


def costs_need_classes() -> InputError:
    """Costs for data that have no single table of classes."""
    return InputError(
        "`costs` price the cells of one confusion table, but here cases carry several labels or come as several "
        "data sets. Leave costs= out, or evaluate each label or data set on its own."
    )
