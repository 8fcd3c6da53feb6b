"""Which form boxes are in: what they were read as, and whether they look like another form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assay.errors import detections as errors
from assay.inputs.box_geometry import CENTRED, CORNERS, FORMS, SIZED, Places, overlaps, pairs_of_keys, partners
from assay.inputs.box_sides import Side
from assay.stats.arithmetic import Numbers

MOST_IMAGES = 200
"""Images looked at to see how well truth and prediction agree: a share of their truths is all that is needed."""
MOST_PAIRS = 2**21
"""Boxes held side by side for the same purpose; 200 images of 100 truths and 100 detections make fewer."""
MET = 0.5
"""The overlap from which on a truth counts as met, as in the first of COCO's thresholds."""
CLEARLY = 0.8
"""The overlap, and the share of truths, that is beyond doubt: a taste."""
FEW = 3
"""Truths or boxes that may behave oddly by accident: a taste."""
TIMES, LEAST = 4, 0.1
"""Another form must meet so many times as many truths, and this share of them, before a doubt is raised: a taste."""
STEP, GOOD = 0.1, 0.6
"""Large boxes overlap in any form: there nearly all must overlap by so much more, and so much on average."""
ENOUGH = 10
"""Boxes from which on their places in the image say something: a taste."""
MANY = 0.1
"""The share of boxes that must leave their image, or be inside out, before their form is doubted."""


@dataclass(frozen=True)
class BoxChoice:
    """What the caller says of the forms; `alike` where one word was given for truth and prediction."""

    truth: str | None
    prediction: str | None
    alike: bool


@dataclass(frozen=True)
class Doubt:
    """Boxes that look like another form: what those of each side look like, None where they look right; what to type.

    `evidence` is "met" (truths met as read, all of them, those met if read the other way), "leaving" (boxes that leave
    their image, all of them) or "rising", `counts` its numbers. `model` is named where others beside it look right.
    """

    truth: str | None
    prediction: str | None
    typed: str
    evidence: str
    counts: tuple[int, ...]
    model: object = None


@dataclass(frozen=True)
class Forms:
    """The forms that boxes were read in; `kept` where the truth could not be what was asked for."""

    truth: str
    prediction: str
    kept: bool = False
    doubt: Doubt | None = None


def check_boxes(boxes: object) -> BoxChoice | None:
    """Return what boxes= says: one form for both sides, or those of truth and prediction; refuse anything else.

    >>> check_boxes("xyxy"), check_boxes("xywh, xyxy").prediction
    (BoxChoice(truth='xyxy', prediction='xyxy', alike=True), 'xyxy')
    """
    if boxes is None:
        return None
    parts = boxes.split(",") if isinstance(boxes, str) else boxes
    words = [str(word).strip().casefold() for word in parts] if isinstance(parts, Sequence) else []
    if not 1 <= len(words) <= 2 or any(word not in FORMS for word in words):
        raise errors.unknown_form(boxes, list(FORMS))
    return BoxChoice(words[0], words[-1], len(words) == 1)


def of_model(boxes: object) -> BoxChoice | None:
    """Return the form that was given for the boxes of one model among several, whatever the truth has."""
    choice = check_boxes(boxes)
    if choice is not None and not choice.alike:
        raise errors.unknown_form(boxes, list(FORMS))
    return None if choice is None else BoxChoice(None, choice.prediction, False)


def choose_forms(truth: Side, detections: Side, asked: BoxChoice | None) -> Forms:
    """Decide what the numbers of all boxes mean; forms that cannot be are refused, unlikely ones are doubted."""
    scene = Scene(truth, detections)
    forms = scene.settled(asked)
    for side, form in ((truth, forms.truth), (detections, forms.prediction)):
        inside_out = int(side.inside_out(form).sum())
        if form == CORNERS and inside_out > MANY * len(side) and (side.numbers[:, 2:] >= 0).all():
            likely = scene.instead(forms)
            other = likely.truth if side is truth else likely.prediction
            typed = scene.typed(likely.truth, likely.prediction)
            raise errors.other_form(side.name, FORMS[form], FORMS[other], inside_out, len(side), typed)
    doubt = scene.mismatch(forms) or scene.misfit(forms)
    return Forms(forms.truth, forms.prediction, forms.kept, doubt)


