"""Cells of our own: metrics of text on few segments, the truth being that of a pool; and equal systems."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from assay.comparisons.paired_segments import compare_segments
from assay.inputs.texts import Texts
from assay.intervals.estimating import estimate
from assay.intervals.text_intervals import SegmentSample
from assay.metrics.find import find
from assay.summaries.segments import Segments
from assay.tasks.text.reductions import Counter
from assay.tasks.text.shared import Shared
from honesty.cell import Cell, Measured
from honesty.rounds import rounds
from honesty.simulation import ratios

POOL, WORDS = 10_000, 3000


@functools.lru_cache(maxsize=1)
def _pool(seed: int) -> tuple[Texts, Texts]:
    """Draw references of 2 to 90 words, and two systems that are equally good: easy segments and hard ones for both."""
    rng = np.random.default_rng(seed)
    words = np.array([f"w{place}" for place in range(WORDS)])
    frequent = 1 / np.arange(1, WORDS + 1)
    frequent /= frequent.sum()
    sizes = np.clip(rng.lognormal(2.8, 0.6, POOL).astype(int), 2, 90)
    references = [rng.choice(words, size, p=frequent) for size in sizes]
    hard = rng.beta(1.2, 2.0, POOL)
    systems = []
    for _ in range(2):
        said = []
        for line, rate in zip(references, np.clip(hard + rng.normal(0, 0.1, POOL), 0, 1), strict=True):
            luck, other = rng.random(len(line)), rng.choice(words, len(line), p=frequent)
            said.append(" ".join(np.where(luck < rate / 2, other, line)[luck < 1 - rate / 5]))
        systems.append(Texts(tuple(said), tuple((" ".join(line),) for line in references), ""))
    return systems[0], systems[1]


def _counted(metric: str) -> list[Segments]:
    return [Counter(texts, Shared())(find(metric)) for texts in _pool(11)]


def _coverage(metric: str, segments: int, count: int, rng: np.random.Generator) -> Measured:
    """See how often the interval from some segments of the pool holds the value of the whole pool."""
    pool, card = _counted(metric)[0], find(metric)
    truth = SegmentSample({card.name: pool}, POOL, 0.95, 0).value(card)
    held, percentile, widths, percentile_widths = [], [], [], []
    for place in range(count := rounds(count)):
        drawn = replace(pool, rows=pool.rows[rng.integers(0, POOL, segments)])
        sample = SegmentSample({card.name: drawn}, segments, 0.95, place)
        found, other = estimate(card, sample), estimate(card, replace(sample, method="percentile"))
        held.append(found.low <= truth <= found.high)
        percentile.append(other.low <= truth <= other.high)
        percentile_widths.append(other.high - other.low)
        widths.append(found.high - found.low)
    share = float(np.mean(held))
    error = math.sqrt(share * (1 - share) / count)
    others = {"percentile": float(np.mean(percentile))}
    return Measured(share, error, float(np.mean(widths)), others=others,
                    ratios=ratios(widths, {"percentile": percentile_widths}))  # fmt: skip


def _rejections(metric: str, segments: int, count: int, rng: np.random.Generator) -> Measured:
    """See how often two systems that are equally good are told apart."""
    both, card = _counted(metric), find(metric)
    beyond, resampled = [], []
    for place in range(count := rounds(count)):
        kept = rng.integers(0, POOL, segments)
        samples = [SegmentSample({card.name: replace(one, rows=one.rows[kept])}, segments, 0.95, place) for one in both]
        beyond.append(compare_segments(card, samples[0], samples[1], None).p_value <= 0.05)
        resampled.append(compare_segments(card, samples[0], samples[1], "paired-bs").p_value <= 0.05)
    share = float(np.mean(beyond))
    error = math.sqrt(max(share, 0.01) * (1 - share) / count)
    return Measured(share, error, others={"sacrebleu's bootstrap": float(np.mean(resampled))})


def cells() -> Iterator[Cell]:
    """Yield the cells about texts."""
    for metric, segments, count in (
        ("bleu", 50, 700),
        ("bleu", 200, 700),
        ("bleu", 1000, 350),
        ("chrf", 100, 700),
        ("word_error_rate", 50, 700),
        ("word_error_rate", 200, 700),
        ("token_f1", 50, 700),
        ("rouge_l", 200, 700),
        ("exact_match", 100, 700),
    ):
        measure = functools.partial(_coverage, metric, segments, count)
        yield Cell("T", metric, f"{segments} segments", "segments", measure, (0.935, 0.975))
    for metric, segments, count in (("bleu", 100, 1500), ("bleu", 500, 2800), ("word_error_rate", 100, 600),
                                    ("token_f1", 100, 700), ("exact_match", 200, 1000)):  # fmt: skip
        measure = functools.partial(_rejections, metric, segments, count)
        yield Cell(
            "T",
            f"{metric}, equal systems",
            f"{segments} segments",
            "test",
            measure,
            (0.02, 0.06),
            uniform=False,
            test=True,
        )
