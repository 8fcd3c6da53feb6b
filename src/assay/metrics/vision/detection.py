"""Metrics of detections: average precision and recall over overlaps, labels and sizes, as COCO defines them."""

from __future__ import annotations

import numpy as np

from assay.metrics.cards import metric
from assay.metrics.families import FlatteredByFew
from assay.stats.arithmetic import Number, Numbers, plain
from assay.summaries.matches import ALL, Matches

COCO = "Lin et al. 2014 (COCO)"
NO_PIXELS = "boxes are parts of their images, whose width and height are not known, so that no size has a meaning"
NO_TRUTH = "no label has a truth that counts"
READING = "{label} is {value}; 1 is a detector that finds everything and nothing else."


def average(values: Numbers, axes: tuple[int, ...]) -> Number:
    """Return the mean of what is defined, over the last axes; nan where nothing is.

    >>> average(np.array([[0.5, np.nan], [0.7, np.nan]]), (-2, -1))
    0.6
    """
    known = ~np.isnan(values)
    count = known.sum(axis=axes)
    total = np.where(known, values, 0.0).sum(axis=axes)
    return plain(np.where(count > 0, total / np.maximum(count, 1), np.nan))


@metric(
    label="mAP", formula="mean over labels and IoU = .50, .55 ... .95 of the 101-point average precision",
    bounds=(0, 1), better="higher", undefined=NO_TRUTH, reading=READING, aliases=("map", "coco_map"), reference=COCO,
    headline=True, family=FlatteredByFew(),
)  # fmt: skip
def mean_ap(matches: Matches, most: int = 100) -> Number:
    """Average precision over all labels and ten overlap thresholds: the number of the COCO challenge.

    `most` is how many detections of an image and label are looked at; it applies when detections are matched.
    """
    return average(matches.average_precisions[..., ALL, :, :], (-2, -1))


@metric(
    label="AP50", formula="mean over labels of the 101-point average precision at IoU .50", bounds=(0, 1),
    better="higher", undefined=NO_TRUTH, reading=READING, aliases=("map50",), reference=COCO, headline=True,
    family=FlatteredByFew(),
)  # fmt: skip
def ap50(matches: Matches, most: int = 100) -> Number:
    """Average precision where half of the union must be shared: how well things are found, placed roughly."""
    return average(matches.average_precisions[..., ALL, matches.at(0.5), :], (-1,))


@metric(
    label="AP75", formula="mean over labels of the 101-point average precision at IoU .75", bounds=(0, 1),
    better="higher", undefined=NO_TRUTH, reading=READING, aliases=("map75",), reference=COCO, headline=True,
    family=FlatteredByFew(),
)  # fmt: skip
def ap75(matches: Matches, most: int = 100) -> Number:
    """Average precision where three quarters must be shared: how well things are found and placed."""
    return average(matches.average_precisions[..., ALL, matches.at(0.75), :], (-1,))


@metric(
    label="mAP, small", formula="mAP of truths below 32² pixels", bounds=(0, 1), better="higher",
    undefined="no truth is that small", reading=READING, reference=COCO, family=FlatteredByFew(),
)  # fmt: skip
def mean_ap_small(matches: Matches) -> Number:
    """How well small things are found."""
    return average(matches.average_precisions[..., 1, :, :], (-2, -1))


@metric(
    label="mAP, medium", formula="mAP of truths from 32² to 96² pixels", bounds=(0, 1), better="higher",
    undefined="no truth is of that size", reading=READING, reference=COCO, family=FlatteredByFew(),
)  # fmt: skip
def mean_ap_medium(matches: Matches) -> Number:
    """How well things of medium size are found."""
    return average(matches.average_precisions[..., 2, :, :], (-2, -1))


@metric(
    label="mAP, large", formula="mAP of truths above 96² pixels", bounds=(0, 1), better="higher",
    undefined="no truth is that large", reading=READING, reference=COCO, family=FlatteredByFew(),
)  # fmt: skip
def mean_ap_large(matches: Matches) -> Number:
    """How well large things are found."""
    return average(matches.average_precisions[..., 3, :, :], (-2, -1))


