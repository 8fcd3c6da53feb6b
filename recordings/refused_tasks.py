"""Calls of comparisons, rankings, validation, images and texts that are refused, each with its message."""

from __future__ import annotations

import math

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier

from assay import schemes, stats
from recordings.call import Calls
from recordings.calls_of_images import BOXES, FOUND, MASKS, MASKS_SAID, coco, coco_boxes
from recordings.calls_of_text import REFERENCES, SAID, SPANS, VECTORS
from recordings.data import FEATURES, PATIENTS, RANKED, TARGET
from recordings.public import bias_variance, compare, complexity_curve, evaluate, learning_curve, rank, validate, write

CALLS = Calls("refused")
TRUTH, FIRST, SECOND = [1, 1, 0, 0, 1], [1, 0, 0, 0, 1], [0, 0, 0, 1, 1]
BOTH = {"a": FIRST, "b": SECOND}
TABLES = {"a": {"tp": 3, "fp": 1, "fn": 2, "tn": 4}, "b": {"tp": 2, "fp": 2, "fn": 3, "tn": 3}}
COCO, DETECTIONS = coco(BOXES), coco_boxes(FOUND)
KNN = KNeighborsClassifier(3)
DETECTION, SEGMENTATION, TEXT = {"task": "detection"}, {"task": "segmentation"}, {"task": "text"}


class Failing(KNeighborsClassifier):
    """A model that never learns."""

    def fit(self, features: np.ndarray, target: np.ndarray) -> Failing:
        """Fail."""
        raise ValueError("not today")


def judged(scheme: object = None, model: object = None, **options: object) -> object:
    """Validate a model that costs nothing to fit."""
    return validate(DummyClassifier() if model is None else model, FEATURES, TARGET, scheme=scheme, **options)


# fmt: off
CALLS.add("compare-nothing", lambda: compare(TRUTH))
CALLS.add("compare-list", lambda: compare(TRUTH, prediction=[FIRST, SECOND]))
CALLS.add("compare-one-model", lambda: compare(TRUTH, prediction={"a": FIRST}))
CALLS.add("compare-lengths", lambda: compare(TRUTH, prediction={"a": FIRST, "b": SECOND[:4]}))
CALLS.add("compare-gaps", lambda: compare(TRUTH, prediction={"a": FIRST, "b": [None, *SECOND[1:]]}))
CALLS.add("compare-no-truth", lambda: compare(prediction=BOTH))
CALLS.add("compare-truth-of-one", lambda: compare({"a": TRUTH}, prediction=BOTH))
CALLS.add("compare-margin", lambda: compare(TRUTH, prediction=BOTH, margin=-1))
CALLS.add("compare-control", lambda: compare(TRUTH, prediction=BOTH, control="c"))
CALLS.add("compare-method", lambda: compare(TRUTH, prediction=BOTH, method="wald"))
CALLS.add("compare-paired", lambda: compare(TRUTH, prediction=BOTH, paired="yes"))
CALLS.add("compare-paired-tables", lambda: compare(counts=TABLES, paired=True))
CALLS.add("compare-paired-apart", lambda: compare(
    {"a": TRUTH, "b": TRUTH[:4]}, prediction={"a": FIRST, "b": SECOND[:4]}, paired=True))
CALLS.add("compare-tables-listed", lambda: compare(counts=list(TABLES.values())))
CALLS.add("compare-metric", lambda: compare(TRUTH, prediction=BOTH, metrics="mae"))
CALLS.add("compare-pair", lambda: compare(TRUTH, prediction=BOTH)["accuracy"].pair("a", "c"))
CALLS.add("compare-unpaired-masks", lambda: compare(
    MASKS, prediction={"a": MASKS, "b": MASKS}, paired=False, **SEGMENTATION))
CALLS.add("compare-text-method", lambda: compare(
    REFERENCES, prediction={"a": SAID, "b": SAID}, method="mcnemar", **TEXT))

