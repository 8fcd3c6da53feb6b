"""Run every benchmark and print one line each."""

from __future__ import annotations

import sklearn

import assay
from benchmarks import (
    comparisons,
    detections,
    engines,
    labels,
    load,
    masks,
    memory,
    pages,
    regression,
    scores,
    slices,
    tensors,
    texts,
    validations,
)

print(f"assay {assay.__version__} beside scikit-learn {sklearn.__version__}, medians of five\n")
for module in (
    labels,
    scores,
    slices,
    regression,
    comparisons,
    validations,
    detections,
    masks,
    texts,
    tensors,
    engines,
):
    for race in module.races():
        print(race.line(), flush=True)
print()
for module in (pages, memory, engines, load):
    for line in module.lines():
        print(line, flush=True)
