"""What must give the same answer: rows in any order, weights of 1, doubled rows, streams, parts, files, threads."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import polars as pl

import assay
from assay.results.evaluation import Evaluation
from fuzz import comparing, slicing, units
from fuzz.elsewhere import against_itself, batch_by_batch, in_another_process, with_two_jobs
from fuzz.looking import demand, look
from fuzz.trial import Trial

CLOSE = 1e-8
"""What sums in another order may differ by, as a share."""

Columns = dict[str, list[object]]

KINDS = (
    "labels", "words", "classes", "scores", "tied scores", "regression", "weighted", "weighted classes",
    "weighted regression", "ranges", "texts",
)  # fmt: skip


TEXTS = ("the cat sat on the mat", "a dog ran off", "", "the the", "Katze und Hund", "it rained, and rained")


def cases(kind: str, n: int, seed: int) -> tuple[Columns, dict[str, object]]:
    """Return columns of a kind, and the options that they are judged with."""
    rng = np.random.default_rng(seed)
    flags = rng.integers(0, 2, n)
    shift = 0.4 * flags
    made: Mapping[str, Callable[[], tuple[Columns, dict[str, object]]]] = {
        "labels": lambda: ({"truth": flags.tolist(), "prediction": (rng.random(n) < 0.3 + shift).astype(int).tolist()},
        {}), "words": lambda: (
            {part: rng.choice(["no", "yes"], n).tolist() for part in ("truth", "prediction")}, {"positive": "yes"}
        ),
        "classes": lambda: ({part: rng.choice([*"abc"], n).tolist() for part in ("truth", "prediction")}, {}),
        "scores": lambda: ({"truth": flags.tolist(), "score": (rng.random(n) * 0.6 + shift).tolist()}, {}),
        "tied scores": lambda: ({"truth": flags.tolist(), "score": np.round(rng.random(n) * 0.6 + shift, 1).tolist()},
        {}), "regression": lambda: (
            {"truth": rng.normal(50, 9, n).tolist(), "prediction": rng.normal(50, 9, n).tolist()},
            {"task": "regression"}
        ),
        "weighted": lambda: (
            {"truth": flags.tolist(), "score": rng.random(n).tolist(), "weight": rng.integers(1, 4, n).tolist()}, {}
        ),
        "weighted classes": lambda: (
            {
                "truth": rng.choice([*"abc"], n).tolist(),
                "prediction": rng.choice([*"abc"], n).tolist(),
                "weight": rng.random(n).tolist(),
            },
            {},
        ),
        "weighted regression": lambda: (
            {"truth": rng.gamma(2, 9, n).tolist(), "prediction": rng.gamma(2, 9, n).tolist(),
             "weight": rng.integers(0, 3, n).tolist()}, {"task": "regression"},
        ),
        "ranges": lambda: (
            {"truth": rng.normal(50, 9, n).tolist(), "lower": rng.normal(40, 3, n).tolist(),
             "upper": rng.normal(60, 3, n).tolist()}, {"task": "regression"},
        ),
        "texts": lambda: (
            {part: rng.choice(TEXTS, n).tolist() for part in ("truth", "prediction")}, {"task": "text"},
        ),
    }  # fmt: skip
    columns, options = made[kind]()
    return columns, options


def kept(promise: str, kind: str, n: int, seed: int) -> None:
    """Check one promise on cases of a kind."""
    columns, options = cases(kind, n, seed)
    if promise.startswith("compared") and not {"prediction", "score"} & set(columns):
        return
    PROMISES[promise](columns, options)


def judged(columns: Columns, options: Mapping[str, object], **more: object) -> Evaluation:
    """Evaluate columns that lie in memory."""
    result = assay.evaluate(**columns, **{**options, **more})  # type: ignore[arg-type]
    look(result)
    return result


def alike(ours: Evaluation, theirs: Evaluation, promise: str, intervals: bool = True) -> None:
    """Refuse two evaluations that differ by more than rounding."""
    demand(set(ours) == set(theirs), f"{promise}: other metrics, {sorted(set(ours) ^ set(theirs))[:3]}")
    for name in ours:
        for part in ("value", "low", "high") if intervals else ("value",):
            first, second = getattr(ours[name], part), getattr(theirs[name], part)
            close = math.isclose(first, second, rel_tol=CLOSE, abs_tol=CLOSE)
            demand(close or (math.isnan(first) and math.isnan(second)), f"{promise}: {part} of {name} ({ours.task})")


def any_order(columns: Columns, options: Mapping[str, object]) -> None:
    """Rows in another order give the same answer."""
    order = np.random.default_rng(1).permutation(len(columns["truth"]))
    turned = {name: [values[place] for place in order] for name, values in columns.items()}
    alike(judged(turned, options), judged(columns, options), "rows in another order")


def weights_of_one(columns: Columns, options: Mapping[str, object]) -> None:
    """Weights that are all 1 are no weights."""
    plain = {name: values for name, values in columns.items() if name != "weight"}
    ones: Columns = {**plain, "weight": [1.0] * len(plain["truth"])}
    alike(judged(ones, options), judged(plain, options), "weights of 1")


def doubled_rows(columns: Columns, options: Mapping[str, object]) -> None:
    """A weight of 2 gives the values that every row twice gives."""
    plain = {name: values for name, values in columns.items() if name != "weight"}
    twos: Columns = {**plain, "weight": [2.0] * len(plain["truth"])}
    rows = {name: values * 2 for name, values in plain.items()}
    weighted, doubled = judged(twos, options), judged(rows, options)
    both = set(weighted) & set(doubled) - DEBIASED
    for name in both:
        first, second = weighted[name].value, doubled[name].value
        close = math.isclose(first, second, rel_tol=CLOSE, abs_tol=CLOSE)
        demand(close or (math.isnan(first) and math.isnan(second)), f"weight 2 as doubled rows: {name}")


DEBIASED = {"calibration_error", "error_variance", "error_sd"}
"""Values from which what chance adds is taken away: chance knows how many cases there are, and weights do not say."""


def streamed(columns: Columns, options: Mapping[str, object]) -> None:
    """A stream gives the values that memory gives."""
    names = {name: name for name in columns}
    frame = pl.DataFrame(columns)
    held = assay.evaluate(**names, data=frame, **options)  # type: ignore[arg-type]
    flowing = assay.evaluate(**names, data=frame.lazy(), **options)  # type: ignore[arg-type]
    look(flowing)
    both = [name for name in held if name in flowing]
    for name in both:
        first, second = held[name].value, flowing[name].value
        close = math.isclose(first, second, rel_tol=CLOSE, abs_tol=CLOSE)
        demand(close or (math.isnan(first) and math.isnan(second)), f"stream as memory: {name}")


def from_a_file(columns: Columns, options: Mapping[str, object]) -> None:
    """A file of any kind gives what its frame gives."""
    frame, names = pl.DataFrame(columns), {name: name for name in columns}
    frame.write_parquet("cases.parquet")
    frame.write_csv("cases.csv")
    frame.write_ndjson("cases.jsonl")
    results = [
        assay.evaluate(**names, data=path, **options)  # type: ignore[arg-type]
        for path in ("cases.parquet", "cases.csv", "cases.jsonl")
    ]
    for result in results[1:]:
        alike(result, results[0], "csv and jsonl as parquet")


def parts_merged(columns: Columns, options: Mapping[str, object]) -> None:
    """Parts that are merged give the values of the whole."""
    cut = len(columns["truth"]) // 2
    halves = [{name: values[part] for name, values in columns.items()} for part in (slice(cut), slice(cut, None))]
    labels = {"labels": [*"abc"]} if "a" in columns["truth"] else {}
    whole = assay.evaluate(**columns, **options, **labels)  # type: ignore[arg-type]
    merged = assay.merge([assay.evaluate(**half, **options, **labels) for half in halves])  # type: ignore[arg-type]
    look(merged)
    same_values(whole, merged, "parts as the whole")


def same_values(whole: Evaluation, other: Evaluation, promise: str) -> None:
    """Refuse an evaluation that lacks a value of another, or has another one."""
    for name in whole:
        first, second = whole[name].value, other[name].value if name in other else math.nan
        close = math.isclose(first, second, rel_tol=CLOSE, abs_tol=CLOSE)
        demand(close or (math.isnan(first) and math.isnan(second)), f"{promise}: {name}")


def nested_levels(columns: Columns, options: Mapping[str, object]) -> None:
    """A lower level gives a narrower interval, inside that of a higher one."""
    inner, outer = (judged(columns, options, level=level) for level in (0.8, 0.95))
    for name in inner:
        low, high = inner[name].low, inner[name].high
        if not (math.isnan(low) or math.isnan(outer[name].low)):
            slack = CLOSE * max(1.0, abs(inner[name].value))
            inside = outer[name].low <= low + slack and high <= outer[name].high + slack
            demand(inside, f"levels nested: {name}, {inner[name].method}")


def twice(columns: Columns, options: Mapping[str, object]) -> None:
    """The same call gives the same document."""
    demand(judged(columns, options).to_json() == judged(columns, options).to_json(), "the same call, the same answer")


def saved_and_loaded(columns: Columns, options: Mapping[str, object]) -> None:
    """A result comes back from its file as it was, and shows itself in every form."""
    result = judged(columns, options)
    look(result, "saved", "page", "markdown", "latex", "frame", "prose")
    demand(Path.cwd().exists(), "the folder is still there")


PROMISES: Mapping[str, Callable[[Columns, Mapping[str, object]], None]] = {
    "any_order": any_order, "weights_of_one": weights_of_one, "doubled_rows": doubled_rows, "streamed": streamed,
    "from_a_file": from_a_file, "parts_merged": parts_merged, "nested_levels": nested_levels, "twice": twice,
    "saved_and_loaded": saved_and_loaded, "in_another_process": in_another_process, "with_two_jobs": with_two_jobs,
    "batch_by_batch": batch_by_batch, "against_itself": against_itself,
    "compared_in_any_order": comparing.in_any_order, "compared_with_weights_of_one": comparing.with_weights_of_one,
    "compared_in_every_metric": comparing.in_every_metric,
    "compared_from_a_file": comparing.from_a_file,
    "weights_in_another_unit": slicing.weights_in_another_unit,
    "slices_are_their_cases": slicing.slices_are_their_cases,
    "in_another_unit": units.in_another_unit,
}  # fmt: skip
"""Every promise by its name."""

SLOW = {"in_another_process": 0.2, "with_two_jobs": 0.5}
"""How much rarer promises are kept that start a process or fit models."""

SIZES = (1, 2, 4, 7, 12, 25, 60, 150)


def promise_trial(rng: np.random.Generator) -> Trial:
    """Return a trial of one promise on cases of one kind."""
    often = np.array([SLOW.get(promise, 1.0) for promise in PROMISES])
    promise, kind = str(rng.choice(list(PROMISES), p=often / often.sum())), str(rng.choice(KINDS))
    given = (repr(promise), repr(kind), str(rng.choice(SIZES)), str(rng.integers(1000)))
    return Trial("kept", tuple(("", text) for text in given), needed=4, around="{}")