@dataclass(frozen=True, eq=False)
class Scene:
    """Truth and prediction side by side: how well they agree, read in any forms."""

    truth: Side
    found: Side

    @cached_property
    def looked_at(self) -> tuple[Places, Places]:
        """The truths and detections that are looked at: those of a few images, and some truths of crowded ones."""
        shown = _spread(np.unique(self.truth.image), MOST_IMAGES)
        truths, found = (np.flatnonzero(np.isin(side.image, shown)) for side in (self.truth, self.found))
        every = pairs_of_keys(self._keys(self.truth)[truths], self._keys(self.found)[found])
        most = len(truths) * MOST_PAIRS // max(every, MOST_PAIRS)
        return _spread(truths, max(most, 1)), found

    @cached_property
    def pairs(self) -> tuple[Places, Places]:
        """Detections and truths of the same image and label."""
        truths, found = self.looked_at
        detection, partner = partners(self._keys(self.truth)[truths], self._keys(self.found)[found])
        return found[detection], truths[partner]

    def _keys(self, side: Side) -> Places:
        """Return a number for every image and label."""
        labels = 1 + max((int(part.label.max()) for part in (self.truth, self.found) if len(part)), default=0)
        return np.asarray(side.image * labels + side.label)

    def best(self, truth: str, prediction: str) -> Numbers:
        """Return the overlap of every truth with the box of its image and label that it shares most with."""
        detection, partner = self.pairs
        if not len(detection):
            return np.zeros(0)
        shared = overlaps(self.found.sized(prediction)[detection], self.truth.sized(truth)[partner])
        best = np.zeros(len(self.truth))
        np.maximum.at(best, partner, shared)
        return np.asarray(best[np.unique(partner)])

    def settled(self, asked: BoxChoice | None) -> Forms:
        """Return the forms asked for.

        One word is said of both sides; but detections are often written in another form than the truth, so that a truth
        which cannot be in that form, or fits the detections better in its own, is read in its own.
        """
        if asked is None:
            return Forms(self.truth.own, self.found.own)
        stated = asked.prediction or self.found.own
        if not asked.alike or stated == self.truth.own:
            return Forms(asked.truth or self.truth.own, stated)
        own = self.truth.own
        better = bool(self.best(own, stated).sum() > self.best(stated, stated).sum())
        kept = self.truth.possible(own) and (better or not self.truth.possible(stated))
        return Forms(own if kept else stated, stated, kept)

    def typed(self, truth: str, prediction: str) -> str:
        """Return what to type for these forms: one word where that is enough."""
        short = self.settled(BoxChoice(prediction, prediction, True))
        return prediction if (short.truth, short.prediction) == (truth, prediction) else f"{truth},{prediction}"

    def instead(self, forms: Forms) -> Forms:
        """Return forms in which no box is inside out: those in which truth and prediction agree best, if only one is.

        Boxes that are misread alike agree in any form; they should lie in their images.
        """
        sides = (self.truth, forms.truth), (self.found, forms.prediction)
        wrong = [bool(side.inside_out(form).any()) for side, form in sides]
        # Centred boxes lie inside their images; where there are enough of them, sized ones read so would not.
        order = (CENTRED, SIZED) if len(self.truth) + len(self.found) >= ENOUGH else (SIZED, CENTRED)
        options = [Forms(form if wrong[0] else forms.truth, form if wrong[1] else forms.prediction) for form in order]
        if all(wrong):
            return min(options, key=self._leaving)
        return max(options, key=lambda option: self.best(option.truth, option.prediction).sum())

    def _leaving(self, forms: Forms) -> int:
        return int(self.truth.leaving(forms.truth).sum() + self.found.leaving(forms.prediction).sum())

    def mismatch(self, forms: Forms) -> Doubt | None:
        """Doubt forms if others make truth and prediction meet far more often.

        Both sides in one other form are no such evidence, nor both in others than corners: corners read as sizes make
        boxes so large that all meet.
        """
        now = self.best(forms.truth, forms.prediction)
        bests = {option: self.best(*option) for option in self._others(forms)}
        clear = [option for option, best in bests.items() if _far_better(best, now)]
        if not clear:
            return None
        truth, prediction = max(clear, key=lambda option: bests[option].sum())
        counts = int((now >= MET).sum()), len(now), int((bests[truth, prediction] >= MET).sum())
        return self._doubted(forms, (truth, prediction), "met", counts)

    def _others(self, forms: Forms) -> list[tuple[str, str]]:
        """Return the forms of truth and prediction that can be, and that only the right boxes would meet in."""
        kept = [
            (truth, prediction)
            for truth in FORMS
            for prediction in FORMS
            if (truth == forms.truth) != (prediction == forms.prediction)
            or (truth != prediction and CORNERS not in (forms.truth, forms.prediction) and forms.truth != truth)
        ]
        return [
            (truth, prediction)
            for truth, prediction in kept
            if self.truth.possible(truth) and self.found.possible(prediction)
        ]

    def misfit(self, forms: Forms) -> Doubt | None:
        """Doubt the form of boxes that leave their images, or whose numbers behave as those of corners do."""
        of_truth, of_found = _likely(self.truth, forms.truth), _likely(self.found, forms.prediction)
        both = [form for form in of_truth if form in of_found]
        likely = forms.truth, forms.prediction
        if both and forms.truth == forms.prediction:
            likely = both[0], both[0]
        elif of_truth or of_found:
            likely = (of_truth[0], forms.prediction) if of_truth else (forms.truth, of_found[0])
            now = self.best(forms.truth, forms.prediction)
            if (now >= MET).sum() >= LEAST * len(self.looked_at[0]) and self.best(*likely).sum() <= now.sum():
                return None
        if likely == (forms.truth, forms.prediction):
            return None
        if not any(np.isfinite(side.limits).any() for side in (self.truth, self.found)):
            return self._doubted(forms, likely, "rising", ())
        counts = self._leaving(forms), len(self.truth) + len(self.found)
        return self._doubted(forms, likely, "leaving", counts)

    def _doubted(self, forms: Forms, likely: tuple[str, str], evidence: str, counts: tuple[int, ...]) -> Doubt:
        looks = [form if form != read else None
                 for form, read in zip(likely, (forms.truth, forms.prediction), strict=True)]  # fmt: skip
        return Doubt(looks[0], looks[1], self.typed(*likely), evidence, counts)


