"""Run the honesty table, print it, write honesty.json and the version's line of history, and fail if a cell is red."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from joblib import Parallel, delayed

import assay
from honesty import history
from honesty.catalogue import SMOKE, every_cell
from honesty.cell import Cell, Measured
from honesty.history import Row
from honesty.known import FAILURES, WIDER
from honesty.rounds import shortened
from honesty.verdicts import ALARM, AS_WIDE, SHADES, Colour, Verdict, failing, narrowest, verdict

OUTPUT = Path(__file__).with_name("honesty.json")
SMOKE_SHARE = 0.07
SMOKE_SLACK = 0.025
"""A quick look forgives two and a half points beside two errors of its few replications (STATISTICS 11)."""


def run(cell: Cell, share: float) -> tuple[Measured, float]:
    """Measure one cell and count the seconds of the core that it runs on, however busy the machine is."""
    start = time.process_time()
    with shortened(share):
        return cell.run(), time.process_time() - start


def line(cell: Cell, measured: Measured, judged: Verdict, coloured: bool) -> str:
    """Write one row of the table."""
    others = "  ".join(f"{name} {100 * share:.1f}" for name, share in measured.others.items())
    target = f"{100 * cell.target[0]:.1f}-{100 * cell.target[1]:.1f}"
    error = "exact" if not measured.error and measured.coverage < 1 else f"±{100 * measured.error:.1f}"
    mean = f"  mean {100 * measured.mean:.1f}" if measured.mean is not None else ""
    extra = mean if measured.warned is None else f"{mean}  alarm {100 * measured.warned:.0f}%"
    rival, ratio = narrowest(cell, measured)
    extra += f"  width {ratio:.2f} of {rival}" if ratio else ""
    colour = f"{judged.colour.value:<5}"
    colour = f"\x1b[{SHADES[judged.colour]}m{colour}\x1b[0m" if coloured else colour
    why = f" ({judged.why})" if judged.why else ""
    return (
        f"{colour}  {cell.number:>3}  {cell.scenario:<30} {cell.setting:<38} {100 * measured.coverage:5.1f} {error:<5} "
        f"target {target:<11} {others}{extra}{why}"
    )


def as_row(cell: Cell, measured: Measured, judged: Verdict) -> dict[str, object]:
    """Return what honesty.json keeps of a cell."""
    return {
        "cell": cell.number,
        "scenario": cell.scenario,
        "setting": cell.setting,
        "method": cell.method,
        "level": cell.level,
        "coverage": measured.coverage,
        "mc_se": measured.error,
        "width": measured.width,
        "undefined": measured.undefined,
        "mean": measured.mean,
        "warned": measured.warned,
        "others": measured.others,
        "ratios": measured.ratios,
        "target": cell.target,
        "colour": judged.colour.value,
        "why": judged.why,
        "version": assay.__version__,
    }


def main() -> int:
    """Measure every cell, or those whose number is named."""
    parser = argparse.ArgumentParser(description="Measure the coverage of assay's intervals.")
    parser.add_argument("cells", nargs="*", help="numbers or names of the cells to run (all if none is named)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--smoke", action="store_true", help="the quick cells, with few of their replications")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the replications that are made")
    arguments = parser.parse_args()
    chosen = [cell for cell in every_cell() if _wanted(cell, arguments.cells, arguments.smoke)]
    share = SMOKE_SHARE if arguments.smoke else arguments.share
    slack = SMOKE_SLACK if share < 1 else 0.0
    print(f"assay {assay.__version__}: coverage of intervals and levels of tests, in percent, through the public API\n")
    rows: list[Row] = []
    took: list[float] = []
    start = time.perf_counter()
    results = Parallel(n_jobs=arguments.jobs, return_as="generator")(delayed(run)(cell, share) for cell in chosen)
    try:
        for cell, (measured, seconds) in zip(chosen, results, strict=True):
            judged = verdict(cell, measured, slack)
            rows.append((cell, measured, judged))
            took.append(seconds)
            print(f"{line(cell, measured, judged, sys.stdout.isatty())}  ({seconds:.0f} s)", flush=True)
    finally:  # what was measured is kept, whatever ends the run
        if share == 1:
            for lost in _keep(rows, took, whole=not arguments.cells and len(rows) == len(chosen)):
                print(f"since the last line of history: {lost}")
    return summed_up(rows, time.perf_counter() - start)


def _keep(rows: Sequence[Row], took: Sequence[float], whole: bool) -> list[str]:
    """Write honesty.json and the version's line of history; cells that were named are put into the line there is."""
    if not whole:
        return history.update(history.line(rows, took), [cell.name for cell in every_cell()])
    OUTPUT.write_text(json.dumps([as_row(*row) for row in rows], indent=1) + "\n", encoding="utf-8")
    return history.keep(history.line(rows, took))


def _wanted(cell: Cell, named: Sequence[str], smoke: bool) -> bool:
    if smoke:
        return cell.number in SMOKE
    return not named or cell.number in named or cell.name in named


def summed_up(rows: Sequence[Row], seconds: float) -> int:
    """Print how many cells have which colour, the known failures by name, and what is red; return the exit code."""
    colours = Counter(judged.colour for _, _, judged in rows)
    counted = ", ".join(f"{colours[colour]} {colour.value}" for colour in Colour)
    print(f"\n{len(rows)} cells in {seconds / 60:.1f} minutes: {counted}.")
    known = [(cell, measured) for cell, measured, _ in rows if cell.name in FAILURES]
    if known:
        print(f"\nKnown failures, whose alarm must ring in {ALARM:.0%} of the samples:")
    for cell, measured in known:
        rung = f"{100 * (measured.warned or 0):.0f}%"
        print(f"  {cell.name}: {100 * measured.coverage:.1f}, alarm in {rung}. {FAILURES[cell.name]}")
    wide = [(cell, *narrowest(cell, measured)) for cell, measured, _ in rows if cell.name not in FAILURES]
    wide = [(cell, rival, ratio) for cell, rival, ratio in wide if ratio > AS_WIDE]
    if wide:
        print(f"\nMore than {AS_WIDE:g} times as wide as a rival that covers here too:")
    for cell, rival, ratio in wide:
        print(f"  {cell.name}: {ratio:.2f} times as wide as {rival}. {WIDER.get(cell.number, '')}")
    beyond = [cell.name for cell, measured, _ in rows if cell.name not in FAILURES and failing(cell, measured, 0.0)]
    print(f"\nBeyond the bound and no known failure: {'; '.join(beyond) or 'none'}.")
    red = [f"{cell.name} ({judged.why})" for cell, _, judged in rows if judged.colour is Colour.RED]
    print(f"Red: {'; '.join(red) or 'none'}.")
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
