"""Run the honesty table, print it, write honesty.json, and fail if a default misses its target."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from joblib import Parallel, delayed

import assay
from honesty import (
    bands,
    comparisons,
    dependent,
    detections,
    grouped_more,
    groups,
    labels,
    looks,
    nearly_alike,
    proportions,
    regression,
    score_shapes,
    scores,
    series,
    texts,
    validations,
)
from honesty.cell import UNIFORM, Cell, Measured, within

OUTPUT = Path(__file__).with_name("honesty.json")


def run(cell: Cell) -> tuple[Measured, float]:
    """Measure one cell and time it."""
    start = time.perf_counter()
    return cell.run(), time.perf_counter() - start


def verdict(cell: Cell, measured: Measured) -> str:
    """Green: inside the uniform target. Amber: inside its own, wider one. Red: missed."""
    if not cell.met(measured):
        return "MISSED"
    return "met" if not cell.uniform or within(measured.coverage, UNIFORM, measured.error) else "met (wider target)"


def line(cell: Cell, measured: Measured) -> str:
    """Write one row of the table."""
    others = "  ".join(f"{name} {100 * share:.1f}" for name, share in measured.others.items())
    target = f"{100 * cell.target[0]:.1f}-{100 * cell.target[1]:.1f}"
    error = f"±{100 * measured.error:.1f}" if measured.error else "exact"
    mean = f"  mean {100 * measured.mean:.1f}" if measured.mean is not None else ""
    extra = mean if measured.warned is None else f"{mean}  warned {100 * measured.warned:.0f}%"
    return (
        f"{cell.number:>3}  {cell.scenario:<27} {cell.setting:<38} {100 * measured.coverage:5.1f} {error:<5} "
        f"target {target:<11} {verdict(cell, measured):<18} {others}{extra}"
    )


def main() -> int:
    """Measure every cell, or those whose number is named."""
    parser = argparse.ArgumentParser(description="Measure the coverage of assay's intervals.")
    parser.add_argument("cells", nargs="*", help="numbers of the cells to run (all if none is named)")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    chosen = [
        cell
        for module in (
            proportions,
            labels,
            scores,
            score_shapes,
            bands,
            series,
            regression,
            comparisons,
            nearly_alike,
            dependent,
            groups,
            looks,
            grouped_more,
            validations,
            detections,
            texts,
        )
        for cell in module.cells()
        if not arguments.cells or cell.number in arguments.cells
    ]
    print(f"assay {assay.__version__}: coverage of nominal 95% intervals, in percent, through the public API\n")
    rows, missed = [], 0
    results = Parallel(n_jobs=arguments.jobs, return_as="generator")(delayed(run)(cell) for cell in chosen)
    for cell, (measured, seconds) in zip(chosen, results, strict=True):
        print(f"{line(cell, measured)}  ({seconds:.0f} s)", flush=True)
        missed += not cell.met(measured)
        rows.append(
            {
                "cell": cell.number,
                "scenario": cell.scenario,
                "setting": cell.setting,
                "method": cell.method,
                "coverage": measured.coverage,
                "mc_se": measured.error,
                "width": measured.width,
                "undefined": measured.undefined,
                "mean": measured.mean,
                "warned": measured.warned,
                "others": measured.others,
                "target": cell.target,
                "verdict": verdict(cell, measured),
                "version": assay.__version__,
            }
        )
    OUTPUT.write_text(json.dumps(rows, indent=1) + "\n")
    print(f"\n{len(chosen) - missed} of {len(chosen)} cells meet their target. Details: {OUTPUT}")
    return 1 if missed else 0


sys.exit(main())
