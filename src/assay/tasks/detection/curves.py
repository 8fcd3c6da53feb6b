"""Precision-recall curves of detections, each built the first time it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from assay.results.curve import Curve
from assay.summaries.matches import ALL, Matches, reverse_maximum

MOST_LISTED = 100
"""COCO has 80 labels; a page that draws the curves of more would weigh megabytes."""


@dataclass(frozen=True, eq=False)
class DetectionCurves(Mapping[str, Curve]):
    """Precision-recall curves at IoU .50: of every label as "pr: label", built when asked for."""

    matches: Matches
    built: dict[str, Curve] = field(default_factory=dict, compare=False)

    def __getitem__(self, name: str) -> Curve:
        places = {f"pr: {label}": place for place, label in enumerate(self.matches.labels)}
        if name not in places:
            raise KeyError(f"There is no curve {name!r}; there are {', '.join(list(places)[:4])} ...")
        if name not in self.built:
            self.built[name] = self._drawn(name, places[name])
        return self.built[name]

    def _drawn(self, name: str, place: int) -> Curve:
        matches = self.matches
        steps = matches.steps(ALL, matches.at(0.5))
        own = steps.label == place
        truths = max(int(matches.truths[ALL, place]), 1)
        precision = reverse_maximum(steps.precision[own], np.zeros(int(own.sum()), np.intp))
        recall = np.concatenate([[0.0], steps.hits[own] / truths])
        height = np.concatenate([precision[:1] if len(precision) else [0.0], precision])
        threshold = np.concatenate([[np.inf], matches.score[steps.detection[own]]])
        return Curve(name, "recall", "precision (best from there on)", recall, height, threshold)

    def __iter__(self) -> Iterator[str]:
        with_truth = np.flatnonzero(self.matches.truths[ALL] > 0)[:MOST_LISTED]
        return iter([f"pr: {self.matches.labels[place]}" for place in with_truth])

    def __len__(self) -> int:
        return len(list(iter(self)))