def _spread(values: np.ndarray, most: int) -> np.ndarray:
    """Return at most so many of the values, evenly spread from the first to the last."""
    return values[np.linspace(0, len(values) - 1, min(len(values), most)).astype(np.intp)]


def _far_better(other: Numbers, now: Numbers) -> bool:
    """Say whether truths are met so much more often in another form that this can be no accident."""
    if 0 < len(now) < FEW:
        return bool(other.min() >= CLEARLY and now.max() < MET)
    met, before = int((other >= MET).sum()), int((now >= MET).sum())
    if met < FEW:
        return False
    improved = float((other > now + STEP).mean())
    return (met >= TIMES * before and met >= LEAST * len(now)) or (improved >= CLEARLY and other.mean() >= GOOD)


def _likely(side: Side, form: str) -> list[str]:
    """Return the forms that boxes look like by themselves, the likeliest first; none where their own is fine."""
    if not len(side):
        return []
    if not np.isfinite(side.limits).any():
        return [CORNERS] if form != CORNERS and side.rising() else []
    out = int(side.leaving(form).sum())
    if out < min(FEW, MANY * len(side)):
        return []
    others = {other: int(side.leaving(other).sum()) for other in FORMS if other != form and side.possible(other)}
    # Detections that were not cut at the edge leave their image in any form: most of them must not in the likely one.
    most = out / FEW if out >= MANY * FEW * len(side) else MANY * out
    return sorted((other for other, count in others.items() if count <= most), key=others.__getitem__)
