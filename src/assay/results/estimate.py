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

    def __float__(self) -> float:
        """Return the value."""
        return float(self.value)

    def __round__(self, digits: int | None = None) -> float:
        """Return the value, rounded."""
        return round(self.value, digits)

    def __format__(self, spec: str) -> str:
        """Write the value with a format of numbers; without one, the value with its interval.

        >>> estimate = Estimate(0.8912, 0.8743, 0.9081, 0.95, "wilson", 1329)
        >>> f"{estimate:.2f} and {estimate}"
        '0.89 and 0.8912 [0.8743, 0.9081]'
        """
        return format(self.value, spec) if spec else str(self)

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
            "note": self.reason,
        }

    @property
    def reason(self) -> str | None:
        """What there is to say of the numbers; where one of them is missing, at least which."""
        if self.note is not None:
            return self.note
        if not self.defined:
            return "it is undefined on these cases"
        if math.isnan(self.low) or math.isnan(self.high):
            return "there is no interval, the value alone"
        open_ends = [name for name, end in (("lower", self.low), ("upper", self.high)) if math.isinf(end)]
        return f"the cases show no {' and no '.join(open_ends)} limit" if open_ends else None
