"""validate on a file: text is encoded, and gaps are filled where asked for, inside the training parts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.calls.validate import validate
from assay.errors import estimators as errors
from assay.errors.tree import quote_all
from assay.inputs.learning_files import LearningTable, as_numbers, read_learning_table
from assay.results.note import Note
from assay.results.validation import Validation
from assay.validation.estimators import takes_gaps
from assay.validation.preparing import prepared


def validate_file(
    path: str | os.PathLike[str],
    target: str,
    models: Mapping[str, Any],
    *,
    keep: Sequence[str] = (),
    drop: Sequence[str] = (),
    strata: str | None = None,
    group: str | None = None,
    impute: bool = False,
    **options: Any,
) -> Validation:
    """Validate models on the columns of a file; what was done to the columns stands in the notes."""
    table = read_learning_table(path, target, keep=keep, drop=drop, strata=strata, group=group)
    filled = impute and bool(table.gaps)
    for name, model in models.items():
        if table.gaps and not filled and not takes_gaps(model):
            raise errors.gaps_in_features(table.gaps, len(table.target), name)
    features = table.features if table.text or table.gaps else as_numbers(table.features)
    ready = {name: prepared(model, table.text, table.numbers, filled) for name, model in models.items()}
    if options.get("search") is not None and (table.text or filled):
        options["search"] = _for_last_step(options["search"], ready)
    found = validate(ready, features, table.target, strata=table.strata, group=table.group, **options)
    reason = found.reason.replace("`y`", f"`{target}`")
    return replace(found, reason=reason, source=Path(path).name, notes=(*_notes(table, filled), *found.notes))


def _for_last_step(search: Any, models: Mapping[str, Any]) -> Any:
    """Write settings of a model as settings of the last step of its pipeline."""
    named = set(search) <= set(models) and all(isinstance(one, Mapping) for one in search.values())
    own = search if named else dict.fromkeys(models, search)
    found = {}
    for name, settings in own.items():
        step = models[name].steps[-1][0]
        found[name] = {f"{step}__{key}": value for key, value in settings.items()}
    return found if len(models) > 1 else next(iter(found.values()))


def _notes(table: LearningTable, filled: bool) -> list[Note]:
    notes = []
    if table.text:
        notes.append(
            Note(
                "one-hot",
                f"Columns {quote_all(table.text)} hold text: they were one-hot encoded inside every training part, and "
                "texts that a training part does not hold count as none of the known ones.",
            )
        )
    if filled:
        notes.append(
            Note(
                "imputed",
                "Gaps were filled inside every training part: numbers by the median, text by the commonest value.",
            )
        )
    return notes