CALLS.add("rank-list", lambda: rank([0.9, 0.8, 0.7]))
CALLS.add("rank-one-model", lambda: rank({"a": [0.9, 0.8, 0.85]}))
CALLS.add("rank-few-data-sets", lambda: rank({"a": [0.9, 0.8], "b": [0.7, 0.6]}))
CALLS.add("rank-ragged", lambda: rank({"a": [0.9, 0.8, 0.7], "b": [0.7, 0.6]}))
CALLS.add("rank-gap", lambda: rank({"a": [0.9, None, 0.7, 0.8], "b": [0.7, 0.6, 0.5, 0.4]}))
CALLS.add("rank-infinite", lambda: rank({"a": [math.inf, 0.8, 0.7], "b": [0.7, 0.6, 0.5]}))
CALLS.add("rank-method", lambda: rank(RANKED, method="nemeny"))
CALLS.add("rank-better", lambda: rank(RANKED, better="hi"))
CALLS.add("rank-control", lambda: rank(RANKED, control="tre"))
CALLS.add("rank-control-needed", lambda: rank(RANKED, method="bonferroni-dunn"))
CALLS.add("rank-rope", lambda: rank(RANKED, rope=-1))
CALLS.add("rank-df", lambda: rank(RANKED, df=5))

CALLS.add("validate-class", lambda: judged(model=DummyClassifier))
CALLS.add("validate-object", lambda: judged(model=object()))
CALLS.add("validate-no-models", lambda: judged(model={}))
CALLS.add("validate-mixed-models", lambda: judged(model={"a": KNN, "b": Ridge()}))
CALLS.add("validate-lengths", lambda: validate(KNN, FEATURES, TARGET[:9]))
CALLS.add("validate-constant", lambda: validate(KNN, FEATURES, np.ones(48, int)))
CALLS.add("validate-gaps", lambda: validate(KNN, np.where(FEATURES > 2, np.nan, FEATURES), TARGET))
CALLS.add("validate-gaps-in-target", lambda: validate(DummyRegressor(), FEATURES, [math.nan, *range(47)]))
CALLS.add("validate-scheme", lambda: judged("10-fld"))
CALLS.add("validate-scheme-number", lambda: judged(7))
CALLS.add("validate-one-fold", lambda: judged("1-fold"))
CALLS.add("validate-share", lambda: judged("holdout 130%"))
CALLS.add("validate-folds", lambda: judged("80-fold"))
CALLS.add("validate-groups-needed", lambda: judged("grouped 3-fold"))
CALLS.add("validate-groups-crossed", lambda: judged("5-fold", group=PATIENTS))
CALLS.add("validate-groups-few", lambda: judged("grouped 20-fold", group=PATIENTS))
CALLS.add("validate-many-fits", lambda: judged("leave-5-out"))
CALLS.add("validate-nothing-to-search", lambda: judged("nested 3-fold / 2-fold"))
CALLS.add("validate-search-unknown", lambda: judged("nested 3-fold / 2-fold", KNN, search={"neighbours": [1]}))
CALLS.add("validate-failing", lambda: judged("3-fold", Failing()))
CALLS.add("validate-failing-all", lambda: judged("3-fold", Failing(), on_error="skip"))
CALLS.add("validate-metric", lambda: judged("3-fold", metrics="mae"))
CALLS.add("validate-on-error", lambda: judged("3-fold", on_error="ignore"))
CALLS.add("validate-checkpoint", lambda: judged("3-fold", checkpoint=write("notes.txt", "my notes")))
CALLS.add("nested-pairs", lambda: schemes.Nested(schemes.KFold(5), schemes.LeavePairOut()))
CALLS.add("complexity-parameter", lambda: complexity_curve(KNN, FEATURES, TARGET, parameter="k", values=[1, 2]))
CALLS.add("complexity-no-values", lambda: complexity_curve(KNN, FEATURES, TARGET, parameter="n_neighbors", values=[]))
CALLS.add("learning-sizes", lambda: learning_curve(KNN, FEATURES, TARGET, sizes=[500]))
CALLS.add("learning-repeats", lambda: learning_curve(KNN, FEATURES, TARGET, repeats=0))
CALLS.add("bias-variance-rounds", lambda: bias_variance(KNN, FEATURES, TARGET, rounds=1))
CALLS.add("bias-variance-noise", lambda: bias_variance(KNN, FEATURES, TARGET, noise=0.5))
CALLS.add("stats-successes", lambda: stats.wilson(11, 10))
CALLS.add("stats-too-few", lambda: stats.t_test([1.0], [2.0]))
CALLS.add("stats-adjust", lambda: stats.adjust([0.1, 0.2], "holmm"))

