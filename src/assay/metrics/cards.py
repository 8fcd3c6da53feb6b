"""The card of a metric: everything anyone needs to know of it, declared once, beside its formula."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar, Unpack, cast

from assay.metrics.declarations import Declaration
from assay.metrics.families import Cells, Family, Images, Kind, Means, Need, OwnLoss, ResampledScores, SegmentSums
from assay.stats.arithmetic import Number, Numbers, within_rounding
from assay.stats.doors import guarded
from assay.summaries.binary_counts import BinaryCounts, ClassCounts, LabelTables, Tables
from assay.summaries.image_tables import ImageTables
from assay.summaries.matches import Matches
from assay.summaries.residual_means import ResidualMeans
from assay.summaries.residuals import Residuals
from assay.summaries.score_table import ScoreTable
from assay.summaries.segments import Segments
from assay.summaries.view import MatchedRows, SquareCounts, View

Function = TypeVar("Function", bound=Callable[..., Number])

FIELD_READ: dict[type, str] = {
    BinaryCounts: "table",
    Tables: "tables",
    ClassCounts: "tables",
    LabelTables: "tables",
    SquareCounts: "square",
    MatchedRows: "rows",
}
"""Which field of a View each kind of argument is found in."""

USUAL_FAMILIES: Mapping[type, type[Family]] = {
    ResidualMeans: Means,
    Residuals: Means,
    Matches: Images,
    ImageTables: Images,
    Segments: SegmentSums,
    ScoreTable: ResampledScores,
}
"""The family of a metric that names none, by what its formula reads."""


@dataclass(frozen=True, eq=False)
class Card:
    """A metric's declaration. Docs, command line, reports and JSON read it; nothing is listed twice.

    `share_of` names the cells that a proportion is a share of (an attribute of what the formula reads);
    `rising_with` gives a share and the rising function that turns it into this metric;
    `of_mean_recall` gives (scale, shift) where the metric is linear in the mean of the classes' recalls;
    `two_classes` are the narrower bounds of a task with two classes, or with a yes or no for every label;
    `family` is the kind of number that the metric is, which decides its interval and its paired test;
    `requires` says what must be there for it to have a value, `undefined` says the same to people;
    `unit` is the power of the truth's unit that the metric carries (2 for a squared error, 0 for a share);
    `loss` is what one case loses, where the metric is the mean of that;
    `mean_of` names the column of ResidualMeans that the metric is, where it is the mean of one;
    `variant` names the card to use when parameters are given;
    `needs_cases` says that a class without cases makes an average undefined, even where the formula has a value for it;
    `reduction` names what a metric of text counts in every segment;
    `label_with` is the label at given parameters, where the name with its parameters is too long to read.
    """

    name: str
    label: str
    function: Callable[..., Number]
    reads: type
    formula: str
    bounds: tuple[float, float]
    better: str
    undefined: str
    reading: str
    aliases: tuple[str, ...] = ()
    macro_aliases: tuple[str, ...] = ()
    share_of: str | None = None
    rising_with: tuple[str, Callable[[Numbers], Numbers]] | None = None
    of_mean_recall: tuple[float, float] | None = None
    two_classes: tuple[float, float] | None = None
    beware: str | None = None
    reference: str | None = None
    headline: bool = False
    family: Family = field(default_factory=Cells)
    requires: tuple[Need, ...] = ()
    unit: int = 0
    loss: Callable[..., Numbers] | None = None
    mean_of: str | None = None
    needs: tuple[str, ...] = ()
    variant: str | None = None
    needs_cases: bool = True
    average: str | None = None
    averaged: Card | None = None
    reduction: str | None = None
    label_with: str | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)

    def __call__(self, view: View) -> Number:
        """Compute the metric on what a summary shows; replicates on the leading axis stay there."""
        return self.measure(getattr(view, FIELD_READ[self.reads]))

    def measure(self, shown: object) -> Number:
        """Compute the metric on what its formula reads; what rounding pushed out of its bounds is put back."""
        return within_rounding(self.formula_itself(shown, **self.parameters), *self.bounds)

    @cached_property
    def formula_itself(self) -> Callable[..., Number]:
        """The function without the gate in front of it: what assay itself hands over needs no checks."""
        return cast(Callable[..., Number], inspect.unwrap(self.function))

    def can_read(self, view: View) -> bool:
        """Say whether a summary shows what this metric reads."""
        if issubclass(self.reads, Tables):
            return isinstance(view.tables, self.reads)
        field_read = FIELD_READ.get(self.reads)
        return field_read is not None and getattr(view, f"optional_{field_read}") is not None

    def in_task(self, task: str) -> Card:
        """Return the card with the bounds that it has in a task."""
        narrow = self.two_classes is not None and task in ("binary", "multilabel")
        return replace(self, bounds=self.two_classes) if narrow and self.two_classes is not None else self

    @property
    def of_regression(self) -> bool:
        """Whether this is a metric of predicted numbers."""
        return self.reads in (ResidualMeans, Residuals)

    @property
    def of_labels(self) -> bool:
        """Whether labels alone give this metric."""
        return self.family.kind is Kind.LABELS

    @property
    def of_scores(self) -> bool:
        """Whether this is a metric of scores."""
        return self.family.kind is Kind.SCORES

    @property
    def own_loss(self) -> bool:
        """Whether this is the user's own loss."""
        return isinstance(self.family, OwnLoss)

    @property
    def description(self) -> str:
        """What the metric says and when to use it, from the formula's own docstring."""
        text = inspect.getdoc(self.function) or ""
        return text.split("\n\nParameters\n---")[0].split(">>>")[0].strip()

    def with_parameters(self, name: str, parameters: Mapping[str, object]) -> Card:
        """Return the card of this metric at given parameters."""
        averaged = None if self.averaged is None else replace(self.averaged, parameters=parameters, needs=())
        label = name if self.label_with is None else self._labelled(self.label_with, parameters, name)
        return replace(self, name=name, parameters=parameters, needs=(), aliases=(), label=label, averaged=averaged)

    @staticmethod
    def _labelled(template: str, parameters: Mapping[str, object], name: str) -> str:
        """Fill a label; parameters that are no numbers are refused later, and called by name until then."""
        try:
            return template.format(**parameters)
        except (KeyError, ValueError, TypeError):
            return name


