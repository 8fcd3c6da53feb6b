"""A plugin of pytest: `assay_check(result).recall >= 0.8` fails with the sentence, the interval and the cases."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest


@dataclass(frozen=True, eq=False)
class Check:
    """One metric of a result; compared with a number it is a requirement, and a broken one fails the test."""

    result: object
    metric: str
    unclear: str = "fail"
    name: str | None = None
    every: str | None = None

    @property
    def value(self) -> Check:
        """The value alone, whatever chance did."""
        return replace(self, metric=f"{self.metric}.value")

    def of(self, name: str) -> Check:
        """Return the metric of one class, or of one model."""
        return replace(self, name=name)

    def in_every(self, column: str) -> Check:
        """Return the metric in every slice of a column."""
        return replace(self, every=column)

    def __ge__(self, bound: float) -> bool:
        return self._holds(">=", bound)

    def __gt__(self, bound: float) -> bool:
        return self._holds(">", bound)

    def __le__(self, bound: float) -> bool:
        return self._holds("<=", bound)

    def __lt__(self, bound: float) -> bool:
        return self._holds("<", bound)

    def _holds(self, sign: str, bound: float) -> bool:
        of = "" if self.name is None else f' of "{self.name}"'
        every = "" if self.every is None else f' in every "{self.every}"'
        return require(self.result, f"{self.metric}{of} {sign} {bound!r}{every}", self.unclear)


@dataclass(frozen=True)
class Checks:
    """A result whose metrics are checked: `.recall`, `["f_beta(beta=3)"]`, `.require("new better than old in f1")`."""

    result: object
    unclear: str = "fail"

    def __getattr__(self, metric: str) -> Check:
        if metric.startswith("_"):
            raise AttributeError(metric)
        return Check(self.result, metric, self.unclear)

    def __getitem__(self, metric: str) -> Check:
        return Check(self.result, metric, self.unclear)

    def require(self, *requirements: str) -> bool:
        """Hold the result against requirements written as text."""
        return all(require(self.result, text, self.unclear) for text in requirements)


def require(result: object, text: str, unclear: str) -> bool:
    """Fail the test where a requirement is not met, with the sentence that says why."""
    from assay.calls.gate import gate
    from assay.reports.gates import sentence

    made = gate(result, text, unclear=unclear)
    if not made.passed:
        pytest.fail("; ".join(f"{sentence(requirement)}" for requirement in made.failed), pytrace=False)
    return True


def check(result: object, *, unclear: str = "fail") -> Checks:
    """Return the result with metrics that can be checked."""
    return Checks(result, unclear)


@pytest.fixture(scope="session")
def assay_check() -> object:
    """Return what checks the metrics of a result by their intervals."""
    return check
