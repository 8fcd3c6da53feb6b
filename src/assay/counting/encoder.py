"""Texts to token vectors: cut into tokens, encoded in batches of like length, each distinct text once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.counting.encoder_layers import Blueprint, NumpyLayers, blueprint
from assay.errors import encoders as errors
from assay.inputs.encoder_files import EncoderFiles

BATCH_TOKENS = 4096
"""Eight texts of the usual limit of 512 tokens. A taste."""

KEPT_NUMBERS = 50_000_000
"""Numbers of vectors that are kept (200 MB), so that references are not encoded again for every system."""
OUT, MATCHED, COUNTED = "out", "matched", "counted"

Tick = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class TokenVectors:
    """The vectors of one text's tokens, of length 1, the tokens' numbers, and which of them are special."""

    table: NDArray[np.float32]
    tokens: NDArray[np.int64]
    special: NDArray[np.bool_]


@dataclass(eq=False)
class Encoder:
    """A model ready to encode; remembers what it has encoded, as far as there is room."""

    files: EncoderFiles
    plan: Blueprint
    run: Callable[..., Any]
    engine: str
    layer: int
    special: str
    kept: dict[str, TokenVectors] = field(default_factory=dict)
    cut: set[str] = field(default_factory=set)
    room: int = KEPT_NUMBERS

    @property
    def longest(self) -> int:
        """How many tokens of a text are read, its special ones included."""
        return self.plan.longest

    def encode(self, texts: Sequence[str], tick: Tick) -> dict[str, TokenVectors]:
        """Return the vectors of every distinct text."""
        wanted = list(dict.fromkeys(texts))
        vectors_of = {text: self.kept[text] for text in wanted if text in self.kept}
        for text, vectors in self._encoded([text for text in wanted if text not in vectors_of]):
            vectors_of[text] = vectors
            if self.room >= vectors.table.size:
                self.kept[text] = vectors
                self.room -= vectors.table.size
            tick(1)
        return vectors_of

    def token_numbers(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the numbers of the tokens of texts, special ones included."""
        return [self._shortened(text, cut)[0] for text, cut in self._cut(texts)]

    def _cut(self, texts: Sequence[str]) -> Iterator[tuple[str, Any]]:
        return zip(texts, self.files.tokeniser.encode_batch(list(texts)), strict=True)

    def _shortened(self, text: str, cut: Any) -> tuple[list[int], list[int]]:
        """Return tokens and which are special; of a text that is too long the tokens in the middle stay out."""
        numbers, special = cut.ids, cut.special_tokens_mask
        if len(numbers) <= self.longest:
            return numbers, special
        self.cut.add(text)
        after = next((place for place in range(len(special)) if not special[-1 - place]), 0)
        keep = self.longest - after
        tail = slice(len(numbers) - after, None)
        return numbers[:keep] + numbers[tail], special[:keep] + special[tail]

    def _encoded(self, texts: Sequence[str]) -> Iterator[tuple[str, TokenVectors]]:
        cut = [(text, *self._shortened(text, pieces)) for text, pieces in self._cut(texts)]
        cut.sort(key=lambda pieces: len(pieces[1]))
        for batch in _batches(cut):
            width = max(len(numbers) for _, numbers, _ in batch)
            tokens = np.zeros((len(batch), width), dtype=np.int64)
            real = np.zeros(tokens.shape, dtype=bool)
            for place, (_, numbers, _) in enumerate(batch):
                tokens[place, : len(numbers)] = numbers
                real[place, : len(numbers)] = True
            vectors = self.run(tokens, real, self.layer) if width else np.zeros((len(batch), 0, 1), np.float32)
            for (text, numbers, special), table in zip(batch, vectors, strict=True):
                yield text, self._kept_tokens(table[: len(numbers)], np.array(numbers), np.array(special, dtype=bool))

    def _kept_tokens(self, table: Any, tokens: Any, special: Any) -> TokenVectors:
        if self.special == OUT:
            table, tokens, special = table[~special], tokens[~special], special[~special]
        length = np.linalg.norm(table, axis=-1, keepdims=True)
        return TokenVectors(np.asarray(table / np.where(length > 0, length, 1)), tokens.astype(np.int64), special)


def _batches(cut: list[tuple[str, list[int], list[int]]]) -> Iterator[list[tuple[str, list[int], list[int]]]]:
    """Yield texts of like length together, as many as make a batch of tokens."""
    batch: list[tuple[str, list[int], list[int]]] = []
    for text in cut:
        if batch and (len(batch) + 1) * len(text[1]) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch


def make_encoder(files: EncoderFiles, layer: object, special: object, engine: str | None = None) -> Encoder:
    """Return the encoder of a model, in torch where it is installed, in numpy otherwise."""
    if special not in (OUT, MATCHED, COUNTED):
        raise errors.unknown_special(special)
    plan = blueprint(files)
    last = len(plan.layers)
    if layer is not None and (not isinstance(layer, int) or isinstance(layer, bool) or not 0 <= layer <= last):
        raise errors.no_such_layer(layer, last)
    engine = engine or ("torch" if find_spec("torch") is not None else "numpy")
    run: Callable[..., Any] = NumpyLayers(plan)
    if engine == "torch":
        from assay.counting.torch_layers import TorchLayers

        run = TorchLayers(plan)
    return Encoder(files, plan, run, engine, last if layer is None else int(layer), str(special))
