"""The working of intervals and tests of counts: their formulas with the numbers of an example in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy import stats

from assay.stats.workings_of_samples import Given, Numbers, numbers, quantile_of


def _plain(given: Given, *names: str) -> list[float]:
    return [float(numbers(given[name])) for name in names]


def _mcnemar(given: Given) -> str:
    b, c = _plain(given, "b", "c")
    if b + c == 0:
        return "χ² = (b - c)² / (b + c), with b + c = 0: nothing tells the models apart"
    return f"χ² = (b - c)² / (b + c) = ({b:g} - {c:g})² / ({b:g} + {c:g}) = {(b - c) ** 2 / (b + c):.4g}"


def _wald(given: Given) -> str:
    x, n = _plain(given, "successes", "n")
    p, z = x / n, quantile_of(given)
    half = z * math.sqrt(p * (1 - p) / n)
    return (f"p ± z √(p (1 - p) / n) = {p:.4g} ± {z:.4g} √({p:.4g} · {1 - p:.4g} / {n:g}) = "
            f"{p - half:.4g} to {p + half:.4g}")  # fmt: skip


def _wilson(given: Given) -> str:
    x, n = _plain(given, "successes", "n")
    z = quantile_of(given)
    root = z * math.sqrt(x * (n - x) / n + z**2 / 4)
    low, high = ((x + z**2 / 2 + side * root) / (n + z**2) for side in (-1, 1))
    return (f"(x + z²/2 ± z √(x (n - x)/n + z²/4)) / (n + z²) = ({x:g} + {z:.4g}²/2 ± {z:.4g} √({x:g} · {n - x:g}/"
            f"{n:g} + {z:.4g}²/4)) / ({n:g} + {z:.4g}²) = {low:.4g} to {high:.4g}")  # fmt: skip


def _agresti_coull(given: Given) -> str:
    x, n = _plain(given, "successes", "n")
    z = quantile_of(given)
    m, p = n + z**2, (x + z**2 / 2) / (n + z**2)
    half = z * math.sqrt(p * (1 - p) / m)
    return (f"p' ± z √(p' (1 - p') / n') with n' = n + z² = {m:.4g}, p' = (x + z²/2) / n' = {p:.4g} = "
            f"{max(p - half, 0):.4g} to {min(p + half, 1):.4g}")  # fmt: skip


def _two_proportions(given: Given) -> str:
    x1, n1, x2, n2 = _plain(given, "x1", "n1", "x2", "n2")
    p, q = x1 / n1, x2 / n2
    z = (p - q) / math.sqrt(p * (1 - p) / n1 + q * (1 - q) / n2)
    return (f"z = (p1 - p2) / √(p1 (1 - p1)/n1 + p2 (1 - p2)/n2) = ({p:.4g} - {q:.4g}) / "
            f"√({p:.4g} · {1 - p:.4g} / {n1:g} + {q:.4g} · {1 - q:.4g} / {n2:g}) = {z:.4g}")  # fmt: skip


def _newcombe(given: Given) -> str:
    x1, n1, x2, n2 = _plain(given, "x1", "n1", "x2", "n2")
    p, q, z = x1 / n1, x2 / n2, quantile_of(given)
    (l1, u1), (l2, u2) = (
        [(x + z**2 / 2 + side * z * math.sqrt(x * (n - x) / n + z**2 / 4)) / (n + z**2) for side in (-1, 1)]
        for x, n in ((x1, n1), (x2, n2))
    )
    low, high = p - q - math.hypot(p - l1, u2 - q), p - q + math.hypot(u1 - p, q - l2)
    return (f"d - √((p1 - l1)² + (u2 - p2)²) to d + √((u1 - p1)² + (p2 - l2)²) with Wilson's limits {l1:.4g}, {u1:.4g} "
            f"and {l2:.4g}, {u2:.4g}, d = {p:.4g} - {q:.4g} = {low:.4g} to {high:.4g}")  # fmt: skip


def _agresti_min(given: Given) -> str:
    b, c, n = _plain(given, "b", "c", "n")
    b, c, n, z = b + 0.5, c + 0.5, n + 2, quantile_of(given)
    d = (b - c) / n
    half = z * math.sqrt(((b + c) / n - d**2) / n)
    return (f"d ± z √(((b + c)/n - d²)/n) with b = {b:g}, c = {c:g}, n = {n:g}, d = {d:.4g} = "
            f"{d - half:.4g} to {d + half:.4g}")  # fmt: skip


def _against_expected(observed: Numbers, expected: Numbers) -> str:
    terms = [f"({o:g} - {e:.4g})²/{e:.4g}" for o, e in zip(observed.ravel(), expected.ravel(), strict=True)]
    value = float(((observed - expected) ** 2 / expected).sum())
    return f"χ² = Σ (observed - expected)² / expected = {' + '.join(terms)} = {value:.4g}"


def _fit(given: Given) -> str:
    observed = numbers(given["observed"])
    return _against_expected(observed, np.full(len(observed), observed.mean()))


def _expected(table: Numbers) -> Numbers:
    return np.asarray(table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum())


def _independence(given: Given) -> str:
    table = numbers(given["table"])
    return _against_expected(table, _expected(table))


def _g_test(given: Given) -> str:
    table = numbers(given["table"])
    expected = _expected(table)
    terms = [f"{o:g} ln({o:g}/{e:.4g})" for o, e in zip(table.ravel(), expected.ravel(), strict=True)]
    value = 2 * float((table * np.log(table / expected)).sum())
    return f"G = 2 Σ observed ln(observed / expected) = 2 ({' + '.join(terms)}) = {value:.4g}"


def _fisher(given: Given) -> str:
    table = numbers(given["table"])
    (a, b), (c, d) = table
    n, first, own = float(table.sum()), a + b, a + c
    every = np.arange(max(0, first + own - n), min(first, own) + 1)
    chances = stats.hypergeom.pmf(every, n, own, first)
    here = float(stats.hypergeom.pmf(a, n, own, first))
    adding = [f"{chance:.4g}" for chance in chances if chance <= here * (1 + 1e-7)]
    return (f"P(a) = C(a + c, a) C(b + d, b) / C(n, a + b) = C({own:g}, {a:g}) C({b + d:g}, {b:g}) / C({n:g}, "
            f"{first:g}) = {here:.4g}; p adds those no more probable = {' + '.join(adding)} = "
            f"{float(chances[chances <= here * (1 + 1e-7)].sum()):.4g}")  # fmt: skip


def _cochran(given: Given) -> str:
    table = numbers(given["table"])
    k, columns, rows = table.shape[1], table.sum(axis=0), table.sum(axis=1)
    top = (k - 1) * (k * float((columns**2).sum()) - float(columns.sum()) ** 2)
    bottom = k * float(rows.sum()) - float((rows**2).sum())
    squares = " + ".join(f"{own:g}²" for own in columns)
    return (f"Q = (k - 1)(k Σ C² - (Σ C)²) / (k Σ R - Σ R²) = {k - 1} · ({k} · ({squares}) - {columns.sum():g}²) / "
            f"({k} · {rows.sum():g} - {(rows**2).sum():g}) = {top / bottom:.4g}")  # fmt: skip


def _fleiss(given: Given) -> str:
    table = numbers(given["table"])
    raters = float(table[0].sum())
    alike = float(((table * (table - 1)).sum(axis=1) / (raters * (raters - 1))).mean())
    chance = float(((table.sum(axis=0) / table.sum()) ** 2).sum())
    return (f"κ = (agreement - chance) / (1 - chance) = ({alike:.4g} - {chance:.4g}) / (1 - {chance:.4g}) = "
            f"{(alike - chance) / (1 - chance):.4g}")  # fmt: skip


def _precision(given: Given) -> str:
    recall, alarms, share = (float(numbers(value)) for value in given.values())
    right, wrong = recall * share, alarms * (1 - share)
    return (f"TPR π / (TPR π + FPR (1 - π)) = {recall:g} · {share:g} / ({recall:g} · {share:g} + {alarms:g} · "
            f"{1 - share:g}) = {right / (right + wrong):.4g}")  # fmt: skip


def _cohens_h(given: Given) -> str:
    p, q = (float(numbers(value)) for value in given.values())
    h = 2 * math.asin(math.sqrt(p)) - 2 * math.asin(math.sqrt(q))
    return f"h = 2 asin √p1 - 2 asin √p2 = 2 asin √{p:g} - 2 asin √{q:g} = {h:.4g}"


OF_COUNTS: Mapping[str, Callable[[Given], str]] = {
    "mcnemar": _mcnemar, "wald": _wald, "wilson": _wilson, "agresti_coull": _agresti_coull,
    "two_proportions_z": _two_proportions, "newcombe": _newcombe, "agresti_min": _agresti_min, "chi_square_fit": _fit,
    "chi_square_independence": _independence, "g_test": _g_test, "fisher_exact": _fisher, "cochran_q": _cochran,
    "fleiss_kappa": _fleiss, "precision_at_prevalence": _precision, "cohens_h": _cohens_h,
}  # fmt: skip
"""Functions of counts and rates, with how their formula is written."""
