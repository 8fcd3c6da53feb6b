"""The working of a test: its formula with the numbers in it, as one would write it on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Working = Callable[[Mapping[str, float]], str]


def _mcnemar(given: Mapping[str, float]) -> str:
    b, c = given["b"], given["c"]
    if b + c == 0:
        return "χ² = (b - c)² / (b + c), with b + c = 0: nothing tells the models apart"
    return f"χ² = (b - c)² / (b + c) = ({b:g} - {c:g})² / ({b:g} + {c:g}) = {(b - c) ** 2 / (b + c):.4g}"


def _wald(given: Mapping[str, float]) -> str:
    p = given["successes"] / given["n"]
    return f"p ± z √(p (1 - p) / n) = {p:.4g} ± z √({p:.4g} · {1 - p:.4g} / {given['n']:g})"


def _wilson(given: Mapping[str, float]) -> str:
    x, n = given["successes"], given["n"]
    return f"(x + z²/2 ± z √(x (n - x)/n + z²/4)) / (n + z²) with x = {x:g}, n = {n:g}, z = 1.96 at a level of 0.95"


def _two_proportions(given: Mapping[str, float]) -> str:
    p, q = given["x1"] / given["n1"], given["x2"] / given["n2"]
    return (
        f"z = (p1 - p2) / √(p1 (1 - p1)/n1 + p2 (1 - p2)/n2) = ({p:.4g} - {q:.4g}) / "
        f"√({p:.4g} · {1 - p:.4g} / {given['n1']:g} + {q:.4g} · {1 - q:.4g} / {given['n2']:g})"
    )


def _newcombe(given: Mapping[str, float]) -> str:
    p, q = given["x1"] / given["n1"], given["x2"] / given["n2"]
    return f"d - √((p1 - l1)² + (u2 - p2)²) to d + √((u1 - p1)² + (p2 - l2)²) with d = {p:.4g} - {q:.4g} = {p - q:.4g}"


WORKINGS: Mapping[str, Working] = {
    "mcnemar": _mcnemar,
    "wald": _wald,
    "wilson": _wilson,
    "two_proportions_z": _two_proportions,
    "newcombe": _newcombe,
}
"""Functions whose arguments are a few numbers, with how their formula is written."""


def working(name: str, given: Mapping[str, object]) -> str | None:
    """Return the formula with its numbers, None for a function whose working is no line.

    >>> working("mcnemar", {"b": 10, "c": 3})
    'χ² = (b - c)² / (b + c) = (10 - 3)² / (10 + 3) = 3.769'
    """
    if name not in WORKINGS:
        return None
    numbers = {key: float(value) for key, value in given.items() if isinstance(value, int | float)}
    try:
        return WORKINGS[name](numbers)
    except (KeyError, ZeroDivisionError):
        return None
