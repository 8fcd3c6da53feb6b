"""Messages about files: which one, what is wrong with it, what would work."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from assay.errors.tree import FileError, InputError, nearest_name, quote, quote_all


def rows_in_another_order(key: str, first: str, second: str, row: int, values: tuple[object, object]) -> FileError:
    """Two files side by side that share a column of names, in another order."""
    return FileError(
        f"{first} and {second} both have a column {key!r}, and not in the same order (row {row:,} is "
        f"{quote(values[0])} in one and {quote(values[1])} in the other), but files side by side are paired by "
        f"position. Pass on={key!r} to join them by key."
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


def not_a_file(path: str, what: str) -> FileError:
    """A pipe, a device or a socket."""
    return FileError(
        f"{path} is {what}, not a file. Files are read more than once. Save what it gives as a file, and name that."
    )


def unusable_path(path: str, reason: str) -> FileError:
    """A path that the file system refuses."""
    return FileError(f"{quote(path)} cannot be opened: {reason}. Check the path.")


def remote(path: str, scheme: str) -> FileError:
    """An address on another machine."""
    return FileError(
        f"{path} is an address ({scheme}), and only files on this machine are read. Download it first, or pass a "
        "DuckDB relation or a Spark frame over it as data=."
    )


def file_address(path: str) -> FileError:
    """The address of a file instead of its path."""
    place = "/" + path.partition(":")[2].lstrip("/")
    return FileError(f"{path} is an address. A path was expected. Write {place!r}.")


def no_match(pattern: str) -> FileError:
    """A pattern that no file has."""
    return FileError(
        f"No file matches the pattern {pattern} (hidden files and markers as _SUCCESS aside). Check it, for instance "
        "with ls."
    )


def empty_folder(path: str, known: Sequence[str]) -> FileError:
    """A folder without files to read."""
    return FileError(
        f"The folder {path} holds no table (looked for: {', '.join(known)}; hidden files and markers as _SUCCESS "
        "aside). Name a folder whose files are the parts of one table, or one file."
    )


def mixed_suffixes(path: str, names: Mapping[str, Sequence[str]]) -> FileError:
    """Files of several kinds where the parts of one table were expected."""
    kinds = "; ".join(
        f"{len(files):,} {suffix or 'without a suffix'} ({quote_all(files, 2)})" for suffix, files in names.items()
    )
    wanted = next(iter(names))
    return FileError(
        f"{path} names files of several kinds: {kinds}. The parts of one table have one suffix. Say which files are "
        f"meant by a pattern that ends in *{wanted}."
    )


def folders_among_files(path: str, names: Sequence[str]) -> FileError:
    """Folders where the parts of one table were expected."""
    return FileError(
        f"{path} holds folders besides its files, or folders that name no value as day=2026-01-01 does: "
        f"{quote_all(names, 3)}. Name the files themselves by a pattern, where ** stands for any folders."
    )


def table_with_log(path: str, kind: str) -> FileError:
    """A folder whose files hold rows that were deleted since."""
    return FileError(
        f"{path} is a {kind} table: its log says which of its files count, and they hold rows that were deleted since. "
        f"Read it with a reader of {kind} and pass the frame, or save it as parquet."
    )


def part_without_column(path: str, column: str, other: str) -> FileError:
    """A part of a table that lacks a column."""
    return FileError(
        f"{path} has no column {quote(column)}, but {other} has one. The parts of one table have the same columns. "
        "Name only the files that belong together, or write the column into all of them."
    )


def part_types(column: str, first: str, kind: str, second: str, other: str) -> FileError:
    """Parts of a table whose columns hold different things."""
    return FileError(
        f"{quote(column)} holds {kind} in {first} and {other} in {second}. The parts of one table hold the same. "
        "Convert one of them."
    )


def partition_in_file(column: str, path: str) -> FileError:
    """A column that stands in the file and in the name of its folder."""
    return FileError(
        f"{path} has a column {quote(column)}, and the name of its folder gives it one too. Rename one of them, or "
        "name the file itself."
    )


def empty(path: str) -> FileError:
    """A file without content."""
    return FileError(f"{path} is empty (0 bytes). A table with a header and at least one row was expected.")


def unknown_suffix(path: str, known: Sequence[str]) -> FileError:
    """A suffix that says nothing to us."""
    return FileError(
        f"{path} has a suffix that is not known. Files are read by suffix: {', '.join(known)}. "
        "Export the table as csv or parquet, or rename a file that is of one of these kinds already."
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


def not_packed(path: str, packing: str) -> FileError:
    """A suffix that promises a packed file."""
    return FileError(
        f"{path} is not packed with {packing}, as its suffix says. Rename it without that suffix, or pack it again."
    )


def damaged_archive(path: str, packing: str, detail: str) -> FileError:
    """A packed file that cannot be unpacked."""
    return FileError(
        f"{path} is packed with {packing} and damaged: {detail.rstrip('.')}. It may be cut short. Copy it again, or "
        "pack it again."
    )


def endless_line(path: str, most: int) -> FileError:
    """A packed file whose first lines would fill the memory."""
    return FileError(
        f"{path} holds a line of more than {most} MiB among its first two when it is unpacked. A table with one row "
        "per line was expected. Unpack it and look at its first bytes."
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


def no_picture_with_band(path: str) -> FileError:
    """A band asked for in a report that holds no pictures."""
    return FileError(
        f"A band can be chosen where curves are drawn, but {path} holds no pictures. "
        "Leave band= out, or write a .html page."
    )


def no_folder(path: str, folder: str) -> FileError:
    """A report path in a folder that does not exist."""
    return FileError(f"Nothing can be written to {path}: there is no folder {folder}. Create it first.")


def unwritable(path: str, detail: str) -> FileError:
    """A report path that cannot be written."""
    return FileError(f"Nothing can be written to {path}: {detail}. Choose another path.")


def output_full(reason: str) -> FileError:
    """Standard output that takes no more."""
    return FileError(f"Standard output takes no more: {reason}. Free some space, or send the output elsewhere.")


def no_memory() -> InputError:
    """Work that does not fit into memory."""
    return InputError(
        "The memory of this machine is full. Pass fewer columns or metrics, or the data as a file: files are read in "
        "parts."
    )
