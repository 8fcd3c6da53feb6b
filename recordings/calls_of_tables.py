"""Calls that judge ready tables of counts."""

from __future__ import annotations

import numpy as np
import pandas as pd

from recordings.call import Calls
from recordings.public import evaluate

CALLS = Calls("tables")
CELLS = {"tp": 30, "fp": 4, "fn": 6, "tn": 60}
SQUARE = [[40, 6], [4, 25]]
THREE = np.array([[20, 3, 1], [4, 18, 2], [0, 5, 25]])
ANIMALS = {"labels": ["bird", "cat", "dog"], "rows": "truth"}

# fmt: off
CALLS.add("cells", lambda: evaluate(counts=CELLS), page=True)
CALLS.add("cells-without-tn", lambda: evaluate(counts={"tp": 30, "fp": 4, "fn": 6}))
CALLS.add("cells-named", lambda: evaluate(counts=CELLS, labels=["well", "ill"], positive="ill"))
CALLS.add("cells-costs", lambda: evaluate(counts=CELLS, costs={"fp": 1, "fn": 7}))
CALLS.add("cells-method", lambda: evaluate(counts=CELLS, method="bca", metrics=["f1", "mcc"]))
CALLS.add("square", lambda: evaluate(counts=SQUARE, rows="truth", labels=["no", "yes"], positive="yes"))
CALLS.add("square-turned", lambda: evaluate(
    counts=np.transpose(SQUARE), rows="prediction", labels=["no", "yes"], positive="yes"))
CALLS.add("three", lambda: evaluate(counts=THREE, **ANIMALS), page=True)
CALLS.add("three-frame", lambda: evaluate(counts=pd.DataFrame(THREE, list("abc"), list("abc")), rows="truth"))
CALLS.add("three-metrics", lambda: evaluate(counts=THREE, **ANIMALS, metrics=["kappa(weights=linear)", "f1_macro"]))
CALLS.add("shares", lambda: evaluate(counts=THREE / THREE.sum(), **ANIMALS))
CALLS.add("cell-shares", lambda: evaluate(counts={"tp": 0.3, "fp": 0.05, "fn": 0.05, "tn": 0.6}))
CALLS.add("data-sets", lambda: evaluate(
    counts={"hall": CELLS, "yard": {"tp": 8, "fp": 2, "fn": 3, "tn": 9}}), page=True)
CALLS.add("list-of-data-sets", lambda: evaluate(counts=[CELLS, {"tp": 8, "fp": 2, "fn": 3, "tn": 9}]))
CALLS.add("one-case", lambda: evaluate(counts={"tp": 1, "fp": 0, "fn": 0, "tn": 0}))
CALLS.add("large", lambda: evaluate(counts={"tp": 10**7, "fp": 10**5, "fn": 3 * 10**5, "tn": 10**8}, level=0.99))
CALLS.add("zero-class", lambda: evaluate(counts=[[9, 1, 0], [2, 8, 0], [0, 0, 0]], **ANIMALS))
# fmt: on
