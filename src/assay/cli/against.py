"""assay compare --against: one model beside what was saved before, paired where the cases can be matched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from assay.cli.gates import asked_metrics, check_requirements, show_gated
from assay.cli.options import read_costs
from assay.cli.saved import listed

UNUSED = {"margin": "margin", "control": "control", "slices": "by", "boxes": "boxes", "references": "reference",
          "model": "model"}  # fmt: skip
"""Options that have no meaning beside a baseline, by the names that click gives their values."""

SHARED = ("threshold", "positive", "task", "weight", "method", "missing", "ignore", "level", "seed")


def compare_with_baseline(given: Any) -> None:
    """Compare the one model that was named with the baseline, and hold requirements against the difference."""
    from assay.calls.load import load
    from assay.cli.compare import named
    from assay.errors import baselines as errors
    from assay.inputs.file_kinds import kind_of

    models = {**(named(given["predictions"]) or {}), **(named(given["scores"]) or {})}
    if len(models) != 1 or len(given["files"]) != 1:
        raise click.UsageError("--against compares one model of one FILE with the baseline. Name one column.")
    for name, option in UNUSED.items():
        if given[name] not in (None, ()):
            raise click.UsageError(f"--{option} has no meaning beside a baseline. Leave out one of the two.")
    required = check_requirements(given, given["as_json"])
    metrics = asked_metrics(given["metrics"] or None, required)
    if kind_of(given["against"]) is not None:
        result: Any = _paired(given, next(iter(models.values())), metrics)
    else:
        _check(given["against"], errors)
        baseline: Any = load(given["against"])
        _check_key(given["on"], getattr(baseline, "keyed", None))
        result = _with_saved(given, next(iter(models.values())), metrics, baseline)
    show_gated(listed(result, given["cases"]), given, given["as_json"], given["report"], given["save"])


def _check(path: str, errors: Any) -> None:
    from pathlib import Path

    if not Path(path).is_file():
        raise errors.no_baseline(path)


def _answers(given: Mapping[str, Any], column: object) -> dict[str, Any]:
    return {"score" if given["scores"] else "prediction": column}


def _paired(given: Mapping[str, Any], column: str, metrics: Any) -> object:
    """Join both tables by their key, and compare on the cases that they share."""
    from assay.calls.compare import compare

    if not given["on"]:
        raise click.UsageError(f"{given['against']} is a table: name the key that both tables share with --on KEY.")
    file = given["files"][0]
    data = {"truth": file, "new": file, "baseline": given["against"]}
    both = {"new": column, "baseline": column}
    asked: dict[str, Any] = {**{name: given[name] for name in SHARED}, **_answers(given, both)}
    asked |= {"group": list(given["groups"]) or None, "costs": read_costs(given["cost"])}
    return compare(given["truth"], data=data, on=list(given["on"]), metrics=metrics, **asked)


def _check_key(on: tuple[str, ...], keyed: Any) -> None:
    """Refuse a key by which the baseline does not name its cases."""
    if on and keyed is None:
        raise click.UsageError(
            "The baseline holds no cases, so that --on can match none. Keep them with assay evaluate --save PATH --key "
            f"{on[0]}, name a table with --against, or leave --on out to compare both as judged on different cases."
        )
    if on and keyed.key != on:
        raise click.UsageError(f"The baseline names its cases by {' and '.join(keyed.key)}. Leave --on out.")


def _with_saved(given: Mapping[str, Any], column: str, metrics: Any, baseline: object) -> object:
    """Judge the model, and compare it with the saved result, case by case where that holds the same cases."""
    from assay.calls.evaluate import evaluate
    from assay.cli.gates import evaluated_metrics
    from assay.pipelines.baselines import beside_baseline

    asked: dict[str, Any] = {**{name: given[name] for name in SHARED}, **_answers(given, column)}
    asked |= {"group": list(given["groups"]) or None, "costs": read_costs(given["cost"])}
    asked["metrics"] = evaluated_metrics(metrics, ())
    judged = evaluate(given["truth"], data=given["files"][0], **asked)
    return beside_baseline(judged, baseline, metrics)
