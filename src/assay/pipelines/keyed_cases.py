"""Cases by the key that names them: read for a file that is to hold them, and joined with those of a later result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assay.errors import cases as errors
from assay.errors import joins as join_errors
from assay.inputs.joins import Sides, named_sides
from assay.metrics.cards import Card
from assay.pipelines.keeping import Kept
from assay.results.cases import KeyedCases
from assay.results.evaluation import Evaluation
from assay.tasks.requests import Request

if TYPE_CHECKING:
    import polars as pl

MOST = 1_000_000
"""More cases would make a file of some hundred megabytes."""

SIDE = "the data"
SHARED = ("weight", "group", "by")
ALIKE = frozenset({"truth", "data", "prediction", "score", "positive", "labels", "threshold", "task", "weight", "group",
                   "by", "missing", "level", "seed", "metrics"})  # fmt: skip
"""Arguments that a comparison with a baseline takes over."""


def keyed_cases(result: object, key: object, smallest: int) -> KeyedCases:
    """Return the cases of a result by the columns of a key, or say why a file cannot hold them."""
    if smallest > 1:
        raise errors.key_beside_smallest(smallest)
    names = (key,) if isinstance(key, str) else tuple(key) if isinstance(key, list | tuple) else ()
    if not names or not all(isinstance(name, str) for name in names):
        raise join_errors.bad_key(key)
    if not isinstance(result, Evaluation):
        raise errors.no_keyed_cases()
    if result.keyed is not None and result.keyed.key == names:
        return result.keyed
    if result.behind is None:
        raise errors.no_keyed_cases()
    return result.behind.keyed(names)


def read_keyed(request: Request, key: Sequence[str]) -> KeyedCases:
    """Read truth and answers of every case by its key."""
    answers = answer_columns(request)
    if (
        request.data is None
        or named_sides(request.data) is not None
        or not isinstance(request.truth, str)
        or not answers
    ):
        raise errors.no_keyed_cases()
    named = {f"answer {place}": column for place, column in enumerate(answers)}
    frame = read_columns(request.data, key, {"what is so": request.truth, **named})
    if frame.height > MOST:
        raise errors.too_many_keyed(frame.height, MOST)
    return KeyedCases(
        tuple(key),
        tuple(tuple(frame[name].to_list()) for name in key),
        tuple(frame["what is so"].to_list()),
        "prediction" if request.score is None else "score",
        tuple(tuple(frame[name].to_list()) for name in named),
        _classes(request),
    )


def read_columns(data: object, key: Sequence[str], columns: Mapping[str, str]) -> pl.DataFrame:
    """Return columns by the names that they get, beside the key as text; every case has a key of its own."""
    import polars as pl

    sides = Sides.of({SIDE: data}, tuple(key))
    for name in columns.values():
        if name not in sides.columns(SIDE):
            raise join_errors.column_nowhere(name, [SIDE], sides.columns(SIDE))
    sides.match("error")
    return sides.collected(sides.join({SIDE: columns})).with_columns(pl.col(name).cast(pl.String) for name in key)


def answer_columns(request: Request) -> list[str]:
    """Return the columns in which one model answers; none where they are no names of columns."""
    given = request.prediction if request.score is None else request.score
    listed = list(given.values()) if isinstance(given, Mapping) else given if isinstance(given, list) else [given]
    return [str(name) for name in listed] if all(isinstance(name, str) for name in listed) else []


def _classes(request: Request) -> tuple[object, ...] | None:
    return tuple(request.score) if isinstance(request.score, Mapping) else None


def request_of(result: Evaluation) -> Request | None:
    """Return what a result was asked, None where nothing says so any more."""
    asked = getattr(result.behind, "request", None)
    if isinstance(asked, Request):
        return asked
    return result.origin.request if isinstance(result.origin, Kept) else None


class UnpairableError(Exception):
    """Why two results cannot be compared case by case, in words for a note."""


def paired_request(new: Evaluation, baseline: Evaluation, names: tuple[str, str], cards: tuple[Card, ...]) -> Request:
    """Return the request that compares a result with its baseline on the cases of both, or say why there is none."""
    import polars as pl

    earlier = baseline.keyed
    if earlier is None:
        raise UnpairableError("a saved result holds no cases, unless they were kept by their key (--key)")
    request = request_of(new)
    if request is None:
        raise UnpairableError("the new result does not say any more how it was judged")
    if new.choices.threshold != baseline.choices.threshold:
        raise UnpairableError("their scores were cut at different thresholds")
    cases, frame = _new_cases(new, request, earlier)
    _check_same(cases, earlier)
    columns = {f"{names[1]} {place}": answers for place, answers in enumerate(earlier.answers)}
    before = pl.DataFrame({**dict(zip(earlier.key, earlier.keys, strict=True)), **columns}, strict=False)
    own = {f"{names[0]} {place}": answers for place, answers in enumerate(cases.answers)}
    after = pl.DataFrame(
        {**dict(zip(cases.key, cases.keys, strict=True)), "what is so": cases.truth, **own}, strict=False
    )
    data = after.join(before, on=list(earlier.key), maintain_order="left")
    if frame is not None:
        data = data.join(frame, on=list(earlier.key), maintain_order="left")
    answers = {name: _answers(name, cases) for name in names}
    nothing: dict[str, Any] = dict.fromkeys(("counts", "rows", "on", "lower", "upper", "coverage", "boxes",
                                             "blocks", "prediction", "score", "method"))  # fmt: skip
    given = (request.given & {*ALIKE, "costs"}) | {"truth", "data", cases.answered, "metrics"}
    shared = {part: getattr(request, part) if frame is not None else None for part in SHARED}
    made = {**nothing, **shared, cases.answered: answers}
    return replace(request, truth="what is so", data=data, metrics=cards, asked=True, several=True, given=given,
                   called=new.source, **made)  # fmt: skip


def _new_cases(new: Evaluation, request: Request, earlier: KeyedCases) -> tuple[KeyedCases, pl.DataFrame | None]:
    """Return the cases of the new result, with the columns of weights, groups and slices by the same key."""
    if new.keyed is not None and new.keyed.key == earlier.key:
        return new.keyed, None
    if request.blocks is not None:
        raise UnpairableError("consecutive cases make one unit here")
    try:
        cases = read_keyed(request, earlier.key)
        names = {name: name for name in _named(request)}
        return cases, read_columns(request.data, earlier.key, names) if names else None
    except ValueError as problem:
        key = " and ".join(earlier.key)
        raise UnpairableError(
            f"the new data do not name their cases by {key} ({str(problem).split('. ')[0]})"
        ) from None


def _named(request: Request) -> Iterator[str]:
    """Return the columns of weights, groups and slices."""
    for part in SHARED:
        value = getattr(request, part)
        if isinstance(value, Mapping):
            yield from (inner if isinstance(inner, str) else str(name) for name, inner in value.items())
        elif value is not None:
            yield from (str(name) for name in (value if isinstance(value, list) else [value]))


def _check_same(cases: KeyedCases, earlier: KeyedCases) -> None:
    """Say why cases are not the same: other keys, another truth, other answers."""
    now, before = cases.truths(), earlier.truths()
    shared = now.keys() & before.keys()
    if len(shared) < max(len(now), len(before)):
        raise UnpairableError(f"they share {len(shared):,} of {len(now):,} and {len(before):,} cases")
    differing = sum(str(now[key]) != str(before[key]) for key in shared)
    if differing:
        raise UnpairableError(f"what is so differs on {differing:,} of the {len(shared):,} cases that they share")
    kinds = [(kept.answered, len(kept.answers), kept.classes) for kept in (cases, earlier)]
    if kinds[0] != kinds[1]:
        raise UnpairableError(f"one was judged by {earlier.answered}, the other by {cases.answered}, of other columns")


def _answers(name: str, cases: KeyedCases) -> object:
    columns = [f"{name} {place}" for place in range(len(cases.answers))]
    if cases.classes is not None:
        return dict(zip(cases.classes, columns, strict=True))
    return columns[0] if len(columns) == 1 else columns
