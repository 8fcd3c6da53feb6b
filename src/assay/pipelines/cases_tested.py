"""The tested cases of a validation that matter most, with what every model answered while it had not seen them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from assay.errors import cases as errors
from assay.errors import slicing as slice_errors
from assay.inputs.user_rows import user_rows
from assay.pipelines.case_lists import beside_user_columns
from assay.pipelines.cases_apart import CasesApart
from assay.pipelines.fold_geometry import plain
from assay.pipelines.fold_judge import Judge
from assay.results.cases import BehindSeveral, check_count
from assay.results.evaluation import Evaluation
from assay.results.out_of_fold import OutOfFold
from assay.results.validation import ModelValidation
from assay.schemes.bootstrap import Bootstrap
from assay.schemes.leaving import LeavePairOut, LeavePOut
from assay.schemes.parts import Holdout, MonteCarlo
from assay.schemes.text import parse_scheme

if TYPE_CHECKING:
    import polars as pl

ALONE = frozenset({"truth"})
"""What stands in the list already."""


SEVERAL_TIMES = (Bootstrap, MonteCarlo, LeavePOut, LeavePairOut)
"""Schemes that test some cases several times or never, however many cases there are."""


def check_listable(scheme: str | None) -> None:
    """Refuse a scheme after which no cases can be listed, before the first fit."""
    if scheme is None:
        return
    asked = plain(parse_scheme(scheme))
    if type(asked) in SEVERAL_TIMES or (isinstance(asked, Holdout) and not asked.one_look):
        raise slice_errors.cases_tested_several_times(scheme)


@dataclass(frozen=True, eq=False)
class CasesTested(BehindSeveral):
    """Models with their test predictions, and the table (or X) that the cases came from."""

    judge: Judge
    scheme: str
    models: Mapping[str, ModelValidation]
    data: object
    target: str | None = None

    def worst(self, most: int) -> pl.DataFrame:
        """Return the mistakes that one model was surest of, or the cases on which several models differ most."""
        check_count(most)
        evaluations = {name: model.evaluation for name, model in self.models.items()}
        known: dict[object, Evaluation] = {
            name: evaluation for name, evaluation in evaluations.items() if evaluation is not None
        }
        if len(known) < len(evaluations):
            raise slice_errors.cases_tested_several_times(self.scheme)
        firsts = self._shared()
        first = next(iter(firsts.values()))
        if len(firsts) == 1:
            frame = next(iter(known.values())).cases(most)
        else:
            answers = {name: own.prediction for name, own in firsts.items()}
            scores = {name: self.judge.scores(own.score) for name, own in firsts.items() if own.score is not None}
            by_score = scores if len(scores) == len(firsts) and not self.judge.regression else None
            request = self.judge.request(
                first.truth, None if by_score else answers, by_score, first.weight, None, several=True
            )
            frame = CasesApart(replace(request, costs=None), known).worst(most)
        return self._named(frame, first)

    def _shared(self) -> dict[str, OutOfFold]:
        """Return the first repetition of every model, on the cases that all of them answered."""
        firsts = {name: model.predictions.first() for name, model in self.models.items()}
        shared = reduce(np.intersect1d, [own.case for own in firsts.values()])
        if not len(shared):
            raise errors.no_cases()
        return {name: own.take(np.flatnonzero(np.isin(own.case, shared))) for name, own in firsts.items()}

    def _named(self, frame: pl.DataFrame, first: OutOfFold) -> pl.DataFrame:
        """Return the list with the rows that the cases had, the fold that tested them, and their own columns."""
        import polars as pl

        places = frame["case"].to_numpy()
        rows = first.case[places]
        named = frame.with_columns(pl.Series("case", rows)).insert_column(1, pl.Series("fold", first.fold[places]))
        beside = user_rows(self.data, rows.tolist())
        used = {*ALONE, *([self.target] if self.target else [])}
        return named if beside is None else beside_user_columns(named, beside, used)
