"""Change numbers of the source on purpose, run the tests that can notice, and fail if too many changes pass."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from mutants.accepted import entry, gone, read_accepted
from mutants.judging import Verdict, judge
from mutants.mutant import Mutant, source_files
from mutants.reading import mutants_of
from mutants.reporting import ENOUGH, describe, share, summary, unlisted
from mutants.selecting import Selection
from mutants.suite import load_packages
from mutants.touched_lines import read_records

SAMPLE = 240
"""One worker takes 12 minutes for them, and 9 before that to follow the tests once; two workers about half."""


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many mutants to judge (0: all)")
    parser.add_argument("--only", action="append", help="a file or folder of src/assay, such as stats/auc.py")
    parser.add_argument("--seed", type=int, default=0, help="another seed, another sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many workers at a time")
    parser.add_argument("--patience", type=float, default=15.0, help="seconds of tests to run on a mutant at most")
    parser.add_argument("--entries", type=Path, help="write entries of survivors.toml for new survivors here")
    return parser.parse_args()


def sample(mutants: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """Return the first mutants of an order that the seed and their own lines decide."""
    ranked = sorted(mutants, key=lambda mutant: mutant.rank(seed))
    return ranked[:size] if size else ranked


def follow(verdicts: list[Verdict], verdict: Verdict, of: int) -> None:
    """Keep a verdict, and say so where a mutant lives."""
    verdicts.append(verdict)
    if not verdict.died:
        print(f"{len(verdicts)}/{of} {verdict.fate} ({verdict.tests} tests): {describe(verdict.mutant)}", flush=True)


def main() -> int:
    """Judge a sample of mutants and compare those that live with the accepted ones."""
    wanted, start = arguments(), time.monotonic()
    load_packages()
    everything = [mutant for file in source_files() for mutant in mutants_of(file)]
    reached = [one for one in everything if not wanted.only or one.file.startswith(tuple(wanted.only))]
    chosen = sample(reached, wanted.sample, wanted.seed)
    selection = Selection(read_records(600, wanted.jobs))
    print(f"{len(chosen)} of {len(reached)} mutants, after {time.monotonic() - start:.0f} s of preparation", flush=True)
    verdicts: list[Verdict] = []
    for verdict in judge(chosen, selection, wanted.patience, wanted.jobs):
        follow(verdicts, verdict, len(chosen))
    accepted = read_accepted()
    print(summary(verdicts, accepted, gone(accepted, everything)))
    print(f"{time.monotonic() - start:.0f} s")
    new = unlisted(verdicts, accepted)
    if wanted.entries:
        wanted.entries.write_text("\n".join(entry(one.mutant) for one in new))
    return 1 if new or share(verdicts) < ENOUGH else 0


sys.exit(main())
