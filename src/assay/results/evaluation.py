"""The judgement of one model: a mapping from metric name to Estimate, with everything around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.errors import cases as case_errors
from assay.errors import metrics as metric_errors
from assay.results.cases import Behind, CaseTable, KeyedCases
from assay.results.confusion import Confusion
from assay.results.curve import Curve
from assay.results.estimate import Estimate
from assay.results.grouping import Grouping
from assay.results.metric_names import whole_name
from assay.results.no_slices import NoSlices
from assay.results.note import Note
from assay.results.numbers import cases
from assay.results.operating_point import OperatingPoint
from assay.results.origin import Origin
from assay.results.rendered import Rendered
from assay.results.slices import Slices
from assay.results.stored import StoredByFields

if TYPE_CHECKING:
    import polars as pl

Estimates = Mapping[str, Estimate]


@dataclass(frozen=True)
class Baseline:
    """What a model that always gives the commonest answer would score."""

    label: object
    accuracy: Estimate


@dataclass(frozen=True)
class Opener:
    """A sentence to open with: the metric whose numbers fill it, and its words."""

    metric: str
    sentence: str


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


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(Rendered, StoredByFields, Mapping[str, Estimate]):
    """Every metric of one model on one set of cases.

    `ev["recall"].value`, `.low` and `.high` give the numbers; aliases work (`ev["tpr"]`). `ev.methods` says why each
    kind of interval was chosen. `print(ev)` answers in words first, then in numbers. What a task knows beyond this
    stands in its own kind of evaluation: thresholds of scores, the distribution of residuals, segments of text.

    `part` is what `per_class` is about, `unit` what was drawn independently and what `n` counts, `headlines` are the
    metrics that matter most, `openers` the sentences to begin with. `slices` are the parts of the cases that by= cut,
    `origin` is what the evaluation was made from, where it can be saved and merged with others. `behind`
    finds its cases again, and `listed` are those that a report is to show; `keyed` are all of them, in a result loaded
    from a file that was to hold them (`save(path, key="id")`).
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
    aliases: Mapping[str, str] = field(default_factory=dict)
    part: str = "class"
    unit: str = "case"
    source: str | None = None
    headlines: tuple[str, ...] = ()
    openers: tuple[Opener, ...] = ()
    grouping: Grouping | None = None
    slices: Slices | NoSlices = field(default_factory=NoSlices)
    origin: Origin | None = None
    behind: Behind | None = None
    listed: CaseTable | None = None
    keyed: KeyedCases | None = None

    def __getstate__(self) -> dict[str, object]:
        """Store the result without what it was made from, which may hold the cases."""
        return {**super().__getstate__(), "origin": None, "behind": None, "listed": None}

    def cases(self, n: int = 20) -> pl.DataFrame:
        """Return the cases that matter most, the worst first, with the id and the columns that they have in `data=`.

        Of labels these are mistakes, some of every cell of the confusion table; of scores the mistakes that the model
        was surest of; of a regression the cases that carry the squared error (`share of error`); of texts the segments
        with the worst score. `case` is the row, counted from 0. The cases are read again in what `evaluate` was given:
        a result that was stored or merged has none.

        Parameters
        ----------
        n : int
            How many cases to list, at most 1,000.

        Returns
        -------
        polars.DataFrame
            One row per case; fewer than `n` where fewer cases are wrong.

        Raises
        ------
        InputError
            Where the cases are not at hand, or not judged one by one.

        Examples
        --------
        >>> import assay
        >>> ev = assay.evaluate([1.0, 2.0, 3.0, 4.0], [1.5, 2.0, 3.0, 9.0], task="regression")
        >>> ev.cases(1).row(0)
        (3, 4.0, 9.0, -5.0, 0.9900990099009901)

        See Also
        --------
        assay.report : `report(result, path, cases=50)` shows them on a page.
        """
        if self.behind is None:
            raise case_errors.no_cases()
        return self.behind.worst(self, n)

    @property
    def units(self) -> int:
        """How many independent units there are: groups where cases belong together, else what `n` counts."""
        return self.n if self.grouping is None else self.grouping.groups

    @property
    def per_class(self) -> Mapping[object, Estimates]:
        """Each class (or label, output or data set) with its own estimates, keyed by the user's own label."""
        return {}

    def _per_class_in_brief(self, names: Sequence[str], most: int) -> Mapping[object, Estimates]:
        """Return `per_class`; where there are more classes than `most`, only the metrics of these names."""
        return brief(self.per_class, names, most)

    @property
    def curves(self) -> Mapping[str, Curve]:
        """The curves by name, each built when it is asked for."""
        return NoCurves()

    @property
    def operating_points(self) -> tuple[OperatingPoint, ...]:
        """The thresholds most often asked for, with what each gives."""
        return ()

    @property
    def baselines(self) -> Mapping[str, Estimates]:
        """What models that always give the same answer would score, by what they answer."""
        return {}

    @property
    def level(self) -> float:
        """The confidence level of every interval here."""
        return self.choices.level

    @property
    def shown(self) -> tuple[str, ...]:
        """The metrics to show: those asked for; when none was, the ones that matter most."""
        return tuple(self.estimates) if self.choices.asked or not self.headlines else self.headlines

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
        return f"<Evaluation: {self.task}, {cases(self.n, self.unit)}, {cases(len(self), 'metric')}>"


def brief(parts: Mapping[object, Estimates], names: Sequence[str], most: int) -> Mapping[object, Estimates]:
    """Return the estimates of every part; of more parts than `most`, only those of these names."""
    if len(parts) <= most:
        return parts
    return {label: {name: own[name] for name in names if name in own} for label, own in parts.items()}
