"""Models that print, and models that try to end the program: neither spoils a document or passes a build."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import joblib
import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import assay
from assay.cli import main as cli
from assay.errors import AssayError

MODULE = """
import atexit, os, sys, time
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

WHERE = {where!r}


def act(where):
    if where == WHERE:
        {action}


act("import")
atexit.register(act, "the end")


class Model(ClassifierMixin, BaseEstimator):
    def __init__(self):
        act("making")

    def fit(self, X, y):
        act("fit")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        act("predict")
        return np.repeat(self.classes_[:1], len(X))

    def predict_proba(self, X):
        act("predict_proba")
        return np.tile([0.6, 0.4], (len(X), 1))

    def __del__(self):
        act("deleting")
"""
PRINTS = {
    "print": "print('NOISE')",
    "write": "sys.stdout.write('NOISE'); sys.__stdout__.write('NOISE')",
    "descriptor": "os.write(1, b'NOISE')",
    "child": "os.system('echo NOISE')",
}
COUNTED = ("import", "making", "fit", "predict", "predict_proba")


def folder(tmp_path, where, action):
    (tmp_path / "noisy.py").write_text(MODULE.format(where=where, action=action))
    rows = [f"{i % 7},{'yes' if i % 7 > 3 else 'no'}" for i in range(40)]
    (tmp_path / "cases.csv").write_text("dose,cured\n" + "\n".join(rows) + "\n")
    return tmp_path


def command(where, *arguments):
    return [sys.executable, "-m", "assay", "validate", "cases.csv", "--target", "cured", "--model", "noisy:Model",
            "--positive", "yes", "--scheme", "4-fold", "--metric", "accuracy", *arguments]  # fmt: skip


def run(where, *arguments):
    return subprocess.run(command(where, *arguments), cwd=where, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("where", [*COUNTED, "deleting", "the end"])
def test_json_is_one_document_wherever_the_model_prints(tmp_path, where):
    done = run(folder(tmp_path, where, PRINTS["print"]), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["schema"] == "assay.validation/1"
    assert "NOISE" in done.stderr


@pytest.mark.parametrize("way", PRINTS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_json_is_one_document_however_the_model_prints(tmp_path, way, jobs):
    done = run(folder(tmp_path, "fit", PRINTS[way]), "--json", "--jobs", str(jobs))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["schema"] == "assay.validation/1"
    assert "NOISE" in done.stderr


def test_the_page_in_words_is_not_spoilt_either(tmp_path):
    done = run(folder(tmp_path, "predict", PRINTS["print"]))
    assert "NOISE" not in done.stdout
    assert "accuracy" in done.stdout.lower()


@pytest.mark.parametrize("where", COUNTED)
@pytest.mark.parametrize(
    ("action", "words"),
    [("sys.exit(0)", "sys.exit(0)"), ("sys.exit()", "sys.exit()"), ("raise KeyboardInterrupt", "KeyboardInterrupt")],
)
def test_a_model_that_ends_the_program_fails_the_command_by_name(tmp_path, monkeypatch, capsys, where, action, words):
    monkeypatch.chdir(folder(tmp_path, where, action))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "noisy", raising=False)
    code = cli.run(command(tmp_path, "--json")[3:])
    said = capsys.readouterr()
    assert code == 2, said
    assert not said.out
    message = " ".join(said.err.split())
    assert words in message
    assert "Model" in message or "noisy" in message
    assert "Traceback" not in message


def test_a_model_that_ends_a_worker_fails_the_command(tmp_path):
    for action, words in (("sys.exit(0)", "sys.exit(0)"), ("os._exit(0)", "ended by itself")):
        done = run(folder(tmp_path, "fit", action), "--jobs", "2")
        assert done.returncode == 2, (action, done.stderr)
        assert words in " ".join(done.stderr.split())


@pytest.mark.skipif(sys.platform == "win32", reason="there a console event takes the place of the signal")
@pytest.mark.parametrize("arguments", [(), ("--on-error", "skip")])
def test_a_user_who_interrupts_is_obeyed(tmp_path, arguments):
    marker = tmp_path / "fitting"
    action = f"open({str(marker)!r}, 'w').close(); time.sleep(60)"
    where = folder(tmp_path, "fit", action)
    started = subprocess.Popen(command(where, *arguments), cwd=where, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 50
    while not marker.exists() and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(started.pid, signal.SIGINT)
    started.communicate(timeout=30)
    assert started.returncode == 130


class Ending(ClassifierMixin, BaseEstimator):
    """Ends the program where the first case is missing."""

    def __init__(self, how="exit", strength=1):
        self.how = how
        self.strength = strength

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        if 0.0 not in X[:, 0]:
            if self.how == "exit":
                sys.exit(0)
            raise KeyboardInterrupt
        return self

    def predict(self, X):
        return np.zeros(len(X))


CASES = np.arange(40.0)[:, None]
LABELS = (np.arange(40) % 2).astype(float)
CALLS = {
    "validate": lambda model, **options: assay.validate(model, CASES, LABELS, scheme="5-fold", **options),
    "learning_curve": lambda model, **options: assay.learning_curve(
        model, CASES, LABELS, sizes=[10, 20], repeats=4, **options
    ),
    "complexity_curve": lambda model, **options: assay.complexity_curve(
        model, CASES, LABELS, parameter="strength", values=[1, 2], **options
    ),
}


@pytest.mark.parametrize("how", ["exit", "interrupt"])
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("backend", ["sequential", "threading"])
def test_in_python_it_is_an_error_that_says_what_happened(name, how, backend):
    words = "sys.exit" if how == "exit" else "KeyboardInterrupt"
    with joblib.parallel_config(backend, n_jobs=2), pytest.raises(AssayError, match=words):
        CALLS[name](Ending(how))


def test_bias_and_variance_are_not_ended_either():
    with pytest.raises(AssayError, match=r"sys\.exit"):
        assay.bias_variance(Ending(), CASES, LABELS, rounds=20)


def test_fits_that_end_the_program_are_left_out_where_failures_may_be():
    found = CALLS["validate"](Ending(), on_error="skip", metrics="accuracy")
    assert found.only.failed
    assert found["accuracy"].mean.defined


def test_signals_are_handled_as_before_after_a_fit():
    before = signal.getsignal(signal.SIGINT)
    CALLS["validate"](Ending(), on_error="skip", metrics="accuracy")
    assert signal.getsignal(signal.SIGINT) is before
