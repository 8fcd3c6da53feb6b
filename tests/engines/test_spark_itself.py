"""Spark on Java keeps the contract of all engines, in a process of its own: its package excludes the client's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from holders import SPARK_ITSELF

HERE = Path(__file__).parent
PACKAGES = Path(os.environ.get("ASSAY_SPARK", HERE.parents[1] / ".spark"))
REQUIRED = os.environ.get("ASSAY_REQUIRE_SPARK") == "1"


def lacking() -> str | None:
    if shutil.which("java") is None:
        return "no Java here"
    if not (PACKAGES / "pyspark" / "jars").is_dir():
        return f"no Spark in {PACKAGES.name}: make spark installs it"
    return None


@pytest.mark.skipif(SPARK_ITSELF in os.environ, reason="this is that process")
def test_spark_itself_keeps_the_contract() -> None:
    missing = lacking()
    if missing is not None:
        assert not REQUIRED, missing
        pytest.skip(missing)
    path = os.pathsep.join(filter(None, [str(PACKAGES), os.environ.get("PYTHONPATH")]))
    # Tests of Spark Connect in this process leave words for Spark behind, which would turn the other into a client.
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("SPARK_CONNECT", "SPARK_REMOTE"))
    }
    environment = {**plain, "PYTHONPATH": path, SPARK_ITSELF: "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider",
               str(HERE / "test_every_engine.py")]  # fmt: skip
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=HERE.parents[1])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 30
