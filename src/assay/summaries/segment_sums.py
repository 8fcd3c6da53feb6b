"""Sums over neighbouring rows of a torch tensor, and running sums of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def segment_sums(values: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    """Return the sum of every run of rows, each on its own: nothing cancels. The runs follow each other."""
    import torch

    return torch.segment_reduce(values, "sum", lengths=lengths, unsafe=True)


def running_sums(values: torch.Tensor) -> torch.Tensor:
    """Return the running sums of weights, also where torch was told to refuse what may round in another way next time.

    They only say where bins are cut: the last digit may move a cut by one place, never what a bin is said to hold.
    """
    import torch

    strict, warned = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
    torch.use_deterministic_algorithms(False)
    try:
        return values.cumsum(0)
    finally:
        torch.use_deterministic_algorithms(strict, warn_only=warned)
