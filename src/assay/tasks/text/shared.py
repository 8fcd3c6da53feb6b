"""Work that several systems share: models that turn texts into vectors, references cut into tokens."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from assay.counting.answers import NORMALISATIONS
from assay.counting.encoder import Encoder, make_encoder
from assay.counting.ngrams import Tokenised
from assay.counting.tokens import tokenise
from assay.errors import encoders as errors
from assay.inputs.encoder_files import EncoderFiles, read_encoder
from assay.inputs.texts import Texts
from assay.summaries.segments import SegmentScores


class Normalised(NamedTuple):
    """The texts of a system, written in one way."""

    candidates: list[str]
    references: list[list[str]]


@dataclass(eq=False)
class Shared:
    """What systems that are compared share: encoders with what they have encoded, references cut into tokens."""

    read: dict[str, EncoderFiles] = field(default_factory=dict)
    ready: dict[tuple[str, object, object], Encoder] = field(default_factory=dict)
    cut: dict[tuple[int, str, bool], list[list[list[str]]]] = field(default_factory=dict)
    last: Texts | None = None
    pieces: dict[tuple[str, bool], list[Tokenised]] = field(default_factory=dict)
    written: dict[str, Normalised] = field(default_factory=dict)

    def blocks(self, texts: Texts, how: tuple[str, bool], cut: Callable[[], list[Tokenised]]) -> list[Tokenised]:
        """Return the tokens of the texts of a system, block by block; those of the last system are remembered."""
        self._turn_to(texts)
        if how not in self.pieces:
            self.pieces[how] = cut()
        return self.pieces[how]

    def normalised(self, texts: Texts, how: str) -> Normalised:
        """Return the texts of a system after a normalisation; those of the last system are remembered."""
        self._turn_to(texts)
        if how not in self.written:
            normalise = NORMALISATIONS[how]
            candidates = list(map(normalise, texts.candidates))
            self.written[how] = Normalised(candidates, [list(map(normalise, listed)) for listed in texts.references])
        return self.written[how]

    def _turn_to(self, texts: Texts) -> None:
        """Forget what was made of another system."""
        if self.last is not texts:
            self.last, self.pieces, self.written = texts, {}, {}

    def forget_tokens(self) -> None:
        """Let go of the pieces of all texts, which are many small things and can be made again."""
        self.last, self.pieces, self.written, self.cut = None, {}, {}, {}

    def __reduce__(self) -> tuple[type[Shared], tuple[()]]:
        """Leave models and tokens behind when a result is stored: both can be made again."""
        return Shared, ()

    def tokens(self, references: Sequence[Sequence[str]], how: str, lowercase: bool) -> list[list[list[str]]]:
        """Return the tokens of all references of every segment."""
        key = (id(references), how, lowercase)
        if key not in self.cut:
            flat = iter(tokenise([reference for listed in references for reference in listed], how, lowercase))
            self.cut[key] = [[next(flat) for _ in listed] for listed in references]
        return self.cut[key]

    def made(self, model: object, layer: object, special: object) -> Encoder:
        """Return the encoder of a model at a layer."""
        name = str(model)
        if name not in self.read:
            self.read[name] = read_encoder(name)
        key = (name, layer, special)
        if key not in self.ready:
            self.ready[key] = make_encoder(self.read[name], layer, special)
        return self.ready[key]

    @property
    def shortened(self) -> int:
        """How many texts were too long for a model."""
        return max((len(encoder.cut) for encoder in self.ready.values()), default=0)


def rescaled(scores: SegmentScores, baseline: object, layer: int) -> SegmentScores:
    """Put 0 where unrelated texts score: (x - b) / (1 - b)."""
    if baseline is None:
        return scores
    b = baselines(baseline, layer)
    return SegmentScores.of((scores.rows[:, :3] - b) / (1 - b))


def baselines(baseline: object, layer: int) -> np.ndarray:
    """Return the baselines of precision, recall and F1: one number for all, or the row of a layer in a file."""
    try:
        numbers = [float(str(baseline))] * 3
    except ValueError:
        numbers = _of_file(Path(str(baseline)), layer)
    if len(numbers) != 3 or not all(math.isfinite(number) and number < 1 for number in numbers):
        raise errors.bad_baseline(baseline)
    return np.array(numbers)


def _of_file(path: Path, layer: int) -> list[float]:
    """Read a table as bert-score keeps them: LAYER, P, R, F, separated by commas or tabs."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        rows = [line.replace("\t", ",").split(",") for line in lines[1:] if line.strip()]
        return next([float(cell) for cell in row[1:]] for row in rows if int(row[0]) == layer)
    except (OSError, ValueError, StopIteration) as problem:
        raise errors.bad_baseline(str(path)) from problem
