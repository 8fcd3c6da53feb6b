"""The outcome of a statistical test: a p-value never travels alone either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.results.levels import rejects
from assay.results.rendering import render
from assay.results.short_tables import short_table

if TYPE_CHECKING:
    import altair as alt

MOST_SHOWN = 12
"""So many models of a test of all pairs fit a line of a session."""


@dataclass(frozen=True, eq=False)
class Test:
    """What was tested, how, and what came out.

    `p_value` is one number; of a test that compares every pair, a square table. `effect` is the quantity that the null
    hypothesis is about, with an interval at `level`. `more` holds what only this test has, and reads as an attribute.

    >>> test = Test("binomial", 15, (), 0.04, null="the success rate is 0.5", more={"n": 20})
    >>> test.significant, test.n, test.decision
    (True, 20, 'reject')
    """

    __test__ = False

    method: str
    statistic: float | NDArray[np.float64]
    df: tuple[float, ...]
    p_value: float | NDArray[np.float64]
    null: str
    alternative: str = "two-sided"
    effect: float | NDArray[np.float64] = float("nan")
    low: float = float("nan")
    high: float = float("nan")
    level: float = 0.95
    notes: tuple[str, ...] = ()
    more: Mapping[str, object] = field(default_factory=dict)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") or name == "more" or name not in self.more:
            raise AttributeError(f"this test has no {name!r}")
        return self.more[name]

    @property
    def significant(self) -> bool | NDArray[np.bool_]:
        """Whether p <= 1 - level, for every pair if there are several."""
        rejected = rejects(self.p_value, self.level)
        return bool(rejected) if rejected.ndim == 0 else rejected

    @property
    def confidence(self) -> float | NDArray[np.float64]:
        """The two-sided confidence 1 - p."""
        return 1 - self.p_value

    @property
    def decision(self) -> str:
        """What to do with the null hypothesis; it is never accepted."""
        if np.ndim(self.p_value):
            raise TypeError("each pair has a decision of its own; see `significant`")
        return "reject" if self.significant else "fail to reject"

    def __str__(self) -> str:
        return render(self, "terminal")

    def _repr_html_(self) -> str:
        """Show the test in a notebook."""
        return render(self, "notebook")

    def __repr__(self) -> str:
        if np.ndim(self.p_value):
            return self._pairs()
        degrees = f", df {', '.join(f'{part:g}' for part in self.df)}" if self.df else ""
        numbers = f"statistic {self.statistic:.6g}{degrees}, p {self.p_value:.4g}"
        return f"<{self.method}: {numbers}: {self.decision} that {self.null}>"

    def _pairs(self) -> str:
        """Show the p-value of every pair, those that can be told apart with a star."""
        table, clear = np.asarray(self.p_value), np.asarray(self.significant)
        count = min(len(table), MOST_SHOWN)
        rows = [
            [str(a), *("" if b <= a else f"{table[a, b]:.3f}{'*' if clear[a, b] else ' '}" for b in range(1, count))]
            for a in range(count - 1)
        ]
        critical = self.more.get("critical_difference")
        beyond = f", critical difference {critical:.4g}" if isinstance(critical, float) else ""
        more = f"\nand {len(table) - count} more" if count < len(table) else ""
        head = f"<{self.method}: {int(np.sum(np.triu(clear, 1)))} significant pairs{beyond}>"
        return f"{head}\n{short_table(['p', *map(str, range(1, count))], rows)}{more}"

    def plot(
        self, name: str | None = None, theme: str = "light", *, width: float | None = None,
        height: float | None = None, scale: float = 1.0, size: str | None = None,
    ) -> alt.Chart:  # fmt: skip
        """Return an altair chart (the null distribution, p shaded); `.save("x.svg")` (png, pdf, csv) works offline.

        The size is that of the whole figure, as in `plot` of other results.
        """
        return render(self, "chart", name, theme, width, height, scale, size)

    def to_dict(self) -> dict[str, object]:
        """Return the test as plain values."""
        return {
            "method": self.method,
            "statistic": _plain(self.statistic),
            "df": list(self.df),
            "p_value": _plain(self.p_value),
            "effect": _plain(self.effect),
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "null": self.null,
            "alternative": self.alternative,
            "notes": list(self.notes),
            **{name: _plain(value) for name, value in self.more.items()},
        }


def _plain(value: object) -> object:
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value
