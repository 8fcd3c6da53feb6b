"""Models compared on slices of images or segments: counted once, and taken slice by slice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from assay.pipelines.compared_parts import StoredComparer, adjusted
from assay.pipelines.grouping import GroupedModels, Signed, alone
from assay.pipelines.item_slices import Rows, item_rows
from assay.results.compared_slices import ComparedSlices
from assay.results.comparison import Comparison
from assay.summaries.units import Units
from assay.tasks.catalogue import Chosen
from assay.tasks.judged import CountedTogether, Judged
from assay.tasks.requests import Request
from assay.tasks.slicing import cuts_of

Finish = Callable[[Judged, GroupedModels | None], Comparison]
"""Makes a comparison of models that were judged together."""


@dataclass(frozen=True, eq=False)
class ItemComparer:
    """Compares the models on the images or segments of one slice."""

    request: Request
    chosen: Chosen
    counted: CountedTogether
    rows: Mapping[object, Rows]
    signed: Signed
    finish: Finish

    def compare(self, key: object) -> Comparison:
        """Compare the models on one slice."""
        rows = self.rows[key]
        judged = self.counted.taken(rows).judged()
        signed = [(Units.of(units.names, units.codes[rows]), sign) for units, sign in self.signed]
        grouped = GroupedModels.of_items(self.chosen.task, judged, self.request, signed) if signed else None
        return self.finish(judged, grouped)

    def adjusted(self, p_values: Sequence[float], method: str) -> Sequence[float]:
        """Return p-values adjusted for being several."""
        return adjusted(p_values, method)

    def stored(self) -> StoredComparer:
        """Return the same without the items."""
        return StoredComparer()


def compared_item_slices(
    request: Request, chosen: Chosen, whole: Comparison, counted: CountedTogether, finish: Finish
) -> ComparedSlices:
    """Return the slices of a comparison of images or segments, compared when they are asked for."""
    first = next(iter(whole.evaluations.values()))
    _, rows, _ = item_rows(request, first, counted.kept())
    signed = [] if request.group is None else chosen.task.units(None, request, first)
    comparer = ItemComparer(request, chosen, counted, rows, [] if alone(signed) else signed, finish)
    names = tuple(cut.name for cut in cuts_of(request.by))
    return ComparedSlices(names, {key: len(own) for key, own in rows.items()}, comparer)
