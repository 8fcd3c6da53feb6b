"""What a reader should know of boxes before trusting numbers made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assay.errors.tree import quote_all
from assay.inputs.box_forms import Doubt, Forms
from assay.inputs.box_geometry import FORMS
from assay.inputs.boxes import DetectionRows
from assay.intervals.detection_intervals import LESS_OPTIMISM
from assay.results.estimate import Estimate
from assay.results.note import Note
from assay.summaries.matches import ALL, Matches

FEW_IMAGES = 30
"""As for cases: below it limits are wide, and their spread is estimated badly."""
WHOSE = {"truth": "The boxes of the truth", "prediction": "The boxes of the prediction", "both": "The boxes"}


def notes_of_detections(
    rows: DetectionRows | None, matches: Matches, estimates: Mapping[str, Estimate]
) -> Iterator[Note]:
    """Yield notes, those that make all numbers doubtful first."""
    if rows is not None:
        yield from _leading(rows)
        yield from _of_rows(rows)
    empty = [str(label) for label, count in zip(matches.labels, matches.truths[ALL], strict=True) if not count]
    if empty:
        shown = ", ".join(empty[:5]) + (" ..." if len(empty) > 5 else "")
        yield Note("no-truth", f"{len(empty)} labels have no truth and are left out of every mean: {shown}.")
    if matches.images < FEW_IMAGES:
        count = "1 image" if matches.images == 1 else f"{matches.images} images"
        yield Note("few-images", f"With {count} the intervals are rough.")
    flattered = estimates.get("mean_ap")
    if flattered is not None and flattered.note and flattered.method in LESS_OPTIMISM.values():
        yield Note("optimism", f"mAP: {flattered.note}; its interval is about what many images would give.")
    if not len(matches.score):
        yield Note("no-detections", "There are no detections at all.")


def _leading(rows: DetectionRows) -> Iterator[Note]:
    """Yield what must be said first: boxes in another form or scale, masks that nobody looked at."""
    if rows.forms.doubt is not None:
        yield Note("box-form", doubted(rows.forms, rows.forms.doubt), leading=True)
    if rows.scale.relative:
        yield Note("relative-boxes", _relative(rows), leading=True)
    if rows.masks:
        told = (
            "Both sides hold masks, which were not judged: all numbers are of the boxes. For masks of classes there is"
        )
        yield Note("masks-not-judged", f'{told} task="segmentation".', leading=True)


def doubted(forms: Forms, doubt: Doubt) -> str:
    """Say which form boxes look like, why, and what to type."""
    evidence = {
        "met": "read so, {} of {} truths are met by a box of their label, and {} if read the other way",
        "leaving": "read so, {} of {} boxes leave their image",
        "rising": "their third and fourth numbers are never below the first two, and rise with them",
    }[doubt.evidence]
    why = evidence.format(*(f"{count:,}" for count in doubt.counts))
    told = f"{_looks(forms, doubt)}: {why}."
    if doubt.model is not None:
        return f'{told} Type boxes={{"{doubt.model}": "{doubt.typed}"}} (--boxes {doubt.model}={doubt.typed}).'
    return f'{told} Type boxes="{doubt.typed}" (--boxes {doubt.typed}).'


def _looks(forms: Forms, doubt: Doubt) -> str:
    pairs = {"truth": (doubt.truth, forms.truth), "prediction": (doubt.prediction, forms.prediction)}
    sides = {whose: (form, read) for whose, (form, read) in pairs.items() if form is not None}
    if len(sides) == 2 and len(set(sides.values())) == 1:
        sides = {"both": next(iter(sides.values()))}
    told = [
        f"{WHOSE[whose]} look like {FORMS[form]}, but were read as {FORMS[read]}"
        for whose, (form, read) in sides.items()
    ]
    return f"{told[0]}; {told[1][0].lower()}{told[1][1:]}" if len(told) == 2 else told[0]


def _relative(rows: DetectionRows) -> str:
    sides = rows.scale.relative
    whose = WHOSE["both" if len(sides) > 1 else sides[0]]
    told = f"{whose} lie between 0 and 1: they are parts of their image, not pixels."
    if rows.scale.pixels:
        return f"{told} They were multiplied by its width and height."
    return (
        f"{told} Its width and height are not known, so that small, medium and large mean nothing and are undefined; "
        "add width and height to the images (columns image_width and image_height of a table), or pass pixels."
    )


def _of_rows(rows: DetectionRows) -> Iterator[Note]:
    if rows.forms.kept:
        own, predicted = rows.forms.truth, rows.forms.prediction
        taken = f'boxes="{predicted}" was taken for the prediction alone'
        told = f"{taken}: the truth fits {FORMS[own]}, its own form, better."
        yield Note("box-form-of-truth", f'{told} Type boxes="{own},{predicted}" to say so of both.')
    if rows.extra:
        yield Note("extra-images", f"{rows.extra:,} images have detections but no truth; they were taken as empty.")
    for code, images, what in (
        ("outside", rows.outside, ("box reaches beyond its image", "boxes reach beyond their image")),
        ("repeated-truths", rows.repeated, ("box of the truth stands", "boxes of the truth stand")),
    ):
        if images:
            count = f"1 {what[0]}" if len(images) == 1 else f"{len(images):,} {what[1]}"
            again = " there twice, with the same image and label" if code == "repeated-truths" else ""
            first = list(dict.fromkeys(images))
            where = f"{'image' if len(first) == 1 else 'images'} {quote_all(first, 4)}"
            took = "it was taken as it is" if len(images) == 1 else "they were taken as they are"
            yield Note(code, f"{count}{again} (first in {where}); {took}.")
