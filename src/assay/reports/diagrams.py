"""Pictures in text: where the models stand on the scale of mean ranks, and which cannot be told apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from assay.reports.words import plain_label

WIDTH = 49
"""Odd, so that the middle has a place, and with names on both sides within 80 columns."""


def critical_difference_diagram(
    ranks: Mapping[object, float], groups: Sequence[Sequence[object]], critical: float | None = None
) -> str:
    """Draw mean ranks on a line, best on the left, and a bar under every group of models not told apart.

    >>> print(critical_difference_diagram({"a": 1.0, "b": 1.5, "c": 3.0}, [("a", "b")]))
    mean rank    1                       2                       3
                 ├───────────────────────┼───────────────────────┤
    a       1.00 ●
    b       1.50             ●
    c       3.00                                                 ●
                 ┝━━━━━━━━━━━┥
    """
    k = len(ranks)
    order = sorted(ranks, key=lambda model: ranks[model])
    names = {model: plain_label(model, 40) for model in order}
    wide = max(max(map(len, names.values())), 6)
    indent = " " * (wide + 7)

    def place(rank: float) -> int:
        return round((rank - 1) / (k - 1) * (WIDTH - 1)) if k > 1 else 0

    lines = [*_axis(k, wide, place)]
    lines += [f"{names[model]:<{wide}} {ranks[model]:5.2f} {' ' * place(ranks[model])}●" for model in order]
    for group in groups:
        if len(group) > 1:
            ends = [place(ranks[model]) for model in group]
            low, high = min(ends), max(ends)
            bar = "┝" + "━" * (high - low - 1) + "┥" if high > low else "┃"
            lines.append(f"{indent}{' ' * low}{bar}")
    if critical is not None:
        length = max(round(critical / (k - 1) * (WIDTH - 1)), 1)
        lines.insert(0, f"{indent}├{'─' * (length - 1)}┤ critical difference {critical:.3f}")
    return "\n".join(line.rstrip() for line in lines)


def _axis(k: int, wide: int, place: Callable[[float], int]) -> tuple[str, str]:
    """Return the numbers and the line of the scale; of many ranks, about ten are written."""
    step = max(1, -(-k // 10))
    marks = [rank for rank in range(1, k + 1) if rank == k or (rank - 1) % step == 0]
    numbers, rule = [" "] * (WIDTH + 3), ["─"] * WIDTH
    for rank in marks:
        at = place(rank)
        for shift, letter in enumerate(str(rank)):
            numbers[at + shift] = letter
        rule[at] = "┼"
    rule[0], rule[-1] = "├", "┤"
    heading = "mean rank"
    return f"{heading:<{wide + 7}}{''.join(numbers)}", f"{' ' * (wide + 7)}{''.join(rule)}"
