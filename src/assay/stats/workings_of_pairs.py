"""The working of tests of all pairs, of the first sample and the last, and of effects of two samples."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy import stats

from assay.stats.workings_of_samples import Given, Numbers, numbers, several


def _ends(given: Given) -> tuple[list[Numbers], float, float, float]:
    """Return the samples, the first mean and the last, and the mean square within."""
    parts = several(given)
    within = sum(float(((part - part.mean()) ** 2).sum()) for part in parts) / sum(len(part) - 1 for part in parts)
    return parts, float(parts[0].mean()), float(parts[-1].mean()), within


def _dunn(given: Given) -> str:
    parts = several(given)
    n, ranks = sum(map(len, parts)), stats.rankdata(np.concatenate(parts))
    one, last = float(ranks[: len(parts[0])].mean()), float(ranks[-len(parts[-1]) :].mean())
    root = math.sqrt(n * (n + 1) / 12 * (1 / len(parts[0]) + 1 / len(parts[-1])))
    return (f"first and last: z = |R1 - R3| / √(N (N + 1)/12 · (1/n1 + 1/n3)) = |{one:g} - {last:g}| / √({n} · {n + 1}"
            f"/12 · (1/{len(parts[0])} + 1/{len(parts[-1])})) = {abs(one - last) / root:.4g}")  # fmt: skip


def _tukey(given: Given) -> str:
    parts, one, last, within = _ends(given)
    sizes = 1 / len(parts[0]) + 1 / len(parts[-1])
    q = abs(one - last) / math.sqrt(within / 2 * sizes)
    return (f"first and last: q = |m1 - m3| / √(MSE/2 · (1/n1 + 1/n3)) = |{one:g} - {last:g}| / √({within:.4g}/2 · "
            f"{sizes:.4g}) = {q:.4g}")  # fmt: skip


def _games_howell(given: Given) -> str:
    parts, one, last, _ = _ends(given)
    first, other = (float(part.var(ddof=1)) / len(part) for part in (parts[0], parts[-1]))
    q = abs(one - last) / math.sqrt((first + other) / 2)
    return (f"first and last: q = |m1 - m3| / √((s1²/n1 + s3²/n3)/2) = |{one:g} - {last:g}| / √(({first:.4g} + "
            f"{other:.4g})/2) = {q:.4g}")  # fmt: skip


def _dunnett(given: Given) -> str:
    parts, one, last, within = _ends(given)
    sizes = 1 / len(parts[0]) + 1 / len(parts[-1])
    t = abs(last - one) / math.sqrt(within * sizes)
    return (f"last and control: t = |m3 - m0| / √(MSE (1/n3 + 1/n0)) = |{last:g} - {one:g}| / √({within:.4g} · "
            f"{sizes:.4g}) = {t:.4g}")  # fmt: skip


def _mean_ranks(given: Given) -> tuple[int, int, Numbers]:
    table = numbers(given["table"])
    ranks = np.asarray(stats.rankdata(-table, axis=1))
    return len(table), table.shape[1], ranks


def _conover(given: Given) -> str:
    n, k, ranks = _mean_ranks(given)
    sums = ranks.sum(axis=0)
    squares = float((ranks**2).sum())
    degrees = (n - 1) * (k - 1)
    root = math.sqrt(2 * n * (squares - float((sums**2).sum()) / n) / degrees)
    return (f"first and last: t = |R1 - R{k}| / √(2 (N Σ r² - Σ R²) / ((N - 1)(k - 1))) = |{sums[0]:g} "
            f"- {sums[-1]:g}| / "
            f"√(2 ({n} · {squares:g} - {(sums**2).sum():g}) / {degrees}) = "
            f"{abs(sums[0] - sums[-1]) / root:.4g}")  # fmt: skip


def _siegel_castellan(given: Given) -> str:
    n, k, ranks = _mean_ranks(given)
    means = ranks.mean(axis=0)
    z = abs(means[0] - means[-1]) / math.sqrt(k * (k + 1) / (6 * n))
    return (f"first and last: z = |R1 - R{k}| / √(k (k + 1) / (6 N)) = |{means[0]:g} - {means[-1]:g}| / "
            f"√({k} · {k + 1} / "
            f"(6 · {n})) = {z:.4g}")  # fmt: skip


def _above(given: Given) -> tuple[float, float, int]:
    first, second = numbers(given["first"]), numbers(given["second"])
    gaps = first[:, None] - second
    return float((gaps > 0).sum()), float((gaps < 0).sum()), gaps.size


def _cliffs_delta(given: Given) -> str:
    above, below, pairs = _above(given)
    return (
        f"δ = (pairs above - pairs below) / pairs = ({above:g} - {below:g}) / {pairs} = {(above - below) / pairs:.4g}"
    )


def _vargha_delaney(given: Given) -> str:
    above, below, pairs = _above(given)
    alike = pairs - above - below
    return (f"A = (pairs above + half of those alike) / pairs = ({above:g} + {alike:g}/2) / {pairs} = "
            f"{(above + alike / 2) / pairs:.4g}")  # fmt: skip


def _hedges_g(given: Given) -> str:
    first, second = numbers(given["first"]), numbers(given["second"])
    n = len(first) + len(second)
    spread = math.sqrt((first.var(ddof=1) * (len(first) - 1) + second.var(ddof=1) * (len(second) - 1)) / (n - 2))
    gap = float(first.mean() - second.mean())
    return (f"g = d (1 - 3 / (4 (n - 2) - 1)) = {gap:.4g} / {spread:.4g} · (1 - 3 / (4 · {n - 2} - 1)) = "
            f"{gap / spread * (1 - 3 / (4 * (n - 2) - 1)):.4g}")  # fmt: skip


def _ks(given: Given) -> str:
    first, second = numbers(given["first"]), numbers(given["second"])
    ends = np.concatenate([first, second])
    shares = [np.asarray((part[:, None] <= ends).mean(axis=0)) for part in (first, second)]
    place = int(np.argmax(np.abs(shares[0] - shares[1])))
    f, g = shares[0][place], shares[1][place]
    return f"D = max |F1(x) - F2(x)|, at x = {ends[place]:g}: |{f:.4g} - {g:.4g}| = {abs(f - g):.4g}"


def _delong(given: Given) -> str:
    truth = numbers(given["truth"]) > 0
    parts = []
    for scores in (numbers(given["first"]), numbers(given["second"])):
        gaps = scores[truth][:, None] - scores[~truth]
        parts.append((gaps > 0) + (gaps == 0) / 2)
    gap = float((parts[0] - parts[1]).mean())
    by_row, by_column = ((parts[0] - parts[1]).mean(axis=axis) for axis in (1, 0))
    spread = float(by_row.var(ddof=1) / len(by_row) + by_column.var(ddof=1) / len(by_column))
    return (f"z = (A1 - A2) / √(S10/m + S01/n) = ({parts[0].mean():.4g} - {parts[1].mean():.4g}) / √{spread:.4g} = "
            f"{gap / math.sqrt(spread):.4g}")  # fmt: skip


OF_PAIRS: Mapping[str, Callable[[Given], str]] = {
    "dunn": _dunn, "tukey_hsd": _tukey, "games_howell": _games_howell, "dunnett": _dunnett, "conover": _conover,
    "siegel_castellan": _siegel_castellan, "cliffs_delta": _cliffs_delta, "vargha_delaney": _vargha_delaney,
    "hedges_g": _hedges_g, "ks": _ks, "delong_test": _delong,
}  # fmt: skip
"""Functions of pairs, with how their formula is written."""
