"""A gate file run: the judgement it asks for, held against its requirements and its baseline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assay.errors import baselines as baseline_errors
from assay.errors import gate_files as errors
from assay.gates.files import ONLY_COMPARED, ONLY_EVALUATED, GateFile
from assay.gates.judging import judge_gate
from assay.gates.reading import read_requirement
from assay.gates.requests import DifferenceRequest
from assay.pipelines.baselines import beside_baseline
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.gate import Gate

Judge = Callable[..., Evaluation | Comparison]


def run_gate(file: GateFile, evaluate: Judge, compare: Judge, load: Callable[[str], object]) -> Gate:
    """Judge what a gate file names, and hold it against the requirements."""
    requests = [read_requirement(text) for text in file.require]
    if file.baseline is not None and not file.baseline.is_file():
        raise baseline_errors.no_baseline(str(file.baseline))
    asked = dict(file.asked)
    forbidden = ONLY_EVALUATED if file.compares else ONLY_COMPARED
    for key in forbidden:
        if key in asked:
            known = [name for name in asked if name not in forbidden]
            raise errors.unknown_key(str(file.path), key, known)
    _with_metrics(asked, [request.metric for request in requests], file.compares)
    judged = (compare if file.compares else evaluate)(asked.pop("truth", None), **asked)
    if file.baseline is None or not isinstance(judged, Evaluation):
        return judge_gate(judged, file.require, file.unclear)
    earlier = load(str(file.baseline))
    beside = beside_baseline(judged, earlier)
    changes = {name: metric.pairs[0].difference for name, metric in beside.items()}
    if any(isinstance(request, DifferenceRequest) for request in requests):
        metrics = tuple(dict.fromkeys(request.metric for request in requests))
        beside = beside_baseline(judged, earlier, metrics)
        made = judge_gate(judged, file.require, file.unclear, beside)
    else:
        made = judge_gate(judged, file.require, file.unclear)
    how = next((note.message for note in beside.notes if note.code in ("paired", "unpaired")), None)
    return replace(made, changes=changes, beside=how)


def _with_metrics(asked: dict[str, object], required: list[str], compares: bool) -> None:
    """Ask for the metrics that requirements name, where not every metric is there anyway."""
    given = asked.get("metrics")
    listed = [given] if isinstance(given, str) else list(given) if isinstance(given, list) else []
    if listed or compares or any("(" in name for name in required):
        asked["metrics"] = list(dict.fromkeys([*map(str, listed), *required]))
