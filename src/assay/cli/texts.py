"""Texts on the command line: files of lines, or columns of a table; several references; a model for meanings."""

from __future__ import annotations

from pathlib import Path

import click


def text_truth(
    file: str, truth: str | None, references: tuple[str, ...], candidates: str | None
) -> tuple[object, str | None]:
    """Return the references and the table they are columns of, None where they are files of lines."""
    if truth is None:
        if candidates is None:
            raise click.UsageError("Give two files of lines, or name columns with --truth and --prediction.")
        return [Path(file), *map(Path, references)] if references else file, None
    if candidates is not None:
        raise click.UsageError(
            "--truth names a column of FILE; leave out the second file, or --truth, or join two tables with --on KEY."
        )
    return [truth, *references] if references else truth, file


def text_prediction(predictions: str | None, prediction: str | None, truth: str | None) -> str:
    """Return the file, or the column, with the candidates."""
    if predictions is not None and prediction is not None:
        raise click.UsageError("The candidates are given twice: as a second file and with --prediction.")
    second = predictions or prediction
    if second is None:
        raise click.UsageError("Name the column with the candidates: --prediction COL." if truth else
                               "Name what was said: a second file, or a column with --prediction.")  # fmt: skip
    return second


def text_metrics(metrics: tuple[str, ...], model: str | None, usual: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """Return the metrics asked for, those of meaning with the model that was named."""
    if model is None:
        return metrics or None
    from assay.tasks.text.judging import OF_VECTORS, usual_names

    asked = tuple(_with_model(name, model) if name.startswith(OF_VECTORS) else name for name in metrics)
    if any(name.startswith(OF_VECTORS) for name in asked):
        return asked
    return (*(asked or usual or usual_names()), *(f"{name}(model={model!r})" for name in OF_VECTORS))


def _with_model(name: str, model: str) -> str:
    """Write the model into a metric of meaning that does not name one."""
    head, bracket, rest = name.partition("(")
    if "model" in rest:
        return name
    return f"{head}(model={model!r}, {rest}" if bracket else f"{head}(model={model!r})"


def refuse_for_others(
    file: str, truth: str | None, task: str | None, references: tuple[str, ...], model: str | None
) -> None:
    """Refuse what only texts have, and say how to judge a file of lines."""
    for name, given in (("--reference", references), ("--model", model)):
        if given:
            raise click.UsageError(f"{name} is for texts. Add --task text, or leave it out.")
    if truth is None and task not in ("detection", "segmentation"):
        from assay.inputs.file_kinds import kind_of
        from assay.inputs.files import open_file

        if Path(file).suffix.lower() == ".json":
            open_file(file)

        lines = kind_of(file) is None and not Path(file).is_dir()
        hint = " To judge files of texts, one segment per line, add --task text." if lines else ""
        raise click.UsageError(f"Missing option '--truth'.{hint}")