@metric(
    label="AP50, all points", formula="mean over labels of Σ (recall step) · (best precision from there on) at IoU .50",
    bounds=(0, 1), better="higher", undefined=NO_TRUTH, reading=READING, reference="Everingham et al. 2010 (VOC)",
    family=FlatteredByFew(),
)  # fmt: skip
def ap50_all_points(matches: Matches) -> Number:
    """Area under the stepwise envelope of the precision-recall curve, read at every recall."""
    return average(matches.interpolated(None), (-1,))


@metric(
    label="AP50, step sum", formula="mean over labels of Σ (recall step) · precision at IoU .50", bounds=(0, 1),
    better="higher", undefined=NO_TRUTH, reading=READING, family=FlatteredByFew(),
)  # fmt: skip
def ap50_steps(matches: Matches) -> Number:
    """Average precision without the envelope: precision where each truth is found, averaged over all truths."""
    return average(matches.interpolated(0), (-1,))


@metric(
    label="AP50, 11 points", formula="mean over labels of the best precision from recall 0, .1 ... 1 on at IoU .50",
    bounds=(0, 1), better="higher", undefined=NO_TRUTH, reading=READING, reference="Everingham et al. 2007 (VOC)",
    family=FlatteredByFew(),
)  # fmt: skip
def ap50_11_points(matches: Matches) -> Number:
    """Precision envelope read at eleven recalls, as older papers do."""
    return average(matches.interpolated(10), (-1,))


@metric(
    label="Average recall", formula="mean over labels and IoU = .50 ... .95 of recall, at most 100 detections an image",
    bounds=(0, 1), better="higher", undefined=NO_TRUTH, reading=READING, aliases=("average_recall_100", "ar100"),
    reference=COCO, headline=True,
)  # fmt: skip
def average_recall(matches: Matches, most: int = 100) -> Number:
    """Share of truths found by at most so many detections, averaged over how well they must be placed."""
    return average(matches.recalls(most)[..., ALL, :, :], (-2, -1))


@metric(
    label="Average recall, 1 detection", formula="average recall with the best detection of each image and label alone",
    bounds=(0, 1), better="higher", undefined=NO_TRUTH, reading=READING, aliases=("ar1",), reference=COCO,
)  # fmt: skip
def average_recall_1(matches: Matches) -> Number:
    """How much the single best detection of each image and label finds."""
    return average(matches.recalls(1)[..., ALL, :, :], (-2, -1))


@metric(
    label="Average recall, 10 detections",
    formula="average recall with the ten best detections of each image and label",
    bounds=(0, 1), better="higher", undefined=NO_TRUTH, reading=READING, aliases=("ar10",), reference=COCO,
)  # fmt: skip
def average_recall_10(matches: Matches) -> Number:
    """How much the ten best detections of each image and label find."""
    return average(matches.recalls(10)[..., ALL, :, :], (-2, -1))


@metric(
    label="Average recall, small", formula="average recall of truths below 32² pixels", bounds=(0, 1), better="higher",
    undefined="no truth is that small", reading=READING, reference=COCO,
)  # fmt: skip
def average_recall_small(matches: Matches) -> Number:
    """Share of small things found."""
    return average(matches.recalls(100)[..., 1, :, :], (-2, -1))


@metric(
    label="Average recall, medium", formula="average recall of truths from 32² to 96² pixels", bounds=(0, 1),
    better="higher", undefined="no truth is of that size", reading=READING, reference=COCO,
)  # fmt: skip
def average_recall_medium(matches: Matches) -> Number:
    """Share of things of medium size found."""
    return average(matches.recalls(100)[..., 2, :, :], (-2, -1))


@metric(
    label="Average recall, large", formula="average recall of truths above 96² pixels", bounds=(0, 1), better="higher",
    undefined="no truth is that large", reading=READING, reference=COCO,
)  # fmt: skip
def average_recall_large(matches: Matches) -> Number:
    """Share of large things found."""
    return average(matches.recalls(100)[..., 3, :, :], (-2, -1))


BY_SIZE = frozenset(
    {
        *(mean_ap_small, mean_ap_medium, mean_ap_large),
        *(average_recall_small, average_recall_medium, average_recall_large),
    }
)
"""The formulas that ask how large things are, in pixels."""
