"""Messages about blocks of consecutive cases."""

from __future__ import annotations

from assay.errors.tree import InputError, quote


def bad_blocks(value: object) -> InputError:
    """A length of blocks that is none."""
    return InputError(
        f"blocks={quote(value)} says no length of blocks. A whole number of cases from 1 on was expected, such as "
        "blocks=24 for the days of hourly cases, or blocks='auto'. Where a column names what was "
        "drawn, pass it as group=."
    )


def blocks_beside(argument: str) -> InputError:
    """Blocks together with what they exclude."""
    why = {
        "group": "Both say what was drawn together. Leave one of them out",
        "on": "Rows that are joined by a key have no order of their own. Join and sort the tables by time first, and "
        "pass the one table as data=",
        "counts": "A ready table has no rows in an order. Leave blocks= out",
    }[argument]
    return InputError(f"blocks= counts consecutive cases, and {argument}= was given as well. {why}.")


def no_order(engine: str) -> InputError:
    """Blocks of rows without an order."""
    return InputError(
        f"blocks= counts consecutive cases, and rows {engine} have no order. Name a column of dates or periods as "
        "group= instead, or hand over the rows sorted by time in a file or a frame in memory."
    )


def one_block(length: int, rows: int) -> InputError:
    """All cases in one block."""
    return InputError(
        f"blocks={length} leaves one block of {rows:,} cases, and nothing says how far another block would be off. "
        f"Pass blocks={max(rows // 10, 1)} or fewer for at least 10 blocks, or blocks='auto'."
    )
