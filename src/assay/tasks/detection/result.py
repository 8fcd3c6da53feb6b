"""The result of judging detections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from assay.intervals.detection_intervals import HALVES, ImageSample, ImagesOfLabel
from assay.intervals.estimating import estimate
from assay.intervals.grouped import Moves, grouped_estimate
from assay.intervals.left_out_items import Signed, images_without, over_groups
from assay.metrics.cards import Card, by_name, cards
from assay.metrics.find import find
from assay.results.curve import Curve
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.results.operating_point import OperatingPoint
from assay.summaries.matches import ALL, Matches
from assay.summaries.units import Units
from assay.tasks.detection.curves import DetectionCurves
from assay.tasks.scores.thresholds import CHOSEN_HERE

POINT_METRICS = ("recall", "precision", "f1", "false_discovery_rate")


@dataclass(frozen=True, eq=False, repr=False)
class DetectionEvaluation(Evaluation):
    """Detections judged; `ev.per_class` judges every label, `ev.curves` has the precision-recall curve of each."""

    sample: ImageSample = field(kw_only=True)
    groups: Signed = field(default=(), kw_only=True)

    @cached_property
    def curves(self) -> Mapping[str, Curve]:
        """The precision-recall curve of every label at IoU .50."""
        return DetectionCurves(self.sample.matches)

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """Average precisions and recalls of every label with their intervals."""
        one_area = len(self.sample.matches.areas) == 1
        own = [find("ap50")] if one_area else [card for card in cards() if card.reads is Matches and card.headline]
        left_out = [(images_without(self.sample, units), units, sign) for units, sign in self.groups]
        return {
            label: {card.name: self._of_label(card, place, left_out) for card in own}
            for place, label in enumerate(self.sample.matches.labels)
        }

    def _of_label(self, card: Card, place: int, left_out: Sequence[tuple[ImageSample, Units, int]]) -> Estimate:
        """Return a metric of one label; images of one group are one unit."""
        made = estimate(card, ImagesOfLabel(self.sample, place))
        if not left_out:
            return made
        moves = [
            Moves(units, ImagesOfLabel(sample, place).every(card)[:-HALVES] - made.value, sign)
            for sample, units, sign in left_out
        ]
        return grouped_estimate(made, moves)

    @cached_property
    def operating_points(self) -> tuple[OperatingPoint, ...]:
        """The score threshold with the best F1 at IoU .50 over all labels; none without a detection or a truth."""
        matches = self.sample.matches
        place, truths = matches.at(0.5), int(matches.truths[ALL].sum())
        order = np.argsort(-matches.score, kind="stable")
        if not len(order) or not truths:
            return ()
        hits = np.cumsum(matches.hit[ALL, place][order])
        called = np.cumsum(~matches.ignored[ALL, place][order])
        last = np.append(np.diff(matches.score[order]) != 0, True)
        f1 = np.where(last, 2 * hits / (called + truths), -1.0)
        cut = float(matches.score[order][int(np.argmax(f1))])
        at = replace(self.sample, threshold=cut)
        estimates = {
            name: over_groups(estimate(by_name()[name], at), at, by_name()[name], self.groups) for name in POINT_METRICS
        }
        return (OperatingPoint("best f1", cut, estimates, CHOSEN_HERE),)
