"""Short tables in plain text, for values that show themselves in a session."""

from __future__ import annotations

from collections.abc import Sequence


def short_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Line columns up: the first to the left, the others to the right.

    >>> print(short_table(["rule", "recall"], [["best f1", "0.81"], ["Youden", "0.9"]]))
    rule     recall
    best f1    0.81
    Youden      0.9
    """
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    first, *others = widths
    return "\n".join(
        "  ".join([line[0].ljust(first), *(cell.rjust(width) for cell, width in zip(line[1:], others, strict=True))])
        for line in lines
    )
