"""How many cases every slice holds, counted wherever the rows are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.inputs.blocks import Block
from assay.tasks.slicing import Cutting


@dataclass(frozen=True)
class Sizes:
    """How many cases every slice of one column holds, in the order of the slices."""

    sizes: Mapping[object, int]

    def merge(self, other: Sizes) -> Sizes:
        """Return the sizes of both sets of cases."""
        return Sizes({key: size + other.sizes[key] for key, size in self.sizes.items()})


@dataclass(frozen=True, eq=False)
class CountSlices:
    """Counts the cases of every slice; those that two columns make together are left out."""

    cuttings: tuple[Cutting, ...]

    def reduce(self, block: Block) -> Sizes:
        """Return the sizes in a block."""
        sizes: dict[object, int] = {}
        for cutting in self.cuttings:
            counts = np.bincount(cutting.codes(block), minlength=len(cutting.keys)).tolist()
            keys = [(cutting.name, key) if len(self.cuttings) > 1 else key for key in cutting.keys]
            sizes |= dict(zip(keys, counts, strict=True))
        return Sizes(sizes)
