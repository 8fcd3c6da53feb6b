"""A run killed at any moment goes on where it stopped; a report that was being written is the old or the new."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

KILLS = 30

DRIVER = """
import json, os, random, signal, sys, time
import numpy as np
from sklearn.neighbors import KNeighborsClassifier

import assay

class Slow(KNeighborsClassifier):
    def fit(self, X, y):
        time.sleep(0.005)
        return super().fit(X, y)

rng = np.random.default_rng(0)
X = rng.normal(size=(120, 3))
y = (X[:, 0] + rng.normal(size=120) > 0).astype(int)

def judged(checkpoint=None):
    return assay.validate(Slow(3), X, y, scheme="5x10-fold", metrics=["accuracy", "roc_auc"], checkpoint=checkpoint)

def told(result):
    document = json.loads(result.to_json())
    models = {name: {**model, "seconds": None} for name, model in document["models"].items()}
    return {"models": models, "fits": document["fits"], "n": document["n"], "notes": document["notes"]}

def child(again):
    if number := os.fork():
        return number
    code = 1
    try:
        result = judged("run.checkpoint")
        for _ in range(10**6 if again else 1):
            assay.report(result, "report.json")
            assay.report(result, "report.md")
        code = 0
    finally:
        os._exit(code)

def killed(moment):
    number = child(True)
    time.sleep(moment)
    os.kill(number, signal.SIGKILL)
    os.waitpid(number, 0)
    for name in ("report.md", "report.json"):
        if os.path.exists(name):
            text = open(name, encoding="utf-8").read()
            assert text.endswith("\\n"), name
            if name.endswith("json"):
                json.loads(text)

random.seed(7)
# Most moments fall into the fits (0.4 s on a quick machine), some into the writing of reports.
for place in range(int(sys.argv[1])):
    killed(random.uniform(0.01, 0.15) if place % 3 else random.uniform(0.3, 1.2))
number = child(False)
assert os.waitpid(number, 0)[1] == 0
resumed = judged("run.checkpoint")
assert not [name for name in os.listdir(".") if name.endswith("-journal")]
print(json.dumps([told(resumed), told(judged())]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_run_killed_at_thirty_moments_gives_what_a_whole_one_gives(tmp_path: Path) -> None:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", DRIVER, str(KILLS)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    resumed, whole = json.loads(done.stdout)
    assert resumed == whole
