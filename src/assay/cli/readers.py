"""What a command line says of truth, predictions and data, as its task reads it: tables, files of images, texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypedDict

import click

from assay.cli.options import refuse_columns
from assay.cli.texts import refuse_for_others, text_metrics, text_prediction, text_truth


class Named(TypedDict):
    """What both commands name: where the truth is, and of which task."""

    truth: str | None
    task: str | None
    references: tuple[str, ...]
    model: str | None
    metrics: tuple[str, ...]


class NamedAnswers(Named):
    """What `assay evaluate` names: one model, by a second file or by columns."""

    file: str
    predictions: str | None
    prediction: str | None
    scores: tuple[str, ...]
    lower: str | None
    on: tuple[str, ...]


@dataclass(frozen=True)
class Inputs:
    """Truth, prediction and data as the Python call takes them, and the metrics asked for (None for the usual ones)."""

    truth: object
    data: object
    prediction: str | None = None
    metrics: tuple[str, ...] | None = None


class Reader(Protocol):
    """How the files and columns that a command names become the arguments of a call."""

    def answers(self, given: NamedAnswers) -> Inputs:
        """Return what one model is judged by."""

    def truth(self, file: str, given: Named) -> Inputs:
        """Return the truth that several models share."""


class Tables:
    """Columns of a table, or of two tables with the same cases."""

    def answers(self, given: NamedAnswers) -> Inputs:
        """Return the columns, and the file or files that hold them."""
        file, truth, prediction = given["file"], given["truth"], given["prediction"]
        refuse_for_others(file, truth, given["task"], given["references"], given["model"])
        if truth is None:
            raise click.UsageError("Missing option '--truth'.")
        if prediction is None and not given["scores"] and given["lower"] is None:
            raise click.UsageError("Name a column with --prediction, with --score, or both (or --lower and --upper).")
        data = (file, given["predictions"]) if given["predictions"] else file
        return Inputs(truth, data, prediction, given["metrics"] or None)

    def truth(self, file: str, given: Named) -> Inputs:
        """Return the column of the truth, and the file that holds it."""
        refuse_for_others(file, given["truth"], given["task"], given["references"], given["model"])
        return Inputs(given["truth"], file, metrics=given["metrics"] or None)


class Images:
    """Whole files or folders of boxes or masks."""

    def answers(self, given: NamedAnswers) -> Inputs:
        """Return the file of the truth and that of the predictions."""
        refuse_for_others(given["file"], given["truth"], given["task"], given["references"], given["model"])
        refuse_columns(given["task"], {"--truth": given["truth"], "--prediction": given["prediction"]})
        if given["predictions"] is None:
            raise click.UsageError(f"--task {given['task']} needs two files: the truth, then the predictions.")
        return Inputs(given["file"], None, given["predictions"], given["metrics"] or None)

    def truth(self, file: str, given: Named) -> Inputs:
        """Return the file of the truth."""
        refuse_columns(given["task"], {"--truth": given["truth"]})
        refuse_for_others(file, given["truth"], given["task"], given["references"], given["model"])
        return Inputs(file, None, metrics=given["metrics"] or None)


class Texts:
    """Files of lines, or columns of a table, with a model for metrics of meaning."""

    def answers(self, given: NamedAnswers) -> Inputs:
        """Return the references and the candidates."""
        truth, answers = given["truth"], given["predictions"]
        if given["on"] and truth is not None and answers is not None:
            metrics = text_metrics(given["metrics"], given["model"])
            return Inputs(truth, (given["file"], answers), given["prediction"], metrics)
        candidates = answers or (given["prediction"] if truth is None else None)
        references, data = text_truth(given["file"], truth, given["references"], candidates)
        prediction = text_prediction(answers, given["prediction"], truth)
        return Inputs(references, data, prediction, text_metrics(given["metrics"], given["model"]))

    def truth(self, file: str, given: Named) -> Inputs:
        """Return the references that the systems share."""
        from assay.tasks.text.comparing import USUAL

        metrics = text_metrics(given["metrics"], given["model"], USUAL)
        references, data = text_truth(file, given["truth"], given["references"], None if given["truth"] else file)
        return Inputs(references, data, metrics=metrics)


READERS: Mapping[str, Reader] = {"detection": Images(), "segmentation": Images(), "text": Texts()}
"""Tasks whose files are no tables of cases."""


def reader_of(task: str | None) -> Reader:
    """Return how a task reads its files."""
    return READERS.get(task or "", Tables())
