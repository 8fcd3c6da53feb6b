"""The distinct scores of each class in a torch tensor, with how many cases have each: from one sort where they lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

MOST_COUNTED = 2**31 - 1
"""Torch counts equal entries of up to this many."""

SIGN_AND_CLASS = 2
"""Bits that a score which is not negative leaves to its key: that of its sign is free, that of its class is added."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Ascending scores, one entry for each class that holds a score: how many cases, and whether they are positive."""

    score: torch.Tensor
    count: torch.Tensor
    positive: torch.Tensor

    def __len__(self) -> int:
        return len(self.score)


def runs_of(score: torch.Tensor, positive: torch.Tensor) -> Runs:
    """Return the runs of equal scores of one class; -0.0 and 0.0 are one score."""
    if len(score) <= MOST_COUNTED and bool(score.min() >= 0):
        return _from_keys(score, positive)
    return _from_classes(score + 0.0, positive)


def _from_keys(score: torch.Tensor, positive: torch.Tensor) -> Runs:
    """Sort keys that hold score and class: the bits of a float that is not negative rise with it.

    Keys alone are sorted in half the time of keys that carry their places along.
    """
    import torch

    whole = torch.int32 if score.dtype == torch.float32 else torch.int64
    middle = 2 ** (8 * score.element_size() - SIGN_AND_CLASS)
    key = score.abs().view(whole).sub_(middle).mul_(2).add_(positive)
    keys, count = torch.unique(key, return_counts=True)
    del key
    return Runs((keys >> 1).add_(middle).view(score.dtype), count, (keys & 1).bool())


def _from_classes(score: torch.Tensor, positive: torch.Tensor) -> Runs:
    """Sort each class on its own, and merge."""
    import torch

    sides = [_counted(score[flags]) for flags in (~positive, positive)]
    both, order = torch.cat([values for values, _ in sides]).sort(stable=True)
    count = torch.cat([counts for _, counts in sides])[order]
    return Runs(both, count, order >= len(sides[0][0]))


def _counted(values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the distinct values and how often each occurs."""
    import torch

    if len(values) <= MOST_COUNTED:
        distinct, counts = torch.unique(values, return_counts=True)
        return distinct, counts
    ordered = values.sort()[0]
    ends = run_ends(ordered)
    return ordered[ends], ends.diff(prepend=ends.new_full((1,), -1))


def run_ends(ordered: torch.Tensor) -> torch.Tensor:
    """Return the last place of every run of equal values."""
    import torch

    changed = (ordered[1:] != ordered[:-1]).nonzero()[:, 0]
    return torch.cat([changed, changed.new_full((1,), len(ordered) - 1)])
