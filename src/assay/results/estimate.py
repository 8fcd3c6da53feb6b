"""A number that never travels alone: its interval, its level, how it was made and on how many cases."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

ROUNDING = 1e-9
"""Sums of ten million weighted cases are off by less than this share; anything larger is no rounding error."""


@dataclass(frozen=True)
class Estimate:
    """A metric's value with the interval around it.

    An undefined value is nan; `note` then says why, and the interval is everything the metric could be.
    `n` is the denominator of a proportion and the number of cases otherwise; `independent` says that it counts single
    cases, each of which is in or out. `label`, `better`, `bounds` and `unit` are
    those of the metric's card; `unit` is the power of the truth's own unit that the value carries.

    >>> estimate = Estimate(0.891, 0.874, 0.908, 0.95, "wilson", 1250)
    >>> estimate
    0.891 [0.874, 0.908]
    >>> estimate.text("percent")
    '89.1% (87.4%, 90.8%)'
    >>> estimate.text("plus-minus")
    '89.1% ± 1.7%'
    """

    value: float
    low: float
    high: float
    level: float
    method: str
    n: float
    note: str | None = None
    label: str = field(default="", compare=False)
    better: str = field(default="neither", compare=False)
    bounds: tuple[float, float] = field(default=(-math.inf, math.inf), compare=False)
    unit: int = field(default=0, compare=False)
    independent: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        """Let limits that miss the value by no more than rounding reach it."""
        slack = ROUNDING * max(1.0, abs(self.value))
        if self.value < self.low <= self.value + slack:
            object.__setattr__(self, "low", self.value)
        if self.value > self.high >= self.value - slack:
            object.__setattr__(self, "high", self.value)

    @property
    def defined(self) -> bool:
        """Whether the metric has a value on these cases."""
        return not math.isnan(self.value)

    def text(self, style: str = "interval", digits: int = 3) -> str:
        """Write the estimate as papers do: "interval", "percent" or "plus-minus"."""
        if style == "interval":
            return f"{self.value:.{digits}f} [{self.low:.{digits}f}, {self.high:.{digits}f}]"
        digits = max(digits - 2, 0)
        value, low, high = (f"{100 * number:.{digits}f}%" for number in (self.value, self.low, self.high))
        if style == "percent":
            return f"{value} ({low}, {high})"
        if style == "plus-minus":
            return f"{value} ± {50 * (self.high - self.low):.{digits}f}%"
        raise ValueError(f"style={style!r} is not a style. It must be 'interval', 'percent' or 'plus-minus'.")

    def __repr__(self) -> str:
        if not self.defined:
            return f"nan ({self.note})" if self.note else "nan"
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}]"

    def to_dict(self) -> dict[str, object]:
        """Return the fields that JSON documents carry; the level stands once at the top of a document."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "method": self.method,
            "n": self.n,
            "note": self.note,
        }
