"""Texts on the command line: files of lines, or columns of a table; several references; a model for meanings."""

from __future__ import annotations

from pathlib import Path

import click

OF_MEANING = ("bert_precision", "bert_recall", "bert_f1")


def text_truth(file: str, truth: str | None, references: tuple[str, ...], apart: bool) -> tuple[object, str | None]:
    """Return the references and the table they are columns of, None where they are files of lines."""
    if truth is None:
        if not apart:
            raise click.UsageError("Give two files of lines, or name columns with --truth and --prediction.")
        return [Path(file), *map(Path, references)] if references else file, None
    if apart:
        raise click.UsageError("--truth names a column of FILE; leave out the second file, or --truth.")
    return [truth, *references] if references else truth, file


def text_metrics(metrics: tuple[str, ...], model: str | None, usual: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """Return the metrics asked for, with those of meaning where a model was named."""
    if model is None:
        return metrics or None
    from assay.frontdoors.judge_text import usual_names

    return (*(metrics or usual or usual_names()), *(f"{name}(model={model!r})" for name in OF_MEANING))
