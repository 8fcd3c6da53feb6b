"""Make strange calls of everything public, and fail if any of them breaks a promise: python -m fuzz --calls 10000."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter

os.environ |= {"COLUMNS": "100", "NO_COLOR": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
os.environ |= {"POLARS_MAX_THREADS": "1"}

CALLS = 10_000
"""About ten minutes on one core."""


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=CALLS, help="how many calls to make")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other calls")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    parser.add_argument("--start", type=int, default=0, help="the number of the first call")
    parser.add_argument("--only", default="", help="only calls whose text holds this")
    parser.add_argument("--show", action="store_true", help="print every call before it is made")
    return parser.parse_args()


def main() -> int:
    """Make the calls, then print every kind of failure with the smallest call that does the same."""
    wanted, start = arguments(), time.monotonic()
    from fuzz.failures import Kinds
    from fuzz.generating import trial
    from fuzz.running import run

    kinds, ends, made = Kinds(), Counter[str](), 0
    for number in range(wanted.start, wanted.start + wanted.calls):
        if time.monotonic() - start > wanted.seconds:
            break
        chosen = trial(wanted.seed, number)
        if wanted.only not in chosen.text:
            continue
        if wanted.show:
            print(number, chosen.text.encode("unicode_escape").decode()[:2000], flush=True)
        outcome, made = run(chosen), made + 1
        ends[outcome.end] += 1
        if outcome.failure is not None:
            kinds.add(outcome.failure)
    for line in kinds.lines():
        print(line)
    print(
        f"{made:,} calls with seed {wanted.seed} in {time.monotonic() - start:.0f} s: {ends['answered']:,} answered, "
        f"{ends['refused']:,} refused in words, {ends['not made']:,} not made, "
        f"{ends['failed']:,} failed in {len(kinds)} ways"
    )
    return 1 if kinds else 0


sys.exit(main())
