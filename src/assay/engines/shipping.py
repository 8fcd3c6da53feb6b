"""What travels between machines: a step on its way to the rows, and summaries, never rows, on their way back.

What a worker refuses comes back as the
refusal itself, so that the caller reads the same message wherever the rows are.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Protocol, Self, TypeVar, runtime_checkable

from assay.engines.by_value import pickled
from assay.engines.protocol import Mergeable, Step, Summary, merged
from assay.errors import AssayError
from assay.errors import columns as errors
from assay.inputs.batches import Batch

LARGEST = 8 * 2**20
"""Bytes of a summary that may travel: those of many partitions are merged where they are made, in little memory."""

SMALL = 2**16
"""Bytes up to which squeezing them saves nothing that one would notice."""

PLAIN, SQUEEZED = b"p", b"z"
Made = TypeVar("Made", bound=Mergeable)


@runtime_checkable
class Slim(Protocol):
    """A summary that grows with the cases up to some size, and has a bounded form to travel in."""

    def slim(self) -> Self:
        """Return the same summary, bounded."""


def ship(step: Step[Summary], engine: str) -> bytes:
    """Return a step as bytes, for `reduced` to run elsewhere; `engine` is for messages."""
    return pickled((step, engine))


def reduced(shipped: bytes, batches: Iterable[Batch]) -> bytes:
    """Return the summary of some batches as bytes."""
    step, engine = pickle.loads(shipped)  # noqa: S301 - made by this very call
    return _packed(lambda: merged(step(batch) for batch in batches), engine)


def joined(parts: Iterable[bytes], engine: str) -> bytes:
    """Return the summary of what several parts were reduced to, as bytes."""
    return _packed(lambda: merged(opened(part) for part in parts), engine)


def opened(part: bytes) -> Mergeable | None:
    """Return the summary that bytes hold, or raise what was refused where they were made."""
    content = part[1:] if part[:1] == PLAIN else zlib.decompress(part[1:])
    loaded: tuple[AssayError | None, Mergeable | None] = pickle.loads(content)  # noqa: S301 - made by this very call
    refusal, summary = loaded
    if refusal is not None:
        raise refusal
    return summary


def _packed(make: Callable[[], Mergeable | None], engine: str) -> bytes:
    try:
        summary = make()
        part = _squeezed((None, None if summary is None else slim(summary)))
        if len(part) > LARGEST:
            raise errors.rows_elsewhere(engine)
    except AssayError as refusal:
        part = _squeezed((refusal, None))
    return part


def _squeezed(content: tuple[AssayError | None, Mergeable | None]) -> bytes:
    plain = pickled(content)
    return PLAIN + plain if len(plain) <= SMALL else SQUEEZED + zlib.compress(plain, level=1)


def slim(summary: Made) -> Made:
    """Return a summary as it may travel: it, or each of its parts, in the bounded form that it has for that."""
    if isinstance(summary, Slim):
        return summary.slim()
    if not is_dataclass(summary):
        return summary
    parts = {part.name: getattr(summary, part.name) for part in fields(summary)}
    slimmed = {name: part.slim() for name, part in parts.items() if isinstance(part, Slim)}
    return replace(summary, **slimmed) if slimmed else summary
