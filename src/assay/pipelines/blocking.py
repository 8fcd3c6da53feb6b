"""Cases cut into blocks of consecutive ones, and the note where consecutive residuals are alike."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from assay.engines.sources import Part, Source
from assay.errors import blocks as errors
from assay.inputs.batches import Batch
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.summaries.made_values import MadeValues
from assay.tasks.blocks import FEWEST_BLOCKS, Blocks, ChosenLength, choose_length, codes_of, with_blocks
from assay.tasks.catalogue import Chosen
from assay.tasks.regression.result import RegressionEvaluation
from assay.tasks.requests import Request
from assay.tasks.slicing import as_numbers

ENOUGH = 50
"""With fewer cases a correlation of 0.3 is chance more often than not."""

CLEAR = 3.29
"""Standard errors from 0: chance goes beyond in one of 1,000 sets of cases."""

MATTERS = 0.1
"""Makes intervals a tenth too narrow where it falls off from row to row as that of a Markov chain does."""


@dataclass(frozen=True)
class Blocked:
    """A request whose blocks have a length, with a source whose cases know their block."""

    request: Request
    chosen: Chosen
    notes: tuple[Note, ...]


def in_blocks(request: Request, chosen: Chosen) -> Blocked:
    """Cut the cases into blocks, where the request asks for them."""
    if not isinstance(request.group, Blocks):
        return Blocked(request, chosen, ())
    source = chosen.source if request.by is None else as_numbers(chosen.source, request)
    _check_order(source)
    block = source.cases()
    given = request.group.length
    made = choose_length(block) if given is None else ChosenLength(given, given)
    codes = codes_of(block.rows, made.length)
    if codes[-1] == 0:
        raise errors.one_block(made.length, block.rows)
    blocks = Blocks(made.length)
    part = Part.of(source, with_blocks(block, blocks.name, codes))
    notes = tuple(_length_notes(made)) if given is None else ()
    return Blocked(replace(request, group=blocks), replace(chosen, source=part), notes)


@dataclass(frozen=True)
class Ordered:
    """Whether rows have an order."""

    known: bool

    def merge(self, other: Ordered) -> Ordered:
        """Return whether the rows of both have."""
        return Ordered(self.known and other.known)


def _first_known(batch: Batch) -> Ordered:
    return Ordered(batch.first is not None)


def has_order(source: Source) -> bool:
    """Say whether the rows of a source come in an order that their owner gave them."""
    if not source.table.gathers:
        return False
    label = source.table.reduce(_first_known, source.role("truth").columns, bool)
    return label is not None and label.known


def _check_order(source: Source) -> None:
    if not has_order(source):
        raise errors.no_order(source.engine)


def _length_notes(made: ChosenLength) -> Iterator[Note]:
    if made.length == 1:
        message = "Consecutive cases are no more alike than others, so that every case is a block of its own."
    elif made.short:
        message = (
            f"Cases are alike over a long time: blocks of {made.wanted:,} were wanted, and blocks of {made.length:,} "
            f"leave {FEWEST_BLOCKS}. Intervals can be too narrow; judge a longer stretch of time."
        )
    else:
        message = (
            f"Blocks of {made.length:,} consecutive cases were chosen by how far their residuals, scores or mistakes "
            "stay alike (Politis & White 2004). The rows were taken to be in the order of time."
        )
    yield Note("block-length", message)


def order_notes(request: Request, chosen: Chosen, evaluation: Evaluation) -> Iterator[Note]:
    """Say that consecutive residuals correlate, where cases were judged as independent and come in an order."""
    if request.group is not None or not isinstance(evaluation, RegressionEvaluation):
        return
    cases = evaluation.sample.summary.cases
    if cases is None or cases.prediction is None or not has_order(chosen.source):
        return
    rows, width = cases.truth.shape
    if rows < ENOUGH:
        return
    seen = max(consecutive(cases.output(place).errors()) for place in range(width))
    if seen < max(MATTERS, CLEAR / math.sqrt(rows)):
        return
    factor = math.sqrt((1 + seen) / max(1 - seen, 1e-3))
    yield Note(
        "consecutive-residuals",
        f"Residuals of consecutive rows correlate ({seen:.2f}). If the rows follow time, as they seem to, cases are "
        f"not independent and intervals too narrow, that of the mean error by a factor of about {factor:.2g}: pass "
        "blocks='auto' to judge blocks of consecutive rows, or group= with a column of periods.",
    )


def consecutive(residual: MadeValues) -> float:
    """Return the correlation of each value with the next; 0 where they do not vary.

    >>> round(consecutive(MadeValues((np.array([[1.0], [1.0], [-1.0], [-1.0]]),))), 3)
    0.25
    """
    mean = residual.mean()
    square, products, last = 0.0, 0.0, np.zeros(1)
    for _, block in residual.blocks():
        off = block[:, 0] - mean
        square += float(off @ off)
        products += float(off[1:] @ off[:-1]) + float(last[0] * off[0])
        last = off[-1:]
    return products / square if square > 0 else 0.0
