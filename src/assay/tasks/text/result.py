"""The results of judging texts: one system, or several compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from assay.errors import cases as errors
from assay.results.cases import check_count
from assay.results.comparison import Comparison
from assay.results.evaluation import Estimates, Evaluation
from assay.results.segments import Examples, SegmentTable, segments_apart
from assay.tasks.text.parts import TextParts

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False, repr=False)
class TextEvaluation(Evaluation):
    """Texts judged; `ev.signatures` holds the choices that made each metric, `ev.segments` scores every segment."""

    signatures: Mapping[str, str] = field(default_factory=dict)
    parts: TextParts | None = None

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """Runs of 1 to 4 words in three forms, or every label of spans."""
        return {} if self.parts is None else self.parts.per_class()

    @cached_property
    def segments(self) -> SegmentTable | None:
        """What every segment scores by itself."""
        return None if self.parts is None else self.parts.segments()

    def cases(self, n: int = 20) -> pl.DataFrame:
        """Return the segments that score worst by themselves, with their columns in `data=`."""
        return self.worst_segments(n)[0] if self.behind is None else self.behind.worst(self, n)

    def worst_segments(self, most: int) -> tuple[pl.DataFrame, list[int]]:
        """Return the segments that score worst by themselves, and the rows that they were handed over in, from 0."""
        table = self.segments
        known = [name for name in table.scores if table.known_for_most(name)] if table is not None else []
        ranked = next((name for name in known if self.estimates[name].better != "neither"), None)
        if table is None or ranked is None:
            raise errors.cases_not_listed(self.task)
        worst = table.worst(ranked, self.estimates[ranked].better, check_count(most))
        return table.to_frame()[worst], [table.number(place) - 1 for place in worst]

    def __getstate__(self) -> dict[str, object]:
        """Store what was made of the texts, without models and tokens."""
        return {**super().__getstate__(), "per_class": self.per_class, "segments": self.segments, "parts": None}


@dataclass(frozen=True, eq=False, repr=False)
class TextComparison(Comparison):
    """Systems compared on the same segments; `examples` holds the segments on which they differ most."""

    examples: tuple[Examples, ...] = ()

    def cases(self, n: int = 20) -> pl.DataFrame:
        """Return the segments on which the systems differ most, by the first metric that segments have."""
        most, tables = check_count(n), {}
        for model, evaluation in self.evaluations.items():
            table = evaluation.segments if isinstance(evaluation, TextEvaluation) else None
            if table is None:
                raise errors.no_cases()
            tables[model] = table
        metric = next((name for name in self if all(table.known_for_most(name) for table in tables.values())), None)
        if metric is None:
            raise errors.cases_not_listed(self.task)
        return segments_apart(metric, tables, most)

    @property
    def signatures(self) -> Mapping[str, str]:
        """The choices that made each metric, the same for all systems, without anybody's numbers."""
        first = next(iter(self.evaluations.values()), None)
        if not isinstance(first, TextEvaluation):
            return {}
        return {name: text.partition(" = ")[0] for name, text in first.signatures.items()}
