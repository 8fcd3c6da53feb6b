"""What must give the same answer elsewhere: in another process, with other threads and hashes, with several jobs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import joblib
import numpy as np

import assay
from fuzz.looking import demand

Columns = dict[str, list[object]]

SECONDS = re.compile(r'"seconds": \[[^]]*\]')
"""How long fits took, which differs from run to run."""

PROGRAM = """
import json, sys, assay
columns, options = json.load(sys.stdin)
print(assay.evaluate(**columns, **options).to_json())
"""


def in_another_process(columns: Columns, options: Mapping[str, object]) -> None:
    """Two threads in the place of one, and other hashes of texts, change nothing."""
    here = assay.evaluate(**columns, **options).to_json()  # type: ignore[arg-type]
    more = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS"), "2")
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", PROGRAM], input=json.dumps([columns, options]), capture_output=True, text=True,
        env=os.environ | more | {"PYTHONHASHSEED": str(len(columns["truth"])), "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )  # fmt: skip
    demand(done.returncode == 0, f"another process: {done.stderr.strip().splitlines()[-1:]}")
    demand(json.loads(done.stdout) == json.loads(here), "two threads, other hashes: the same document")


def with_two_jobs(columns: Columns, options: Mapping[str, object]) -> None:
    """A validation with two jobs gives what one gives."""
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    truth = np.asarray(columns["truth"])
    learner = DecisionTreeRegressor if truth.dtype.kind == "f" else DecisionTreeClassifier
    features = np.random.default_rng(len(truth)).normal(size=(len(truth), 2))
    documents = []
    for jobs in (1, 2):
        with joblib.parallel_config("threading", n_jobs=jobs):
            judged = assay.validate(learner(max_depth=2), features, truth, scheme="holdout 1/3")
            documents.append(SECONDS.sub("", judged.to_json()))
    demand(documents[0] == documents[1], "two jobs: the same document")


def batch_by_batch(columns: Columns, options: Mapping[str, object]) -> None:
    """What is added batch by batch has the values of the whole."""
    from fuzz.promises import same_values

    cut, labels = len(columns["truth"]) // 2, {"labels": [*"abc"]} if "a" in columns["truth"] else {}
    running = assay.Running(**options, **labels)  # type: ignore[arg-type]
    for part in (slice(cut), slice(cut, None)):
        running.add(**{name: values[part] for name, values in columns.items()})  # type: ignore[arg-type]
    whole = assay.evaluate(**columns, **options, **labels)  # type: ignore[arg-type]
    same_values(whole, running.result(), "batch by batch")


def against_itself(columns: Columns, options: Mapping[str, object]) -> None:
    """A result does not differ from its own file, and gates judge both alike."""
    result = assay.evaluate(**columns, **options)  # type: ignore[arg-type]
    saved = assay.load(result.save(Path("saved.json")))
    names = [name for name in result if name in ("accuracy", "recall", "roc_auc", "mae")]
    gates = [assay.gate(each, [f"{name} >= 0.5" for name in names]).to_json() for each in (result, saved)]
    demand(gates[0] == gates[1], "a gate of a saved result is that of the result")
    compared = assay.against(result, saved)
    for name, metric in compared.metrics.items():
        for pair in metric.pairs:
            value = pair.difference.value
            demand(value == 0 or value != value, f"against itself: {name} differs by {value}")
