"""Measure segmentations: the metrics of labels over pixels, with intervals over images."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from assay.counting.boundaries import boundary_counts
from assay.counting.masks import count_pixels
from assay.errors import AssayError
from assay.errors import masks as errors
from assay.errors import metrics as metric_errors
from assay.errors.tree import quote, quote_all
from assay.inputs.masks import read_mask_pairs
from assay.intervals.drawn_limits import METHODS, OFFERED, USUAL
from assay.intervals.estimating import estimate
from assay.intervals.segmentation_intervals import MaskSample
from assay.metrics.cards import Card, aliases, cards
from assay.metrics.families import Boundaries
from assay.results.confusion import Confusion
from assay.results.evaluation import Evaluation, Opener
from assay.results.note import Note
from assay.summaries.image_tables import ImageTables
from assay.summaries.view import View
from assay.tasks.argument_checks import check_parameters
from assay.tasks.labels.judging import choices_of
from assay.tasks.requests import Request
from assay.tasks.segmentation.result import SegmentationEvaluation

FEW_IMAGES = 30
"""As for cases: below it limits are wide, and their spread is estimated badly."""
FEW_SHOW_IT = 5
"""With fewer images than this some draw of images lacks the class in more than 1 of 150 cases (exp(-5))."""
HEADLINES = ("accuracy", "jaccard_macro", "f1_macro", "jaccard_weighted", "jaccard_per_image", "recall_macro")
OPENERS = (
    ("accuracy", "Of 100 pixels {hundred} get the right class."),
    ("jaccard_macro", "Mean IoU is {value} over the classes."),
)
WHY = "pixels of one image go together, so that whole images are drawn again"
WHY_LEFT_OUT = "pixels of one image go together, and few images are each left out"


def read_tables(truth: object, prediction: object, request: Request) -> ImageTables:
    """Count pixels, and boundaries where they are asked for by name."""
    try:
        pairs = read_mask_pairs(truth, prediction)
        tables = count_pixels(pairs, request.labels, request.ignore)
    except AssayError:
        raise
    except (TypeError, ValueError, EOFError, OverflowError) as problem:
        raise errors.unreadable_mask("a mask", str(problem).partition("\n")[0]) from problem
    if not tables.pixels:
        raise errors.no_pixels()
    tables = replace(tables, extra=pairs.extra, skipped=pairs.skipped)
    if any(isinstance(card.family, Boundaries) for card in request.metrics or ()):
        tables = replace(tables, boundaries=boundary_counts(pairs, tables.labels, request.ignore))
    return tables


def judge_tables(tables: ImageTables, request: Request) -> tuple[Evaluation, MaskSample]:
    """Measure tables of images; the sample comes with the evaluation, for comparisons."""
    if request.method not in METHODS:
        why = f"for images there are {OFFERED}"
        raise metric_errors.method_fits_nothing(str(request.method), ["mean_iou"], why)
    sample = MaskSample(tables, request.level, request.seed, request.method)
    pooled = tables.pooled()
    chosen = _choose(request, pooled.view())
    estimates = {card.name: estimate(card, sample) for card in chosen}
    evaluation = SegmentationEvaluation(
        task="segmentation",
        reason="task= says so",
        n=tables.images,
        estimates=estimates,
        choices=choices_of(request, "in memory", False),
        confusion=Confusion(tables.labels, pooled.counts()),
        notes=tuple(_notes(sample)),
        methods={USUAL: WHY, "jackknife": WHY_LEFT_OUT},
        aliases=aliases(),
        unit="image",
        source=request.source_name,
        headlines=tuple(name for name in HEADLINES if name in estimates),
        openers=tuple(Opener(*opener) for opener in OPENERS if opener[0] in estimates),
        sample=sample,
    )
    return evaluation, sample


def _choose(request: Request, view: View) -> tuple[Card, ...]:
    fitting = [card for card in cards() if not card.needs and _fits(card, view)]
    if request.metrics is None:
        return tuple(card for card in fitting if not isinstance(card.family, Boundaries))
    for card in request.metrics:
        check_parameters(card)
        if card.needs or not _fits(card, view):
            instead = [other.name for other in fitting if other.averaged is card]
            raise metric_errors.wrong_task(card.name, "a segmentation", instead or ["mean_iou", "pixel_accuracy"])
    return request.metrics


def _fits(card: Card, view: View) -> bool:
    return card.reads is ImageTables or (card.of_labels and card.can_read(view))


def _rare_classes(sample: MaskSample) -> Iterator[Note]:
    """Say which classes few images show: a draw of images without them is a mean over other classes."""
    seen_in = np.count_nonzero(sample.tables.tables.sum(axis=2), axis=0)
    rare = [(str(label), int(n)) for label, n in zip(sample.tables.labels, seen_in, strict=True) if 0 < n < FEW_SHOW_IT]
    if not rare or sample.images < FEW_SHOW_IT:
        return
    shown = ", ".join(f"{quote(label)} ({n})" for label, n in rare[:5])
    more = f" and {len(rare) - 5} more" if len(rare) > 5 else ""
    message = (
        f"Few of the {sample.images:,} images show {shown}{more}. Other images may lack such a class, and means over "
        "classes are then means over others: their intervals may cover less often than they say (86 to 90% was "
        "seen for 95%)."
    )
    yield Note("rare-class", message)


def _notes(sample: MaskSample) -> Iterator[Note]:
    images = sample.tables.images
    cells = sample.tables.tables.sum(axis=0)
    only = [str(label) for label, pixels in zip(sample.tables.labels, cells.sum(axis=1), strict=True) if not pixels]
    if only:
        shown = ", ".join(only[:5])
        told = f"{len(only)} classes have no pixel in the truth ({shown}); where predicted their IoU is 0."
        yield Note("no-truth", told)
    yield from _rare_classes(sample)
    extra, skipped = sample.tables.extra, sample.tables.skipped
    if extra:
        masks = "1 predicted mask has" if len(extra) == 1 else f"{len(extra):,} predicted masks have"
        were = "was" if len(extra) == 1 else "were"
        told = f"{masks} no truth of the same name and {were} left out: {quote_all(extra, 4)}."
        yield Note("extra-masks", told)
    if skipped:
        files = "1 entry of the folders is" if len(skipped) == 1 else f"{len(skipped):,} entries of the folders are"
        told = f"{files} no mask and {'was' if len(skipped) == 1 else 'were'} not read: {quote_all(skipped, 4)}."
        yield Note("skipped-files", told)
    if images < FEW_IMAGES:
        count = "1 image" if images == 1 else f"{images} images"
        yield Note("few-images", f"With {count} the intervals are rough: images are the cases, not pixels.")
