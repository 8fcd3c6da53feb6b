"""Results that list their cases: only where they are asked for, as reports are shared."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from assay.errors import cases as errors
from assay.results.cases import CaseTable
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.gate import Gate
from assay.results.rendered import Rendered
from assay.results.validation import Validation


@singledispatch
def with_cases(result: object, most: int) -> object:
    """Return a result whose reports list the cases that matter most."""
    raise errors.not_case_by_case(type(result).__name__)


@with_cases.register
def _(evaluation: Evaluation, most: int) -> Evaluation:
    return replace(evaluation, listed=CaseTable.of(evaluation.cases(most)))


@with_cases.register
def _(comparison: Comparison, most: int) -> Comparison:
    return replace(comparison, listed=CaseTable.of(comparison.cases(most)))


@with_cases.register
def _(validation: Validation, most: int) -> Validation:
    return replace(validation, listed=CaseTable.of(validation.cases(most)))


@with_cases.register
def _(gate: Gate, most: int) -> Gate:
    judged = with_cases(gate.result, most)
    return replace(gate, result=judged if isinstance(judged, Rendered) else None)
