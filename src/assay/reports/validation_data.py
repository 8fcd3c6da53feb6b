"""A Validation as plain data and as a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.reports.kinds import data_of, frame_of, load_kind, slices_data
from assay.results.frames import frame_of_rows
from assay.results.validation import ModelValidation, Validation

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "assay.validation/1"


@data_of.register
def _(validation: Validation) -> dict[str, object]:
    choices = validation.choices
    return {
        "schema": SCHEMA,
        "assay": choices.version,
        "scheme": validation.scheme,
        "fits": validation.fits,
        "succeeded": validation.succeeded,
        "n": validation.n,
        "task": validation.task,
        "reason": validation.reason,
        "level": choices.level,
        "seed": choices.seed,
        "engine": choices.engine,
        "target": validation.target,
        "repeats": validation.repeats,
        "selected_by": validation.selected_by,
        "grouping": validation.grouping.to_dict() if validation.grouping else None,
        "models": {
            name: {
                "metrics": {metric: scores.to_dict() for metric, scores in model.items()},
                "chosen": [dict(chosen) for chosen in model.chosen],
                "stability": {
                    setting: {"value": value, "share": share} for setting, (value, share) in model.stability.items()
                },
                "seconds": list(model.seconds),
                "failed": {str(place): problem for place, problem in model.failed.items()},
                **_slices(model),
            }
            for name, model in validation.models.items()
        },
        "pairs": [pair.to_dict() for pair in validation.pairs],
        **({} if validation.listed is None else {"cases": validation.listed.to_list()}),
        "notes": [note.to_dict() for note in validation.notes],
    }


def _slices(model: ModelValidation) -> dict[str, object]:
    """Return the slices of a model, where the tested cases were cut."""
    if not model.slices:
        return {}
    load_kind(model.slices)
    return slices_data(model.slices)


@frame_of.register(Validation)
def _(validation: Validation) -> pl.DataFrame:
    rows = [
        {
            "model": name,
            "metric": metric,
            "repeat": place // max(validation.fold_count, 1),
            "fold": place % max(validation.fold_count, 1),
            "value": value,
        }
        for name, model in validation.models.items()
        for metric, scores in model.items()
        for place, value in enumerate(scores.folds)
    ]
    return frame_of_rows(rows)
