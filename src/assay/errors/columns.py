"""Messages about columns of values: their length, their gaps, their kinds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from assay.errors.tree import InputError, argument, first_at, nearest, quote, quote_all

SEPARATORS = (";", "|", "\t")
"""What some tables are separated by although they are called csv."""


def nothing_to_evaluate() -> InputError:
    """Neither columns nor counts were given."""
    return InputError(
        "There is nothing to evaluate: `truth` and `prediction` are missing. "
        "evaluate() needs both, or a ready table in `counts`. "
        "Pass evaluate(truth, prediction), or name two columns of data=."
    )


def partner_missing(given: str, wanted: str) -> InputError:
    """One of a pair of arguments was left out."""
    return InputError(
        f"`{given}` was given but `{wanted}` was not. Both are needed to compare the truth with the model's answers. "
        f"Pass {wanted}= as well."
    )


def on_two_devices(first: str, device: str, second: str, other: str) -> InputError:
    """Two tensors that describe the same cases lie on different devices."""
    return InputError(
        f"`{first}` lies on {device} but `{second}` lies on {other}. Tensors are reduced where they are, which must be "
        f"one device. Move one of them, with {second}.to({device!r})."
    )


def conflicting(first: str, second: str) -> InputError:
    """Two arguments that exclude each other."""
    return InputError(
        f"`{first}` and `{second}` were both given. They describe the same cases in two ways. Pass only one of them."
    )


def lengths_differ(first: str, first_rows: int, second: str, second_rows: int) -> InputError:
    """Two columns that should describe the same cases do not have the same length."""
    first, second = argument(first), argument(second)
    return InputError(
        f"`{first}` has {first_rows:,} rows but `{second}` has {second_rows:,}. They must describe the same cases. "
        "Pass data= with both columns, or align them first."
    )


def rows_reordered(first: str, second: str, labels: tuple[object, object], row: int, unique: bool) -> InputError:
    """Two pandas columns whose indices hold the same labels in another order."""
    first, second = argument(first), argument(second)
    align = f"Align them first, with {second}.loc[{first}.index]" if unique else "Sort both by one key first"
    return InputError(
        f"`{first}` and `{second}` have the same index labels in another order (row {row:,} is {quote(labels[0])} in "
        f"one and {quote(labels[1])} in the other), but rows are paired by position. {align}, or pass "
        ".to_numpy() of both if their order is right as it is."
    )


def rows_of_others(first: str, second: str, labels: tuple[object, object], row: int) -> InputError:
    """Two pandas columns whose indices name different rows."""
    first, second = argument(first), argument(second)
    return InputError(
        f"`{first}` and `{second}` have different index labels (row {row:,} is {quote(labels[0])} in one and "
        f"{quote(labels[1])} in the other), so they seem to describe different cases; rows are paired by position. "
        "Take both from one frame, or pass .to_numpy() of both if their order is right as it is."
    )


def empty(name: str) -> InputError:
    """A column without a single row."""
    return InputError(
        f"`{name}` has no rows. At least one case is needed to judge a model. "
        "Check the filter or the file that produced it."
    )


def nothing_left(dropped: int) -> InputError:
    """Every row had a gap."""
    return InputError(
        f"All {dropped:,} rows have a missing value, so none is left after missing='drop'. "
        "At least one complete case is needed. Check that the right columns were named."
    )


def missing_values(name: str, count: int, rows: Sequence[int]) -> InputError:
    """NaN, None or null among the values."""
    return InputError(
        f"`{argument(name)}` has {count:,} missing {_values(count)}{first_at(rows)}. "
        "Every case needs a value, because a dropped row changes the answer. "
        "Fill them in, or pass missing='drop' to leave those cases out and have the number noted."
    )


def missing_choice(value: object) -> InputError:
    """`missing` is neither of its two values."""
    return InputError(f"missing={quote(value)} is not a choice. It must be 'error' or 'drop'.")


def mixed_kinds(name: str, kinds: Sequence[tuple[str, object]], advice: str) -> InputError:
    """Labels of more than one type; `advice` says how to make them one."""
    shown = " and ".join(f"{kind} ({quote(example)})" for kind, example in kinds)
    return InputError(
        f"{name} {shown}. Labels must be of one kind, because 1 and '1' would count as two classes. {advice}"
    )


def strange_kind(name: str, value: object) -> InputError:
    """A label that is not a string, number or boolean."""
    return InputError(
        f"`{name}` holds {quote(value)}, a {type(value).__name__}. Labels must be strings, integers or booleans. "
        "Convert every value first, for instance with str(...)."
    )


def not_a_column(name: str, value: object) -> InputError:
    """Something that cannot be read as one column."""
    return InputError(
        f"`{name}` has the type {type(value).__name__}, which is not a column of values. "
        "Pass a list, a numpy array, a pandas, polars or pyarrow column, a torch tensor, "
        "or a column name together with data=."
    )


def wrong_dimensions(name: str, shape: tuple[int, ...]) -> InputError:
    """An array with too many axes, or without a column."""
    if 0 in shape:
        return InputError(f"`{name}` has shape {shape}, so it holds no values. Pass at least one column.")
    labels = ", or an indicator with one column per label" if len(shape) > 2 else ""
    return InputError(f"`{name}` has shape {shape}. One value per case was expected{labels}. {_one_axis(name, shape)}")


def _one_axis(name: str, shape: tuple[int, ...]) -> str:
    """Say how to get one value per case: all of them where each case has one, else the first of each."""
    if math.prod(shape) == max(shape, default=1):
        return f"Flatten it first, for instance with {name}.ravel()."
    return f"Pick one value per case first, for instance with {name}[:{', 0' * (len(shape) - 1)}]."


def floats_as_labels(name: str, example: float) -> InputError:
    """Fractional numbers where labels were expected."""
    return InputError(
        f"`{name}` holds fractional numbers (such as {example:.6g}), which cannot be labels. "
        "The second argument is what the model answered, not how strongly. Pass scores or probabilities as score=; "
        "if these are predicted numbers, pass task='regression'."
    )


def fractional_truth(name: str, example: float) -> InputError:
    """Fractional truth with a task that needs classes."""
    return InputError(
        f"`{name}` holds fractional numbers (such as {example:.6g}), so they cannot be classes. "
        "A classification needs strings, integers or booleans. Round or bin the column first; "
        "if they are numbers to predict, pass task='regression'."
    )


def unknown_column(name: str, columns: Sequence[str], where: str) -> InputError:
    """A column name the data do not have."""
    other = next((mark for mark in SEPARATORS if len(columns) == 1 and mark in str(columns[0])), None)
    if other is not None:
        return InputError(
            f"There is no column {quote(name)} in {where}: all of it is one column, {quote(columns[0])}. It seems to "
            f"be separated by {quote(other)}. Write it with commas, or with tabs and the suffix .tsv."
        )
    return InputError(
        f"There is no column {quote(name)} in {where}.{nearest(name, columns)} "
        f"Its columns are {quote_all(columns, 12)}."
    )


def name_without_data(argument: str, value: str) -> InputError:
    """A string where a column was expected, and no data to look it up in."""
    return InputError(
        f"`{argument}` is the text {quote(value)}, and no data= was given to look it up in. "
        "Pass data= with a frame or a file path, or hand over the values themselves."
    )


def column_with_data(argument: str, value: object) -> InputError:
    """Values where a column name was expected."""
    return InputError(
        f"With data=, `{argument}` must be a column name, but it has the type {type(value).__name__}. "
        "Name the column, or leave out data= and pass the values."
    )


def repeated_columns(counts: Mapping[str, int]) -> InputError:
    """A frame in which several columns have one name."""
    shown = ", ".join(f"{quote(name)} {count} times" for name, count in list(counts.items())[:6])
    return InputError(
        f"data= holds columns of the same name: {shown}. It is not clear which one is meant. "
        "Rename them, or leave the others out."
    )


def not_a_frame(value: object) -> InputError:
    """`data` is nothing we can read."""
    several = ""
    if isinstance(value, tuple | list) and len(value) > 1:
        several = " Several tables are joined by a key: name the column that both have, as in on='id'."
    return InputError(
        f"data= has the type {type(value).__name__}. A frame that narwhals knows (pandas, polars, pyarrow ...) "
        f"or a path to a csv, tsv, parquet, jsonl or arrow file was expected.{several}"
    )


BROUGHT_HERE = {"dask": ".compute()", "spark": ".toArrow()", "duckdb": ".pl()", "ibis": ".to_polars()",
                "sqlframe": ".toArrow()"}  # fmt: skip
"""How the rows of a frame that is elsewhere are brought here, by the last word of what the engine is called."""


def rows_elsewhere(engine: str) -> InputError:
    """Rows that stay where they are, and a call that needs the cases themselves; `engine` reads "on Dask"."""
    bring = BROUGHT_HERE.get(engine.split()[-1].casefold(), ".collect()")
    return InputError(
        f"The cases of data= are reduced {engine} and never gathered, but this call needs the cases themselves: "
        "several outputs of a regression, groups of sets of labels, texts that are compared, grouped or sliced, and "
        f"outcomes do. Bring the columns that are judged here first, with data{bring}, or write them to a parquet file "
        "and pass its path."
    )


def negative_weights(name: str, count: int, rows: Sequence[int]) -> InputError:
    """Weights below zero."""
    return InputError(
        f"`{name}` has {count:,} negative {_values(count)}{first_at(rows)}. "
        "A weight says how much a case counts, so it must be at least 0. Correct or drop those rows."
    )


def infinite_weights(name: str, count: int, rows: Sequence[int]) -> InputError:
    """Infinite weights."""
    return InputError(
        f"`{name}` has {count:,} infinite {_values(count)}{first_at(rows)}. "
        "A weight must be finite. Correct or drop those rows."
    )


def zero_weights(name: str) -> InputError:
    """Every weight is zero."""
    return InputError(
        f"All weights in `{name}` are 0, so no case counts. At least one must be positive. Check the column."
    )


def _values(count: int) -> str:
    return "value" if count == 1 else "values"
