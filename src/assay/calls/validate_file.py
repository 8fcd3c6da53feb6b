"""validate on a file: text is encoded, and gaps are filled where asked for, inside the training parts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.calls.validate import validate
from assay.errors.tree import quote_all
from assay.inputs.features import gap_rows
from assay.inputs.learning_files import LearningTable, as_numbers, read_learning_table
from assay.inputs.missing import check_policy, complete_rows
from assay.pipelines.cases_tested import CasesTested
from assay.results.note import Note
from assay.results.validation import Validation
from assay.tasks.slicing import cuts_of
from assay.validation.preparing import prepared


def validate_file(
    path: str | os.PathLike[str] | Sequence[str],
    target: str,
    models: Mapping[str, object],
    *,
    keep: Sequence[str] = (),
    drop: Sequence[str] = (),
    strata: str | None = None,
    group: str | None = None,
    weight: str | None = None,
    on: Sequence[str] = (),
    by: Mapping[str, object] | None = None,
    missing: str = "error",
    impute: bool = False,
    **options: Any,
) -> Validation:
    """Validate models on the columns of a file; what was done to the columns stands in the notes.

    Parameters
    ----------
    path : path, or list of paths
        A csv, tsv, parquet, jsonl or arrow file; several are joined by `on`.
    target : str
        The column to predict.
    models : mapping
        The models by name.
    keep, drop : list of str
        Columns to learn from (all if left out), and columns not to learn from.
    strata, group, weight : str
        Columns with strata, groups and weights; groups and weights are not learnt from.
    on : list of str
        The key by which several files are joined; it is not learnt from.
    by : mapping
        Columns to cut the tested cases by, with the edges to cut numbers at where there are some.
    missing : {"error", "drop"}
        What happens to cases with gaps, and to keys that some file lacks.
    impute : bool
        Fill gaps inside every training part instead: numbers by the median, text by the commonest value.
    **options
        Everything else that validate takes.

    Returns
    -------
    Validation
        As validate returns it.

    Raises
    ------
    InputError
        Where the file or a column cannot be used as it is.

    See Also
    --------
    validate : the same for arrays and frames.
    """
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    cuts = cuts_of(by)
    table = read_learning_table(paths, target, keep=keep, drop=drop, on=on, slices=[cut.name for cut in cuts],
                                missing=check_policy(missing), strata=strata, group=group, weight=weight)  # fmt: skip
    if cuts:
        options["by"] = {cut.name: replace(cut, value=table.slices[cut.name]) for cut in cuts}
    beside: dict[str, Any] = {"strata": table.strata, "group": table.group, "weight": table.weight}
    if check_policy(missing) == "error":
        columns = zip((target, strata, group, weight), (table.target, *beside.values()), strict=True)
        complete_rows({str(name): gap_rows(column) for name, column in columns if column is not None}, missing)
    filled = impute and bool(table.gaps)
    features = table.features if table.text or table.gaps else as_numbers(table.features)
    ready = {name: prepared(model, table.text, table.numbers, filled) for name, model in models.items()}
    if options.get("search") is not None and (table.text or filled):
        options["search"] = _for_last_step(options["search"], ready)
    result = validate(ready, features, table.target, missing=missing, **beside, **options)
    reason = result.reason.replace("`y`", f"`{target}`")
    called = " and ".join(Path(name).name for name in paths)
    behind = result.behind
    if isinstance(behind, CasesTested):
        behind = replace(behind, data=table.frame, target=target)
    return replace(result, reason=reason, source=called, notes=(*_notes(table, filled), *result.notes), behind=behind)


def _for_last_step(search: Any, models: Mapping[str, Any]) -> Any:
    """Write settings of a model as settings of the last step of its pipeline."""
    named = set(search) <= set(models) and all(isinstance(space, Mapping) for space in search.values())
    own = search if named else dict.fromkeys(models, search)
    spaces = {}
    for name, settings in own.items():
        step = models[name].steps[-1][0]
        spaces[name] = {f"{step}__{key}": value for key, value in settings.items()}
    return spaces if len(models) > 1 else next(iter(spaces.values()))


def _notes(table: LearningTable, filled: bool) -> list[Note]:
    notes = [Note("keys-dropped", told) for told in table.notes]
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