_cards: dict[str, Card] = {}
_aliases: dict[str, str] = {}


def metric(**declaration: Unpack[Declaration]) -> Callable[[Function], Function]:
    """Register a metric's card and return the function behind the gate that all public functions have."""

    def declare(function: Function) -> Function:
        kind = _argument_kind(function)
        gated = guarded(function, {}, kind)
        register(card_for(gated, **declaration))
        return cast(Function, gated)

    return declare


def card_for(function: Callable[..., Number], **declaration: Unpack[Declaration]) -> Card:
    """Return the card of a formula: its name and what it reads come from the function itself."""
    reads = _argument_kind(function)
    family = declaration.get("family") or _usual_family(reads)
    declared: Any = {**declaration, "family": family}
    return Card(name=function.__name__, function=function, reads=reads, **declared)


def register(card: Card) -> Card:
    """Add a card to the catalogue; two cards may not share a name or an alias."""
    for name in (card.name, *card.aliases):
        if name in _cards or name in _aliases:
            raise ValueError(f"two metrics are called {name!r}")
    _cards[card.name] = card
    _aliases.update(dict.fromkeys(card.aliases, card.name))
    return card


def forget(card: Card) -> None:
    """Take a card out of the catalogue again."""
    _cards.pop(card.name, None)
    for alias in card.aliases:
        _aliases.pop(alias, None)


def cards() -> tuple[Card, ...]:
    """Return every card, in the order of the catalogue.

    Returns
    -------
    tuple of Card
        One per metric, those of tasks that were registered included.

    See Also
    --------
    find : one of them, by name, alias, or name with parameters.

    Examples
    --------
    >>> from assay import metrics
    >>> metrics.cards()[0].name
    'accuracy'
    """
    return tuple(_cards.values())


def by_name() -> Mapping[str, Card]:
    """Return the cards by name.

    Returns
    -------
    Mapping of str to Card
        One per metric.

    See Also
    --------
    find : one of them, by alias too.

    Examples
    --------
    >>> from assay import metrics
    >>> metrics.by_name()["recall"].better
    'higher'
    """
    return _cards


def aliases() -> dict[str, str]:
    """Return every alias with the name it stands for.

    Returns
    -------
    dict of str to str
        Names by alias.

    See Also
    --------
    find : the card itself, by name or alias.

    Examples
    --------
    >>> from assay import metrics
    >>> metrics.aliases()["tpr"]
    'recall'
    """
    return dict(_aliases)


def _usual_family(reads: type) -> Family:
    return next((family() for kind, family in USUAL_FAMILIES.items() if issubclass(reads, kind)), Cells())


def _argument_kind(function: Callable[..., Number]) -> type:
    """Read from the annotation of the first argument what the formula works on."""
    written = inspect.unwrap(function)
    named = next(iter(written.__annotations__.values()))
    kind: type = written.__globals__[named] if isinstance(named, str) else named
    return kind
