"""Messages about files: which one, what is wrong with it, what would work."""

from __future__ import annotations

import os
from collections.abc import Sequence

from assay.errors.tree import FileError, nearest_name, quote, quote_all


def rows_in_another_order(key: str, first: str, second: str, row: int, values: tuple[object, object]) -> FileError:
    """Two files side by side that share a column of names, in another order."""
    return FileError(
        f"{first} and {second} both have a column {key!r}, and not in the same order (row {row:,} is "
        f"{quote(values[0])} in one and {quote(values[1])} in the other), but files side by side are paired by "
        f"position. Pass on={key!r} (--on {key}) to join them by key."
    )


def not_found(path: str, siblings: Sequence[str]) -> FileError:
    """No file at that path."""
    folder, name = os.path.split(path)
    match = nearest_name(name, siblings)
    hint = "" if match is None else f" Did you mean {os.path.join(folder, match)!r}?"
    return FileError(f"There is no file {path}.{hint} Check the path.")


def is_a_folder(path: str) -> FileError:
    """A folder where a file was expected."""
    return FileError(f"{path} is a folder. A file was expected. Name one of the files in it.")


def empty(path: str) -> FileError:
    """A file without content."""
    return FileError(f"{path} is empty (0 bytes). A table with a header and at least one row was expected.")


def unknown_suffix(path: str, known: Sequence[str]) -> FileError:
    """A suffix that says nothing to us."""
    return FileError(
        f"{path} has a suffix that is not known. Files are read by suffix: {', '.join(known)}. "
        "Rename the file to say what it holds."
    )


def coco_file(path: str) -> FileError:
    """Annotations of images where a table was expected."""
    return FileError(
        f"{path} holds boxes or annotations as COCO writes them, not a table. Pass task='detection' to judge them, "
        "with the annotations first and the detections second."
    )


def json_file(path: str) -> FileError:
    """One JSON document where a table was expected."""
    return FileError(
        f"{path} is one JSON document, which is no table. Write one object per line and call the file .jsonl, or save "
        "it as csv or parquet."
    )


def unreadable(path: str, kind: str, detail: str) -> FileError:
    """The content is not what the suffix says, or is cut short."""
    return FileError(
        f"{path} cannot be read as {kind}: {detail}. The file may be truncated, or its suffix may not say what it "
        "holds. Write it again, or rename it."
    )


def not_permitted(path: str) -> FileError:
    """The file may not be opened."""
    return FileError(
        f"{path} may not be read by this user. Change its permissions, for instance with chmod u+r, or ask its owner "
        "for a copy."
    )


def rows_differ(first: str, first_rows: int, second: str, second_rows: int) -> FileError:
    """Two files that should hold the same cases."""
    return FileError(
        f"{first} has {first_rows:,} rows but {second} has {second_rows:,}. "
        "They are read side by side, so they must hold the same cases in the same order. Join them into one file first."
    )


def column_in_both(names: Sequence[str], first: str, second: str) -> FileError:
    """Both files hold a column that was asked for."""
    return FileError(
        f"Both {first} and {second} have a column {quote_all(names)}, so it is not clear which one is meant. "
        "Rename it in one of the files."
    )


def repeated_column(name: str, count: int, path: str) -> FileError:
    """A header that holds a name more than once."""
    return FileError(
        f"The header of {path} holds the column {quote(name)} {count} times, so it is not clear which one is meant. "
        "Rename or delete the others."
    )


def unknown_report(path: str, known: Sequence[str]) -> FileError:
    """A report path with a suffix that names no format."""
    return FileError(
        f"A report cannot be written to {path}: its suffix names no format. "
        f"The suffix chooses the format: {', '.join(known)}. Change the suffix."
    )


def no_folder(path: str, folder: str) -> FileError:
    """A report path in a folder that does not exist."""
    return FileError(f"Nothing can be written to {path}: there is no folder {folder}. Create it first.")


def unwritable(path: str, detail: str) -> FileError:
    """A report path that cannot be written."""
    return FileError(f"Nothing can be written to {path}: {detail}. Choose another path.")
