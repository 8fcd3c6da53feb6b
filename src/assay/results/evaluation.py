"""The judgement of one model: a mapping from metric name to Estimate, with everything around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from assay.errors import metrics as metric_errors
from assay.results.confusion import Confusion
from assay.results.curve import Curve
from assay.results.estimate import Estimate
from assay.results.metric_names import whole_name
from assay.results.note import Note
from assay.results.operating_point import OperatingPoint
from assay.results.rendered import Rendered
from assay.results.segments import SegmentTable

Estimates = Mapping[str, Estimate]


@dataclass(frozen=True)
class Baseline:
    """What a model that always gives the commonest answer would score."""

    label: object
    accuracy: Estimate


@dataclass(frozen=True)
class Choices:
    """The choices that made the numbers: with them, anyone can make the same numbers again."""

    level: float
    seed: int
    engine: str
    method: str | None
    version: str
    threshold: float | None = None
    asked: bool = False
    weighted: bool = False
    missing: str = "error"


class NoCurves(Mapping[str, Curve]):
    """The curves of labels alone: none, and the reason for whoever asks."""

    def __getitem__(self, name: str) -> Curve:
        raise metric_errors.no_curve(name, [], "labels draw none; pass score=")

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def no_segments() -> None:
    """Say that only texts have segments."""


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(Rendered, Mapping[str, Estimate]):
    """Every metric of one model on one set of cases.

    `ev["recall"].value`, `.low` and `.high` give the numbers; aliases work (`ev["tpr"]`).
    With scores, `ev.curves["roc"]` is built when asked for, `ev.thresholds` answers what any threshold gives
    (`ev.thresholds.at(0.3)`, `.best("f1")`, `.neyman_pearson(0.05)`), and `ev.operating_points` holds the usual ones.
    For amounts, `ev.errors` answers how many errors are below any size (and the other way round), and `ev.baselines`
    holds what always answering the mean or the median would score.
    For text, `ev.signatures` holds the choices that made each metric, and `ev.segments` scores every segment.
    `ev.methods` says why each kind of interval was chosen. `print(ev)` answers in words first, then in numbers.
    """

    task: str
    reason: str
    n: int
    estimates: Estimates
    choices: Choices
    positive: object = None
    confusion: Confusion | None = None
    baseline: Baseline | None = None
    notes: tuple[Note, ...] = ()
    methods: Mapping[str, str] = field(default_factory=dict)
    curves: Mapping[str, Curve] = field(default_factory=NoCurves)
    thresholds: Any = None
    errors: Any = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    parts: str = "class"
    source: str | None = None
    build_baselines: Callable[[], Mapping[str, Estimates]] = dict
    build_per_class: Callable[[], Mapping[object, Estimates]] = dict
    build_points: Callable[[], Iterable[OperatingPoint]] = tuple
    signatures: Mapping[str, str] = field(default_factory=dict)
    build_segments: Callable[[], SegmentTable | None] = no_segments

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """Each class (or label, or data set) with its own estimates, keyed by the user's own label."""
        return self.build_per_class()

    @cached_property
    def baselines(self) -> Mapping[str, Estimates]:
        """What always answering the mean, or the median, of these cases would score, where amounts are judged."""
        return self.build_baselines()

    @cached_property
    def operating_points(self) -> tuple[OperatingPoint, ...]:
        """The thresholds most often asked for, with what each gives."""
        return tuple(self.build_points())

    @cached_property
    def segments(self) -> SegmentTable | None:
        """What every segment scores by itself, where text is judged."""
        return self.build_segments()

    @property
    def level(self) -> float:
        """The confidence level of every interval here."""
        return self.choices.level

    def __getitem__(self, name: str) -> Estimate:
        known = whole_name(name, self.estimates, self.aliases)
        if known not in self.estimates:
            raise metric_errors.not_here(name, list(self.estimates))
        return self.estimates[known]

    def __iter__(self) -> Iterator[str]:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def __repr__(self) -> str:
        return f"<Evaluation: {self.task}, {self.n:,} cases, {len(self)} metrics>"
