"""Where fits run does not matter: workers, loky, Dask, a killed process and a checkpoint give the same numbers."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import joblib
import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import assay

IRIS = load_iris(return_X_y=True)
OPTIONS = {"scheme": "nested 3-fold / 2-fold", "search": {"max_depth": [1, 4]}, "metrics": ["accuracy", "log_loss"]}


def judged(**options):
    return assay.validate(DecisionTreeClassifier(splitter="random"), *IRIS, **{**OPTIONS, **options})


def same(one, two):
    assert one["log_loss"].folds == two["log_loss"].folds
    assert one["log_loss"].mean == two["log_loss"].mean
    assert one["log_loss"].pooled == two["log_loss"].pooled
    assert one.only.chosen == two.only.chosen
    assert np.array_equal(one.only.predictions.score, two.only.predictions.score)


@pytest.fixture(scope="module")
def expected():
    return judged()


@pytest.mark.parametrize("backend", ["loky", "threading", "sequential"])
def test_workers_do_not_change_the_result(expected, backend):
    with joblib.parallel_config(backend, n_jobs=1 if backend == "sequential" else 2):
        same(judged(), expected)


def test_dask_does_not_change_the_result(expected):
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster), joblib.parallel_config("dask"):
        same(judged(), expected)


def test_a_checkpoint_gives_the_same_and_saves_the_fits(tmp_path, expected):
    path = tmp_path / "run.checkpoint"
    same(judged(checkpoint=path), expected)
    fits = kept(path)
    assert fits == expected.fits
    start = time.perf_counter()
    same(judged(checkpoint=path), expected)
    assert kept(path) == fits
    assert time.perf_counter() - start < 60


SCRIPT = """
import sys, time
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
import assay

class Slow(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        time.sleep(float(sys.argv[2]))
        self.classes_ = np.unique(y)
        self.centres_ = np.array([X[y == one].mean(axis=0) for one in self.classes_])
        return self
    def predict(self, X):
        return self.classes_[((X[:, None] - self.centres_) ** 2).sum(axis=2).argmin(axis=1)]

data = load_iris(return_X_y=True)
found = assay.validate(Slow(), *data, scheme="20-fold", metrics="accuracy", checkpoint=sys.argv[1])
print(found.to_json())
"""


def test_a_killed_run_goes_on_where_it_stopped(tmp_path):
    script, path = tmp_path / "run.py", tmp_path / "run.checkpoint"
    script.write_text(SCRIPT)
    process = subprocess.Popen([sys.executable, str(script), str(path), "0.2"], stdout=subprocess.PIPE)
    deadline = time.time() + 60
    while time.time() < deadline and kept(path) < 3:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    done = kept(path)
    assert 3 <= done < 20
    again = subprocess.run([sys.executable, str(script), str(path), "0"], capture_output=True, text=True, check=True)
    fresh = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "new"), "0"], capture_output=True, text=True, check=True
    )
    assert kept(path) == 20
    assert folds(again.stdout) == folds(fresh.stdout)


def kept(path):
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(path)) as file, file:
            return file.execute("SELECT count(*) FROM fits").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def folds(text):
    scores = json.loads(text)["models"]["Slow"]["metrics"]["accuracy"]
    return scores["folds"], scores["mean"], scores["pooled"]


def test_a_checkpoint_of_another_run_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "run.checkpoint"
    assay.validate(KNeighborsClassifier(), *IRIS, scheme="3-fold", checkpoint=path)
    before = path.read_bytes()
    for options, word in (
        ({"scheme": "4-fold"}, "scheme"),
        ({"scheme": "3-fold", "seed": 1}, "seed"),
    ):
        with pytest.raises(assay.AssayError, match=word):
            assay.validate(KNeighborsClassifier(), *IRIS, checkpoint=path, **options)
    with pytest.raises(assay.AssayError, match="another model"):
        assay.validate(KNeighborsClassifier(3), *IRIS, scheme="3-fold", checkpoint=path)
    with pytest.raises(assay.AssayError, match="another data set"):
        assay.validate(KNeighborsClassifier(), IRIS[0] + 1, IRIS[1], scheme="3-fold", checkpoint=path)
    assert path.read_bytes() == before
    other = assay.validate(KNeighborsClassifier(), *IRIS, scheme="3-fold", metrics="f1_macro", checkpoint=path)
    assert list(other) == ["f1_macro"]


def test_a_file_that_is_no_checkpoint_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes, which are not a database\n" * 100)
    with pytest.raises(assay.AssayError, match="not a checkpoint"):
        assay.validate(KNeighborsClassifier(), *IRIS, scheme="3-fold", checkpoint=path)
    assert path.read_text().startswith("my notes")
    with pytest.raises(assay.AssayError, match="folder"):
        assay.validate(KNeighborsClassifier(), *IRIS, scheme="3-fold", checkpoint=tmp_path / "no" / "where")


def test_string_labels_and_failures_survive_a_checkpoint(tmp_path):
    labels = np.array(["one", "two", "three"], dtype=object)[IRIS[1]]
    path = tmp_path / "run.checkpoint"
    first, again = (
        assay.validate(KNeighborsClassifier(), IRIS[0], labels, scheme="3-fold", checkpoint=path) for _ in range(2)
    )
    assert first["accuracy"].folds == again["accuracy"].folds
    assert first.only.predictions.prediction.tolist() == again.only.predictions.prediction.tolist()


def test_progress_can_be_shown(capsys):
    assay.validate(KNeighborsClassifier(), *IRIS, scheme="3-fold", progress=True)
    captured = capsys.readouterr()
    assert not captured.out
