"""A request over several tables turned into one over a single table, joined by key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assay.engines.stream import MOST_KEPT
from assay.errors import joins as errors
from assay.inputs.joins import Sides, named_sides
from assay.inputs.joins_elsewhere import SidesElsewhere, live_elsewhere
from assay.results.note import Note
from assay.tasks.requests import Request, name_of_files

SHARED = ("truth", "weight", "group", "by", "lower", "upper")
"""What all models share: it may stand in several tables, where it must be the same."""
ANSWERS = ("prediction", "score")


@dataclass(frozen=True, eq=False)
class _Columns:
    """Which columns are taken from which side, by the name they get in the joined table."""

    sides: Sides | SidesElsewhere
    wanted: dict[str, dict[str, str]] = field(default_factory=dict)
    checks: list[tuple[str, str, str]] = field(default_factory=list)

    def take(self, name: str, side: str | None = None, shown: str | None = None) -> str:
        """Take a column from a side, from the only one that has it unless said."""
        if side is None:
            holding = self.sides.holding(name)
            if not holding:
                every = [column for frame in self.sides.frames for column in self.sides.columns(frame)]
                raise errors.column_nowhere(name, list(self.sides.frames), list(dict.fromkeys(every)))
            if len(holding) > 1:
                raise errors.column_in_several(name, holding)
            side = holding[0]
        self.wanted.setdefault(side, {})[shown or name] = name
        return shown or name

    def shared(self, name: str) -> str:
        """Take a column that several sides may have, from the first; the others are compared with it."""
        holding = self.sides.holding(name)
        if len(holding) < 2 or name in self.sides.keys:
            return name if name in self.sides.keys else self.take(name)
        for other in holding[1:]:
            self.checks.append((name, holding[0], other))
            self.take(name, other, f"{name} of {other}")
        return self.take(name, holding[0])


def joined(request: Request) -> tuple[Request, tuple[Note, ...]]:
    """Return the request over one table, and what was dropped to make it."""
    tables = named_sides(request.data)
    if tables is None:
        raise errors.nothing_to_join(request.data)
    keys = (request.on,) if isinstance(request.on, str) else tuple(str(key) for key in request.on or ())
    columns = _Columns((SidesElsewhere if live_elsewhere(tables) else Sides).of(tables, keys))
    own = isinstance(request.data, Mapping)
    changed: dict[str, Any] = {}
    for part in SHARED:
        value = getattr(request, part)
        if value is not None:
            changed[part] = _renamed(value, part, columns, own)
    for part in ANSWERS:
        value = getattr(request, part)
        if value is not None:
            changed[part] = _answers(value, part, columns, own, request.several)
    for side in columns.sides.frames:
        columns.wanted.setdefault(side, {})
    matched = columns.sides.match(request.missing)
    frame = columns.sides.join(columns.wanted)
    for name, first, second in columns.checks:
        example = columns.sides.first_difference(frame, name, f"{name} of {second}")
        if example is not None:
            raise errors.truths_differ(name, keys[0], example, first, second)
    data = columns.sides.ready(frame, matched.rows <= MOST_KEPT)
    called = name_of_files(tuple(request.data.values()) if isinstance(request.data, Mapping) else request.data)
    made = replace(request, data=data, on=None, called=called, **changed)
    return made, tuple(_notes(matched.dropped, matched.rows))


def _notes(dropped: list[str], rows: int) -> Iterator[Note]:
    if dropped:
        message = f"Judged are the {rows:,} cases that all tables hold; left out: {', '.join(dropped)}."
        yield Note("keys-dropped", message)


def _renamed(value: object, part: str, columns: _Columns, own: bool) -> object:
    take = columns.shared if own else _one(columns)
    if isinstance(value, str):
        return take(value)
    if isinstance(value, Mapping):
        for name, inner in value.items():
            take(inner if isinstance(inner, str) else str(name))
        return value
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return [take(str(name)) for name in value]
    raise errors.values_with_keys(part)


def _one(columns: _Columns) -> Callable[[str], str]:
    def take(name: str) -> str:
        return name if name in columns.sides.keys else columns.take(name)

    return take


def _answers(value: object, part: str, columns: _Columns, own: bool, several: bool) -> object:
    """Take the columns that models answered in; with a table per model, one name stands for all of them."""
    if several and own and isinstance(value, str):
        models = columns.sides.holding(value)
        return {model: columns.take(value, model, f"{model}: {value}") for model in models}
    if several and own and isinstance(value, Mapping):
        return {
            model: columns.take(str(name), str(model), f"{model}: {name}")
            if str(model) in columns.sides.frames and name in columns.sides.columns(str(model))
            else columns.take(str(name))
            for model, name in value.items()
        }
    if isinstance(value, Mapping):
        for name in value.values():
            for column in [name] if isinstance(name, str) else name:
                columns.take(str(column))
        return value
    if isinstance(value, str):
        return columns.take(value)
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return [columns.take(str(name)) for name in value]
    raise errors.values_with_keys(part)
