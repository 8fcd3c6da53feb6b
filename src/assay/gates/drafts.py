"""A first gate file, written from a look at the data: columns guessed, a requirement that today's result keeps."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import AssayError
from assay.errors import gate_files as errors
from assay.inputs.files import open_file
from assay.results.evaluation import Evaluation

if TYPE_CHECKING:
    import polars as pl

ROWS = 1000
"""Rows that are looked at."""

TRUTHS = ("truth", "label", "target", "y", "y_true", "actual", "expected", "gold", "outcome")
PREDICTIONS = ("prediction", "pred", "predicted", "y_pred", "answer", "output")
SCORES = ("score", "p", "prob", "proba", "probability", "p_1", "y_score")
MOST_LABELS = 20
"""A taste: a column of more values is hardly a truth of classes."""
SLICES = 12
"""A column of text with at most so many values makes slices worth naming."""


@dataclass(frozen=True)
class Guess:
    """Columns that look like what a gate needs."""

    truth: str
    prediction: str | None
    score: str | None
    positive: object = None
    slices: str | None = None

    @property
    def asked(self) -> dict[str, object]:
        """The arguments of evaluate."""
        told = {"truth": self.truth, "prediction": self.prediction, "score": self.score, "positive": self.positive}
        return {name: value for name, value in told.items() if value is not None}


def draft(data: str, evaluate: Callable[..., Evaluation], folder: Path) -> str:
    """Return the text of a gate file, which will lie in that folder, for a table."""
    frame: pl.DataFrame = open_file(data).head(ROWS).collect()
    guess = guess_columns(frame, data)
    asked = dict(guess.asked)
    try:
        judged: Evaluation | None = evaluate(asked.pop("truth"), data=data, **asked)
    except AssayError:
        judged = None
    seen = data if "://" in data else Path(os.path.relpath(data, folder)).as_posix()
    return _text(seen, guess, judged)


def guess_columns(frame: pl.DataFrame, data: str) -> Guess:
    """Guess the truth by its name or its values, and a prediction or a score that can be judged against it."""
    names = {name.casefold(): name for name in frame.columns}
    named = [names[name] for name in TRUTHS if name in names]
    few = [name for name in frame.columns if 2 <= frame[name].n_unique() <= MOST_LABELS]
    for truth in named or few:
        guess = _judged_against(frame, truth)
        if guess is not None:
            return guess
    raise errors.no_truth_found(data, frame.columns)


def _judged_against(frame: pl.DataFrame, truth: str) -> Guess | None:
    """Guess what is judged against a truth: answers among its values, or a score where it has two of them."""
    values = set(frame[truth].drop_nulls().unique().to_list())
    others = [name for name in frame.columns if name != truth]
    answers = [name for name in others if set(frame[name].drop_nulls().unique().to_list()) <= values]
    prediction = _first(others, PREDICTIONS, lambda name: name in answers)
    score = _first(others, SCORES, lambda name: _is_score(frame, name)) if len(values) == 2 else None
    if score is None and prediction is None:
        return None
    positive = None if values <= {0, 1} or len(values) != 2 else max(values, key=str)
    sliced = (name for name in others if frame[name].dtype == _text_type() and 1 < frame[name].n_unique() <= SLICES)
    slices = next((name for name in sliced if name not in (prediction, score) and name not in answers), None)
    return Guess(truth, None if score is not None else prediction, score, positive, slices)


def _text_type() -> object:
    import polars as pl

    return pl.String


def _is_score(frame: pl.DataFrame, name: str) -> bool:
    column = frame[name]
    return column.dtype.is_float() and column.n_unique() > 2 and _end(column.min()) >= 0 and _end(column.max()) <= 1


def _end(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan


def _first(columns: Sequence[str], usual: Sequence[str], fits: Callable[[str], bool]) -> str | None:
    """Return the column that fits and has a usual name, else the first that fits."""
    fitting = [name for name in columns if fits(name)]
    named = [name for name in fitting if name.casefold() in usual]
    return next(iter([*named, *fitting]), None)


def _text(data: str, guess: Guess, judged: Evaluation | None) -> str:
    """Write the file, with a comment beside everything that was guessed."""
    lines = [
        "# A gate: what a model has to keep. Run it with: assay gate",
        "# Requirements are read by the grammar of docs/gates.md; unclear ones count as not met.",
        "",
        f"data = {_toml(data)}  # seen from the folder of this file",
    ]
    lines += [f"{name} = {_toml(value)}  # guessed" for name, value in guess.asked.items()]
    metric, bound = _kept(judged)
    first = f"{metric} >= {bound:g}"
    lines += ["", "# The first one is kept by these data today; ask for what a release needs.", "require = ["]
    lines += [f"  {_toml(first)},", '  # "log_loss < 0.4",', '  # "recall.value >= 0.8",  # the value alone']
    column = guess.slices or "region"
    lines += [f"  # {_toml(f'{metric} >= {max(bound - 0.1, 0.05):.2g} in every {column}')},"]
    lines += ['  # "new no worse than baseline by 0.01 in accuracy",', "]"]
    lines += [
        f"{'' if guess.slices else '# '}by = {_toml([column])}  # slices",
        '# group = ["patient"]  # cases drawn together',
    ]
    lines += [
        '# unclear = "pass"  # only what is proven to be broken stops',
        '# baseline = "baseline.json"  # assay gate --save baseline.json',
        '# key = "id"  # --save keeps the cases by this column, so that the next run is compared case by case',
    ]
    return "\n".join([*lines, '# report = "gate.html"', '# junit = "gate.xml"', ""])


def _kept(judged: Evaluation | None) -> tuple[str, float]:
    """Return a metric with a bound, in steps of 0.05, that its interval keeps."""
    if judged is None:
        return "accuracy", 0.8
    for name in judged.shown:
        made = judged[name]
        low = math.floor(made.low * 20) / 20 if made.defined and math.isfinite(made.low) else 0
        if made.better == "higher" and made.bounds == (0, 1) and low > 0:
            return name, low
    return "accuracy", 0.8


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
