"""Several models compared on one or more metrics: differences with intervals, tests with reasons, verdicts in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.errors import cases as case_errors
from assay.errors import metrics as metric_errors
from assay.results.cases import BehindSeveral, CaseTable
from assay.results.compared_slices import ComparedSlices
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices, Evaluation
from assay.results.found_pairs import found_pair
from assay.results.grouping import Grouping
from assay.results.levels import rejects
from assay.results.metric_names import whole_name
from assay.results.no_slices import NoSlices
from assay.results.note import Note
from assay.results.numbers import cases
from assay.results.rendered import Rendered

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Margin:
    """What a margin of indifference says of a pair: equivalent, not worse, or neither, with the p-values of both."""

    margin: float
    equivalent: bool
    non_inferior: bool
    p_equivalence: float
    p_non_inferiority: float

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain values."""
        return {
            "margin": self.margin,
            "equivalent": self.equivalent,
            "non_inferior": self.non_inferior,
            "p_equivalence": self.p_equivalence,
            "p_non_inferiority": self.p_non_inferiority,
        }


@dataclass(frozen=True)
class Pair:
    """Two models on one metric: a's value less b's, the test that judged it, why that test, and what it says.

    `p_adjusted` is adjusted by Holm over `tested` pairs. `difference` is the interval of this pair alone; with several
    pairs, `simultaneous` is the one that holds for all of them at once (Bonferroni). `alike` says that both models
    answer alike on every case.
    """

    a: object
    b: object
    difference: Estimate
    test: str
    reason: str
    statistic: float
    df: tuple[float, ...]
    p_value: float
    p_adjusted: float
    verdict: str = ""
    margin: Margin | None = None
    notes: tuple[str, ...] = ()
    tested: int = 1
    simultaneous: Estimate | None = None
    alike: bool = False

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval of this pair alone lies on one side of 0."""
        return self.difference.low > 0 or self.difference.high < 0

    @property
    def lost_to_adjustment(self) -> bool:
        """Whether the pair would be told apart if it were the only one."""
        return not self.significant and bool(rejects(self.p_value, self.difference.level))

    @property
    def significant(self) -> bool:
        """Whether the adjusted p is small enough at the comparison's level."""
        return bool(rejects(self.p_adjusted, self.difference.level))

    def to_dict(self) -> dict[str, object]:
        """Return the pair as JSON documents carry it."""
        return {
            "a": self.a,
            "b": self.b,
            "difference": self.difference.to_dict(),
            "test": self.test,
            "reason": self.reason,
            "statistic": self.statistic,
            "df": list(self.df),
            "p_value": self.p_value,
            "p_adjusted": self.p_adjusted,
            "tested": self.tested,
            "simultaneous": None if self.simultaneous is None else self.simultaneous.to_dict(),
            "verdict": self.verdict,
            "margin": None if self.margin is None else self.margin.to_dict(),
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class MetricComparison:
    """One metric: every model's estimate, and the pairs."""

    name: str
    label: str
    better: str
    models: Mapping[object, Estimate]
    pairs: tuple[Pair, ...]
    unit: int = 0

    def pair(self, a: object, b: object) -> Pair:
        """Return what was found about two models."""
        return found_pair(self.pairs, a, b)

    @property
    def order(self) -> tuple[object, ...]:
        """The models, best value first (highest where neither end is better)."""
        sign = 1 if self.better == "lower" else -1
        defined = [model for model, estimate in self.models.items() if estimate.defined]
        return tuple(sorted(defined, key=lambda model: sign * self.models[model].value))


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Rendered, Mapping[str, MetricComparison]):
    """Models compared: `comparison["roc_auc"].pairs` holds the differences, `.verdicts` says them in words.

    `comparison["f1"].models["a"]` is one model's own estimate, `comparison.evaluations["a"]` its whole judgement.
    Aliases of metrics work. `unit` is what was drawn independently and what `n` counts. `behind` finds the cases again,
    and `listed` are those that a report is to show.
    """

    models: tuple[object, ...]
    task: str
    reason: str
    n: int
    paired: bool
    metrics: Mapping[str, MetricComparison]
    choices: Choices
    aliases: Mapping[str, str]
    control: object = None
    margin: float | None = None
    notes: tuple[Note, ...] = ()
    source: str | None = None
    evaluations: Mapping[object, Evaluation] = field(default_factory=dict)
    unit: str = "case"
    grouping: Grouping | None = None
    slices: ComparedSlices | NoSlices = field(default_factory=NoSlices)
    behind: BehindSeveral | None = None
    listed: CaseTable | None = None

    def __getstate__(self) -> dict[str, object]:
        """Store the comparison without the cases."""
        return {**self.__dict__, "behind": None, "listed": None}

    def cases(self, n: int = 20) -> pl.DataFrame:
        """Return the cases on which the models differ most: where one is right and another one wrong.

        Of labels these are some of every pattern of who is right; of scores and regressions those whose losses lie
        furthest apart; of texts the segments whose scores do; of images those whose overlap or number of mistakes
        does. The cases are read again in what `compare` was given.

        Parameters
        ----------
        n : int
            How many cases to list, at most 1,000.

        Returns
        -------
        polars.DataFrame
            One row per case, with what each model answered and the columns of `data=`.

        Raises
        ------
        InputError
            Where the cases are not at hand, not judged one by one, or not the same for all models.

        Examples
        --------
        >>> import assay
        >>> made = assay.compare([1, 0, 1, 0], prediction={"a": [1, 0, 1, 0], "b": [1, 0, 0, 0]})
        >>> made.cases().row(0)
        (2, 1, 1, 0)
        """
        if self.behind is None:
            raise case_errors.no_cases()
        return self.behind.worst(n)

    @property
    def units(self) -> int:
        """How many independent units there are: groups where cases belong together, else what `n` counts."""
        return self.n if self.grouping is None else self.grouping.groups

    def __getitem__(self, name: str) -> MetricComparison:
        known = whole_name(name, self.metrics, self.aliases)
        if known not in self.metrics:
            raise metric_errors.not_here(name, list(self.metrics))
        return self.metrics[known]

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def __len__(self) -> int:
        return len(self.metrics)

    @property
    def level(self) -> float:
        """The confidence level of every interval here."""
        return self.choices.level

    @property
    def verdicts(self) -> tuple[str, ...]:
        """What every pair says, in words."""
        return tuple(pair.verdict for metric in self.metrics.values() for pair in metric.pairs)

    def __repr__(self) -> str:
        how = "paired" if self.paired else "unpaired"
        of = f"{cases(len(self.models), 'model')}, {cases(len(self), 'metric')}"
        return f"<Comparison: {of}, {how}, {cases(self.n, self.unit)}>"
