"""Scores that lie on a GPU, beside the AUROC alone of torchmetrics; `python -m benchmarks.tensors` runs it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import assay
from benchmarks.timing import Race, race

SIZES = (10_000_000, 100_000_000)
WARM = 3
TARGET = 1.5


def races() -> Iterator[Race]:
    """Yield one race after the other; none where there is no GPU or no torchmetrics."""
    try:
        import torch
        from torchmetrics.functional.classification import binary_auroc
    except ImportError:
        print("tensors: torchmetrics is not installed (pip install torch torchmetrics), so there is no race")
        return
    if not torch.cuda.is_available():
        print("tensors: there is no GPU here, so there is no race")
        return
    for n in SIZES:
        truth, score = _cases(torch, n)
        peer = _finished(torch, lambda truth=truth, score=score: binary_auroc(score, truth, validate_args=False))
        for what, metrics in _questions():
            ours = _finished(torch, lambda truth=truth, score=score, asked=metrics: _asked(truth, score, asked))
            yield race(f"{what}: {n:.0e} scores on a GPU", ours, "torchmetrics AUROC alone", peer, TARGET)
        reduced = _finished(torch, lambda truth=truth, score=score: _table(truth, score))
        yield race(f"the table of scores alone: {n:.0e} on a GPU", reduced, "torchmetrics AUROC alone", peer, TARGET)


def _cases(torch: Any, n: int) -> tuple[Any, Any]:
    """Draw truth and probabilities of single precision where they are to be judged."""
    draw = torch.Generator(device="cuda").manual_seed(0)
    truth = (torch.rand(n, device="cuda", generator=draw) < 0.3).long()
    return truth, torch.sigmoid(1.5 * torch.randn(n, device="cuda", generator=draw) + 2 * truth - 1.5)


def _questions() -> list[tuple[str, list[str] | str | None]]:
    """Return what is asked: the area alone, with all label metrics, and everything with its 1,000 resamples."""
    few = assay.evaluate([1, 1, 0, 0], score=[0.9, 0.4, 0.6, 0.1])
    of_labels = [name for name in few if assay.metrics.find(name).of_labels]
    return [
        ("AUC, interval", "roc_auc"),
        (f"AUC, {len(of_labels)} label metrics, intervals", ["roc_auc", *of_labels]),
        (f"all {len(few)} metrics, intervals, resamples", None),
    ]


def _asked(truth: Any, score: Any, metrics: list[str] | str | None) -> None:
    evaluation = assay.evaluate(truth, score=score, metrics=metrics)
    assert evaluation.choices.engine == "torch on cuda"  # noqa: S101
    assert 0 < evaluation["roc_auc"].low < evaluation["roc_auc"].value  # noqa: S101


def _table(truth: Any, score: Any) -> None:
    from assay.summaries.score_table import ScoreTable
    from assay.summaries.tensors import register

    register()
    assert len(ScoreTable.of_cases(score, truth == 1).score) > 1  # noqa: S101


def _finished(torch: Any, work: Callable[[], object]) -> Callable[[], None]:
    """Return the work with a wait for the GPU, after a few turns that load kernels and memory."""

    def whole() -> None:
        work()
        torch.cuda.synchronize()

    for _ in range(WARM):
        whole()
    return whole


if __name__ == "__main__":
    for result in races():
        print(result.line(), flush=True)
