"""Record what every call says, or compare two recordings: python -m recordings FOLDER, or --compare OLD NEW."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

os.environ |= {"COLUMNS": "80", "NO_COLOR": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
os.environ |= {"POLARS_MAX_THREADS": "1"}

SLOW = 4.0
"""Seconds from which on a call is named as slow."""


def main() -> int:
    """Read the arguments and do what they say."""
    parser = argparse.ArgumentParser(prog="python -m recordings", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where to write the recording")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only calls whose name holds this")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"), help="compare two recordings")
    arguments = parser.parse_args()
    if arguments.compare:
        from recordings.comparing import compare_recordings

        return compare_recordings(*arguments.compare, arguments.only)
    if arguments.folder is None:
        parser.error("name a folder to write to, or --compare OLD NEW")
    return record_all(arguments.folder.resolve(), arguments.only)


def record_all(folder: Path, wanted: str) -> int:
    """Run every call and write what it says into a folder of its own."""
    from recordings.table import all_calls
    from recordings.writing import record

    chosen = [call for call in all_calls() if wanted in call.name]
    start, refused, pages = time.monotonic(), 0, 0
    for call in chosen:
        shutil.rmtree(folder / call.name, ignore_errors=True)
        begun = time.monotonic()
        was_refused = record(call, folder / call.name)
        refused, pages = refused + was_refused, pages + call.page
        if was_refused and not call.name.startswith("refused"):
            print(f"refused: {call.name}")
        if time.monotonic() - begun > SLOW:
            print(f"slow: {call.name} ({time.monotonic() - begun:.1f} s)")
    print(f"{len(chosen)} calls, {refused} of them refused, {pages} pages, in {time.monotonic() - start:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