CALLS.add("detection-number", lambda: evaluate(7, DETECTIONS, **DETECTION))
CALLS.add("detection-not-coco", lambda: evaluate({"images": []}, DETECTIONS, **DETECTION))
CALLS.add("detection-images", lambda: evaluate(BOXES, FOUND[:3], **DETECTION))
CALLS.add("detection-no-score", lambda: evaluate(
    COCO, [{**DETECTIONS[0], "score": None}, *DETECTIONS[1:]], **DETECTION))
CALLS.add("detection-strange-image", lambda: evaluate(COCO, [{**DETECTIONS[0], "image_id": 999}], **DETECTION))
CALLS.add("detection-strange-label", lambda: evaluate(COCO, [{**DETECTIONS[0], "category_id": 77}], **DETECTION))
CALLS.add("detection-form", lambda: evaluate(COCO, DETECTIONS, boxes="xxyy", **DETECTION))
CALLS.add("detection-json", lambda: evaluate(write("a.json", "nothing"), DETECTIONS, **DETECTION))
CALLS.add("detection-matches", lambda: evaluate(counts={"hit": [True]}, **DETECTION))
CALLS.add("detection-metric", lambda: evaluate(BOXES, FOUND, metrics="accuracy", **DETECTION))
CALLS.add("detection-weight", lambda: evaluate(BOXES, FOUND, weight=[1], **DETECTION))
CALLS.add("detection-method", lambda: evaluate(BOXES, FOUND, method="wilson", **DETECTION))
CALLS.add("segmentation-shapes", lambda: evaluate(MASKS[0], MASKS[0][:, :2], **SEGMENTATION))
CALLS.add("segmentation-images", lambda: evaluate(MASKS, MASKS_SAID[:2], **SEGMENTATION))
CALLS.add("segmentation-colours", lambda: evaluate(
    [np.zeros((4, 4, 3), int)], [np.zeros((4, 4, 3), int)], **SEGMENTATION))
CALLS.add("segmentation-labels", lambda: evaluate(MASKS, MASKS_SAID, labels=[0, 1], **SEGMENTATION))
CALLS.add("segmentation-negative", lambda: evaluate([MASKS[0] - 1], [MASKS[0]], **SEGMENTATION))
CALLS.add("segmentation-nothing-left", lambda: evaluate([MASKS[0] * 0], [MASKS[0]], ignore=0, **SEGMENTATION))
CALLS.add("segmentation-positive", lambda: evaluate(MASKS, MASKS_SAID, positive=1, **SEGMENTATION))
CALLS.add("segmentation-folder", lambda: evaluate("nowhere", "elsewhere", **SEGMENTATION))
CALLS.add("ignore-of-labels", lambda: evaluate(TRUTH, FIRST, ignore=255))

CALLS.add("text-counts", lambda: evaluate(REFERENCES, SAID[:3], **TEXT))
CALLS.add("text-no-references", lambda: evaluate([["the cat sat"], []], ["a", "b"], **TEXT))
CALLS.add("text-number", lambda: evaluate(REFERENCES[:2], ["a dog", 42], **TEXT))
CALLS.add("text-gap", lambda: evaluate(REFERENCES[:2], ["a dog", None], **TEXT))
CALLS.add("text-empty", lambda: evaluate([], [], **TEXT))
CALLS.add("text-one-text", lambda: evaluate("the cat sat on the mat", SAID, **TEXT))
CALLS.add("text-spans-and-texts", lambda: evaluate(REFERENCES[:3], SPANS, **TEXT))
CALLS.add("text-bad-span", lambda: evaluate(SPANS, [[(4, 2, "PER")], [], []], **TEXT))
CALLS.add("text-metric", lambda: evaluate(REFERENCES, SAID, metrics="mae", **TEXT))
CALLS.add("text-smooth", lambda: evaluate(REFERENCES, SAID, metrics="bleu(smooth=more)", **TEXT))
CALLS.add("text-no-model", lambda: evaluate(REFERENCES, SAID, metrics="bert_f1", **TEXT))
CALLS.add("text-choices", lambda: evaluate(["Paris", "Rome"], ["A", "B"], metrics="choice_accuracy", **TEXT))
CALLS.add("text-dimensions", lambda: evaluate(VECTORS, [vectors[:, :3] for vectors in VECTORS], **TEXT))
CALLS.add("text-models-differ", lambda: evaluate({"model": "a", "embeddings": VECTORS}, VECTORS, **TEXT))
CALLS.add("text-score", lambda: evaluate(REFERENCES, SAID, score=[1], **TEXT))
# fmt: on
