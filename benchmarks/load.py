"""Load and growth: work that is large in one way or another, each in a process of its own, within what is promised.

`python -m benchmarks.load images texts` runs only the rows that hold one of these words. Time is the smaller of CPU and
wall time, so that a busy machine is not held against the code; memory is the peak of the whole process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import assay

MOST_CPU = 300
"""Seconds of CPU after which a row has failed: several times what any is allowed."""

MOST_ADDRESSES = 12 << 30
"""Bytes after which a row ends in a MemoryError, however much the machine has."""

CHILD = f"""
import resource, sys, time
import numpy as np, assay
for limit, most in (resource.RLIMIT_CPU, {MOST_CPU}), (resource.RLIMIT_AS, {MOST_ADDRESSES}):
    resource.setrlimit(limit, (most, most))

def status(word):
    return int(next(line for line in open("/proc/self/status") if line.startswith(word)).split()[1]) / 1e3

def timed(work):
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, min(time.perf_counter() - wall, time.process_time() - cpu)

n, prepare, call, printed = int(sys.argv[1]), *sys.argv[2:5]
names = dict(np=np, assay=assay, rng=np.random.default_rng(0), n=n, folder=sys.argv[5])
exec(prepare, names)
open("/proc/self/clear_refs", "w").write("5")
before = status("VmRSS")
try:
    result, seconds = timed(lambda: eval(call, names))
except assay.AssayError as problem:
    raise SystemExit("said beforehand: " + str(problem)[:160])
except MemoryError:
    raise SystemExit("MISSED: MemoryError")
peak = status("VmHWM")
printing = timed(lambda: str(result))[1] if printed == "printed" else 0
print(seconds, printing, peak, peak - before)
"""

CLASSES = """
truth = np.arange(n) % classes
score = rng.random((n, classes))
score[np.arange(n), truth] += 2
score /= score.sum(axis=1, keepdims=True)
"""
LABELS = """
truth = rng.integers(0, labels, n)
answer = np.where(rng.random(n) < .8, truth, rng.integers(0, labels, n))
"""
SETS = """
truth = rng.random((n, 1000)) < .01
answer = truth ^ (rng.random((n, 1000)) < .003)
"""
SCORES = """
truth = rng.random(n) < .3
score = 1 / (1 + np.exp(-(1.5 * rng.standard_normal(n) + 2 * truth - 1.5)))
weight = rng.random(n) + .5
"""
REGRESSION = """
truth = rng.normal(20, 3, n)
answer = truth + rng.standard_normal(n)
"""
WARM = REGRESSION + "assay.evaluate(truth, answer)"
PARQUET = """
import polars as pl
for place, start in enumerate(range(0, n, 5_000_000)):
    rows = min(5_000_000, n - start)
    outcome = rng.integers(0, 2, rows).astype("i1")
    pl.DataFrame(dict(
        truth=outcome, score=.7 * rng.random(rows) + .3 * outcome, other=.8 * rng.random(rows) + .2 * outcome,
        price=rng.normal(50, 9, rows), guess=rng.normal(50, 9, rows),
    )).write_parquet(folder + f"/part-{place:02}.parquet")
"""
MODELS = """
truth = rng.integers(0, 2, 200)
answers = {f"m{place:03}": np.where(rng.random(200) < .8, truth, 1 - truth) for place in range(n)}
"""
TABLE = """
table = {f"m{place:03}": rng.normal(.8, .02, 200).clip(0, 1) for place in range(n)}
"""
TEXTS = """
words = np.array([f"w{place}" for place in range(8000)])
frequent = np.cumsum(1 / np.arange(1, 8001))
truth, answer = [], []
for length in rng.integers(4, 16, n):
    line = words[np.searchsorted(frequent, rng.random(length) * frequent[-1])]
    truth.append(" ".join(line))
    answer.append(" ".join(line[rng.random(length) < .9]) or "w1")
"""
LONG = """
words = np.array([f"w{place}" for place in range(8000)])
line = words[rng.integers(0, 8000, n)]
truth, answer = [" ".join(line)], [" ".join(line[rng.random(n) < .9])]
"""
IMAGE = """
boxes = np.hstack([rng.uniform(0, 4000, (n, 2)), rng.uniform(8, 60, (n, 2))])
near = boxes * (1 + rng.normal(0, .01, boxes.shape))
truth = dict(images=[dict(id=1)], categories=[dict(id=1, name="thing")], annotations=[
    dict(id=place + 1, image_id=1, category_id=1, bbox=box, area=box[2] * box[3], iscrowd=0)
    for place, box in enumerate(boxes.tolist())])
answer = [dict(image_id=1, category_id=1, bbox=box, score=score)
          for box, score in zip(near.tolist(), rng.random(n).tolist())]
