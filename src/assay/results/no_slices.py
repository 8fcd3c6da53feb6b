"""What stands where slices would be, in a result that has none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from assay.errors import slicing as errors

if TYPE_CHECKING:
    from assay.results.compared_slices import SlicePair
    from assay.results.estimate import Estimate
    from assay.results.evaluation import Evaluation
    from assay.results.slices import SliceTest


class NoSlices(Mapping[object, "Evaluation"]):
    """What an evaluation without by= has: no slices, and the way to them."""

    def __getitem__(self, key: object) -> Evaluation:
        raise errors.no_slices()

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "no slices: say by what to cut the cases, as in evaluate(..., by='site')"

    def estimates(self, metric: str) -> dict[object, Estimate]:
        """Refuse: there are no slices."""
        raise errors.no_slices()

    def worst_first(self, metric: str) -> list[tuple[object, Estimate]]:
        """Refuse: there are no slices."""
        raise errors.no_slices()

    def against_rest(self, metric: str) -> list[SliceTest]:
        """Refuse: there are no slices."""
        raise errors.no_slices()

    def weakest(self, metric: str) -> SliceTest:
        """Refuse: there are no slices."""
        raise errors.no_slices()

    def gap(self, metric: str) -> Estimate:
        """Refuse: there are no slices."""
        raise errors.no_slices()

    def ratio(self, metric: str) -> Estimate:
        """Refuse: there are no slices."""
        raise errors.no_slices()

    def where(self, metric: str) -> list[SlicePair]:
        """Refuse: there are no slices."""
        raise errors.no_slices()

    def to_frame(self, metrics: Sequence[str] | str | None = None, kind: str = "polars") -> NoReturn:
        """Refuse: there are no slices."""
        raise errors.no_slices()
