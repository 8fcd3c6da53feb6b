"""Blocks of consecutive cases in the place of groups, for cases that follow one another in time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.checks.numbers import integer
from assay.errors import blocks as errors
from assay.inputs.blocks import Block
from assay.inputs.labels import LabelColumn
from assay.stats.arithmetic import Numbers
from assay.stats.block_length import block_length

AUTO = "auto"

FACTOR = 1.5
"""Politis and White's length is best for blocks that overlap; blocks cut once cover better a half longer (0016)."""

FEWEST_BLOCKS = 10
"""Where the length is chosen, so many blocks are always left: with fewer no interval is reliable."""


@dataclass(frozen=True)
class Blocks:
    """What stands in the place of groups: so many consecutive cases each, None to choose how many."""

    length: int | None = None

    @property
    def name(self) -> str:
        """What to call the grouping."""
        return "blocks of consecutive cases" if self.length is None else f"blocks of {self.length:,} consecutive cases"


def check_blocks(blocks: object) -> int | str | None:
    """Return how many cases each block holds, or "auto"; anything else is refused."""
    if blocks is None or (isinstance(blocks, str) and blocks == AUTO):
        return None if blocks is None else AUTO
    length = integer(blocks)
    if length is None or length < 1:
        raise errors.bad_blocks(blocks)
    return length


def as_blocks(blocks: object) -> Blocks:
    """Return what was checked as a grouping."""
    return Blocks(blocks if isinstance(blocks, int) else None)


@dataclass(frozen=True)
class ChosenLength:
    """The length of blocks, and the longer one that was wanted where it left too few blocks."""

    length: int
    wanted: int

    @property
    def short(self) -> bool:
        """Whether blocks are shorter than was wanted."""
        return self.length < self.wanted


def choose_length(block: Block) -> ChosenLength:
    """Return the length that the most dependent of the series of the cases asks for."""
    longest = max((block_length(series) for series in series_of(block)), default=1.0)
    wanted = 1 if longest <= 1 else math.ceil(FACTOR * longest)
    return ChosenLength(max(min(wanted, block.rows // FEWEST_BLOCKS), 1), wanted)


def codes_of(rows: int, length: int) -> NDArray[np.intp]:
    """Return the block of every case; blocks differ by one case at most.

    >>> codes_of(7, 3).tolist()
    [0, 0, 0, 0, 1, 1, 1]
    """
    count = max(rows // length, 1)
    return np.arange(rows, dtype=np.intp) * count // rows


def series_of(block: Block) -> Iterator[Numbers]:
    """Yield what varies from case to case: residuals and their sizes, mistakes, or scores beside the truth."""
    truth = block.parts["truth", None]
    for (part, _), answers in block.parts.items():
        if part == "prediction" and isinstance(truth, LabelColumn) and isinstance(answers, LabelColumn):
            yield _wrong(truth, answers)
        elif part == "prediction" and not isinstance(truth, LabelColumn) and not isinstance(answers, LabelColumn):
            yield from _residuals(np.asarray(truth, dtype=float), np.asarray(answers, dtype=float))
        elif part == "score" and isinstance(truth, LabelColumn) and not isinstance(answers, LabelColumn):
            yield from _beside(truth, np.asarray(answers, dtype=float))
        elif part in ("lower", "upper") and not isinstance(truth, LabelColumn) and not isinstance(answers, LabelColumn):
            yield from _columns(np.asarray(truth, dtype=float) < np.asarray(answers, dtype=float))


def _wrong(truth: LabelColumn, answers: LabelColumn) -> Numbers:
    labels = tuple(dict.fromkeys([*truth.labels, *answers.labels]))
    return np.asarray(truth.over(labels) != answers.over(labels), dtype=float)


def _residuals(truth: Numbers, answers: Numbers) -> Iterator[Numbers]:
    for residual in _columns(truth - answers):
        yield residual
        yield np.abs(residual)


def _beside(truth: LabelColumn, scores: Numbers) -> Iterator[Numbers]:
    """Yield how truth and score move together, and each by itself: what moves an area, and what moves a loss."""
    flags = (truth.codes == truth.codes[0]).astype(float)
    yield flags
    for score in _columns(scores):
        yield score
        yield (flags - flags.mean()) * (score - score.mean())


def _columns(values: Numbers | NDArray[np.bool_]) -> Iterator[Numbers]:
    table = np.asarray(values, dtype=float)
    yield from (table[:, None] if table.ndim == 1 else table).T


def with_blocks(block: Block, name: str, codes: NDArray[np.intp]) -> Block:
    """Return a block whose cases know which block of consecutive ones they belong to."""
    column = LabelColumn(name, "integer", tuple(range(int(codes[-1]) + 1)), codes)
    return Block({**block.parts, ("group", None): column}, block.weight, block.rows, block.times)
