"""Evaluations of arrays and of tensors, compared number by number, with an eye on what leaves the device."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import torch

import assay
from assay.engines import catalogue
from assay.engines.torch import TorchEngine, TorchTable

EXACT, OF_SUMS, OF_SINGLES = 0.0, 1e-12, 1e-6
"""How far numbers may lie apart: counts; sums; sums of single precision."""


@contextmanager
def engine_on(device: str) -> Iterator[None]:
    """Let tensors of the processor be reduced by the engine too, if that is where the check runs."""
    engine = TorchEngine(devices={torch.device(device).type})
    catalogue.register(engine)
    try:
        yield
    finally:
        catalogue.forget(engine)


@contextmanager
def nothing_copied(most: int) -> Iterator[None]:
    """Fail if rows are copied to the processor: no tensor of more than `most` entries may become an array or a list."""
    real = {name: getattr(torch.Tensor, name) for name in ("numpy", "tolist", "__array__")}

    def watched(name: str) -> Callable[..., object]:
        def call(tensor: torch.Tensor, *arguments: object, **options: object) -> object:
            if tensor.numel() > most:
                raise AssertionError(f"{tensor.numel():,} entries left the device through {name}")
            return real[name](tensor, *arguments, **options)

        return call

    for name in real:
        setattr(torch.Tensor, name, watched(name))
    kept, TorchTable.copied = TorchTable.copied, property(_refused)
    try:
        yield
    finally:
        for name, method in real.items():
            setattr(torch.Tensor, name, method)
        TorchTable.copied = kept


def _refused(table: object) -> None:
    raise AssertionError("rows were copied to the processor")


def tensors(device: str, *arrays: np.ndarray) -> list[torch.Tensor]:
    """Return arrays as tensors on a device."""
    return [torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays]


def same(usual, there, tolerance: float) -> None:
    """Fail where two evaluations differ: in a metric, its limits, method, n or note, in the confusion, in the notes."""
    assert list(usual) == list(there), set(usual) ^ set(there)
    for name in usual:
        first, second = usual[name], there[name]
        assert (first.method, first.note) == (second.method, second.note), (name, first, second)
        for part in ("value", "low", "high", "n"):
            one, other = getattr(first, part), getattr(second, part)
            equal = one == other or (math.isnan(one) and math.isnan(other))
            assert equal or math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance), (name, one, other)
    assert [note.code for note in usual.notes] == [note.code for note in there.notes]
    if usual.confusion is not None:
        np.testing.assert_allclose(usual.confusion.counts, there.confusion.counts, rtol=min(tolerance, OF_SUMS))
    assert there.choices.engine.startswith("torch on "), there.choices.engine


def scored(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw truth, probabilities and weights, a tenth of them 0."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    score = 1 / (1 + np.exp(-(1.5 * rng.standard_normal(n) + 2 * truth - 1.5)))
    return truth, score, rng.random(n) * 3 * (rng.random(n) > 0.1)


def fails_alike(call, usual, there) -> None:
    """Fail unless arrays and tensors are refused in the same words."""
    messages = []
    for columns in (usual, there):
        try:
            call(columns)
            messages.append(None)
        except assay.AssayError as problem:
            messages.append(str(problem))
    assert messages[0] is not None
    assert messages[0] == messages[1], messages
