"""Memory and start-up: a file of ten million rows under 300 MB, and a quick import."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROWS = 10_000_000
MOST_MEGABYTES = 300
MOST_CPU = 0.100
MOST_TIMES = 3

WRITE = """
import sys, numpy as np, polars as pl
rng = np.random.default_rng(0)
truth = rng.integers(0, 5, {rows}).astype("i1")
said = np.where(rng.random({rows}) < .8, truth, 0)
frame = pl.DataFrame(dict(i=truth.astype(int), j=said.astype(int)))
frame = frame.with_columns(y=pl.format("class {{}}", "i"), p=pl.format("class {{}}", "j"))
frame.write_parquet(sys.argv[1])
"""

READ = """
import sys, time, assay
start = time.perf_counter()
evaluation = assay.evaluate(sys.argv[2], sys.argv[3], data=sys.argv[1])
evaluation.per_class
assert evaluation.n == {rows}
seconds = time.perf_counter() - start
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(peak.split()[1]) / 1e3, seconds)
"""

SCORES = """
import numpy as np, assay
assay.evaluate([1, 0], score=[0.9, 0.1])
def status(word):
    return int(next(line for line in open("/proc/self/status") if line.startswith(word)).split()[1]) * 1024
rng = np.random.default_rng(0)
truth = np.zeros({rows}, dtype=np.int64)
truth[: {rows} * 3 // 10] = 1
score = rng.random({rows})
open("/proc/self/clear_refs", "w").write("5")
before = status("VmRSS")
assay.evaluate(truth, score=score)
inputs = truth.nbytes + score.nbytes
print((status("VmHWM") - before + inputs) / inputs)
"""

IMPORT = "import time; start = time.process_time(); import assay; print(time.process_time() - start)"


def lines() -> Iterator[str]:
    """Yield one row a measurement, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "labels.parquet")
        _run(WRITE.format(rows=ROWS), path)
        for kind, truth, said in (("integers", "i", "j"), ("strings", "y", "p")):
            megabytes, seconds = map(float, _run(READ.format(rows=ROWS), path, truth, said).split())
            verdict = "met" if megabytes < MOST_MEGABYTES else "MISSED"
            yield (
                f"1e7-row parquet of {kind}: {megabytes:.0f} MB at most, {seconds:.2f} s   "
                f"(limit {MOST_MEGABYTES} MB)   {verdict}"
            )
    times = float(_run(SCORES.format(rows=ROWS)))
    verdict = "met" if times <= MOST_TIMES else "MISSED"
    yield f"1e7 scores in memory: {times:.2f} times the input arrays at most   (limit {MOST_TIMES})   {verdict}"
    cpu = min(float(_run(IMPORT)) for _ in range(5))
    yield f"import assay: {1e3 * cpu:.0f} ms of CPU   (limit {1e3 * MOST_CPU:.0f} ms)   {_met(cpu)}"
    cpu = min(_cpu_of([sys.executable, "-m", "assay", "--help"]) for _ in range(5))
    yield f"assay --help, whole process: {1e3 * cpu:.0f} ms of CPU   (limit {1e3 * MOST_CPU:.0f} ms)   {_met(cpu)}"


def _met(cpu: float) -> str:
    return "met" if cpu < MOST_CPU else "MISSED"


def _run(code: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def _cpu_of(command: list[str]) -> float:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