"""
IMAGES = """
from benchmarks.detections import scene
truth, answer = scene(n, 80, n * 100, None, 7, 0)
"""
OF_SCORES = "assay.evaluate(truth, score=score)"
OF_LABELS = "assay.evaluate(truth, answer, task='multiclass')"
OF_TEXTS = "assay.evaluate(truth, answer, task='text')"
OF_BOXES = "assay.evaluate(truth, answer, task='detection')"


@dataclass(frozen=True)
class Load:
    """Some work: its size, what is prepared, the call, and the most that it may take."""

    name: str
    n: int
    prepare: str
    call: str
    seconds: float
    megabytes: float | None = None
    printing: float | None = None
    times: float | None = None
    """The most memory as a multiple of the bytes handed over, where it is that which is promised."""
    handed: int = 0
    """Bytes handed over for every case."""
    files: str = ""
    """What writes the files that are judged, in a process of its own: its memory is not that of the call."""


LOADS = (
    Load("rows of regression in memory", 10_000_000, REGRESSION, "assay.evaluate(truth, answer)", 4,
         printing=0.1, times=2, handed=16),
    Load("cases of a regression, ten times", 1_000, WARM, "[assay.evaluate(truth, answer) for _ in range(10)]", 0.15),
    Load("cases of a regression, values alone, ten times", 1_000, WARM,
         "[assay.evaluate(truth, answer, method='none') for _ in range(10)]", 0.1),
    Load("weighted scores", 10_000_000, SCORES, "assay.evaluate(truth, score=score, weight=weight)", 2, 800),
    Load("rows of 200 probabilities", 20_000, "classes = 200" + CLASSES, OF_SCORES, 3, printing=0.5),
    Load("rows of 2,000 probabilities", 20_000, "classes = 2000" + CLASSES, OF_SCORES, 30),
    Load("cases of 500 labels", 1_000_000, "labels = 500" + LABELS, OF_LABELS, 1, 500),
    Load("cases of 2,000 labels", 1_000_000, "labels = 2000" + LABELS, OF_LABELS, 4, 500),
    Load("sets of 1,000 labels", 20_000, SETS, "assay.evaluate(truth, answer)", 3),
    Load("models compared on 200 rows", 100, MODELS, "assay.compare(truth, prediction=answers)", 6),
    Load("models compared, too many", 1000, MODELS, "assay.compare(truth, prediction=answers)", 6),
    Load("models ranked on 200 data sets, rope=", 30, TABLE, "assay.rank(table, rope=0.01)", 5),
    Load("models ranked on 200 data sets, many", 200, TABLE, "assay.rank(table, rope=0.01)", 60),
    Load("short texts, all usual metrics", 100_000, TEXTS, OF_TEXTS, 8, printing=0.5),
    Load("short texts, very many", 1_000_000, TEXTS, OF_TEXTS, 80),
    Load("words of one text", 1_000_000, LONG, OF_TEXTS, 60, 1000),
    Load("boxes in one image", 20_000, IMAGE, OF_BOXES, 60, 1000),
    Load("images of 100 detections, 80 labels", 5_000, IMAGES, OF_BOXES, 8),
    Load("scores in parquet", 50_000_000, "", "assay.evaluate('truth', score='score', data=folder)", 6, 500,
         files=PARQUET),
    Load("rows of regression in parquet", 50_000_000, "", "assay.evaluate('price', 'guess', data=folder)", 12, 500,
         files=PARQUET),
    Load("rows of two scores in parquet compared", 10_000_000, "",
         "assay.compare('truth', score={'a': 'score', 'b': 'other'}, data=folder)", 5, 500, files=PARQUET),
)  # fmt: skip


def lines(words: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield one row per work: time, printing, memory, and what twice the size costs."""
    for load in LOADS:
        if not words or any(word in load.name for word in words):
            yield f"{f'{load.n:,} {load.name}':<52} {_row(load)}"


def _row(load: Load) -> str:
    whole = _measured(load, load.n)
    if isinstance(whole, str):
        return whole
    seconds, printing, peak, rise = whole
    handed = load.n * load.handed / 1e6
    compared = [
        (seconds, load.seconds, "s"),
        (printing, load.printing, "s to print"),
        (peak, load.megabytes, "MB"),
        ((rise + handed) / handed if handed else 0.0, load.times, "times the input"),
    ]
    limited = [(value, limit, unit) for value, limit, unit in compared if limit is not None]
    said = ", ".join(f"{value:.2f} {unit} (at most {limit:g})" for value, limit, unit in limited)
    verdict = "met" if all(value <= limit for value, limit, _ in limited) else "MISSED"
    return f"{said}   peak {peak:.0f} MB   {_growth(load, whole)}   {verdict}"


def _growth(load: Load, whole: list[float]) -> str:
    half = _measured(load, load.n // 2)
    if isinstance(half, str):
        return half
    return f"n/2 to n: time x {whole[0] / half[0]:.1f}, memory x {whole[3] / max(half[3], 1):.1f}"


def _measured(load: Load, n: int) -> list[float] | str:
    """Return seconds, seconds to print, megabytes at the peak and those that the call added, or what went wrong."""
    roots = Path(assay.__file__).parents[1], Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, roots))}
    printed = "quiet" if load.printing is None else "printed"

    def child(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", CHILD, str(n), *words, folder]
        return subprocess.run(command, capture_output=True, text=True, env=environment)

    with tempfile.TemporaryDirectory() as folder:
        if load.files:
            child(load.files, "None", "quiet").check_returncode()
        done = child(load.prepare, load.call, printed)
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"MISSED: ended with {done.returncode}"])[-1]
    return [float(word) for word in done.stdout.split()]


if __name__ == "__main__":
    for row in lines(tuple(sys.argv[1:])):
        print(row, flush=True)
