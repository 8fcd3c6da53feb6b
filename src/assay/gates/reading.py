"""Requirements read from text. The whole grammar is docs/gates.md; a wrong text is pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from assay.errors import MetricError
from assay.errors import gates as errors
from assay.gates.nearest import nearest_text
from assay.gates.requests import DifferenceRequest, GateRequest, LevelRequest, Relation, Side
from assay.gates.tokens import Kind, Token, tokens
from assay.metrics.find import find

SIGNS = {">=": Side.AT_LEAST, "≥": Side.AT_LEAST, ">": Side.ABOVE, "<=": Side.AT_MOST, "≤": Side.AT_MOST,
         "<": Side.BELOW}  # fmt: skip
A_SIGN = "A sign was expected here: >=, >, <= or <"
A_NUMBER = "A number was expected here, such as 0.8 or 80%"
A_NAME = "A name was expected here; put quotation marks around one of several words"
THE_END = "Nothing more was expected here"
VALUE = ".value"


def read_requirement(text: object) -> GateRequest:
    """Return what a requirement asks for.

    >>> read_requirement("recall >= 80% in every region").bound
    0.8
    """
    if not isinstance(text, str):
        raise errors.not_a_requirement(text)
    try:
        return Reading(text, tokens(text)).whole()
    except MisreadError as problem:
        likely = nearest_text(text, readable)
        raise errors.misread(text, problem.start, problem.end, problem.expected, likely) from None


def readable(text: str) -> bool:
    """Say whether a text is a requirement."""
    try:
        Reading(text, tokens(text)).whole()
    except MisreadError:
        return False
    return True


class MisreadError(Exception):
    """A place where something else was expected; `read_requirement` turns it into words."""

    def __init__(self, expected: str, start: int, end: int) -> None:
        super().__init__(expected)
        self.expected, self.start, self.end = expected, start, end


@dataclass
class Reading:
    """A requirement while it is read, piece by piece."""

    text: str
    pieces: list[Token]
    place: int = field(default=0)

    def whole(self) -> GateRequest:
        """Read all of it."""
        if not self.pieces:
            raise self.refused("A requirement was expected, not nothing")
        strange = next((piece for piece in self.pieces if piece.kind is Kind.STRANGE), None)
        if strange is not None:
            raise self.refused("This character means nothing here", strange)
        levelled = any(piece.kind is Kind.SIGN for piece in self.pieces)
        request: GateRequest = self.level() if levelled else self.difference()
        if self.next is not None:
            raise self.refused(THE_END)
        return request

    @property
    def next(self) -> Token | None:
        """The piece that is read next, None at the end."""
        return self.pieces[self.place] if self.place < len(self.pieces) else None

    def refused(self, expected: str, piece: Token | None = None) -> MisreadError:
        """Return the error that points at a piece, or at the one to be read next."""
        piece = piece or self.next
        start, end = (piece.start, piece.end) if piece else (len(self.text), len(self.text) + 1)
        return MisreadError(expected, start, end)

    def level(self) -> LevelRequest:
        """Read "recall of new >= 0.8 in every region"."""
        words = self.until(lambda piece: piece.kind is Kind.SIGN or piece.text == "of")
        metric, alone = self.metric(words)
        of = self.name() if self.took("of") else None
        sign = self.next
        if sign is None or sign.text not in SIGNS:
            raise self.refused(A_SIGN)
        self.place += 1
        return LevelRequest(self.text, metric, SIGNS[sign.text], self.number(), of, alone, self.every())

    def difference(self) -> DifferenceRequest:
        """Read "new no worse than old by 0.01 in recall"."""
        first = self.name()
        if self.took("no", "worse", "than"):
            second = self.name()
            relation, margin = Relation.NOT_WORSE, self.after("by")
        elif self.took("better", "than"):
            second = self.name()
            relation, margin = Relation.BETTER, self.number() if self.took("by") else 0.0
        elif self.took("within"):
            relation, margin = Relation.WITHIN, self.number()
            if not self.took("of"):
                raise self.refused("The word of was expected here, and the other model")
            second = self.name()
        else:
            raise self.refused("A sign (>=, >, <=, <) was expected here, or: no worse than, better than, within")
        if not self.took("in"):
            raise self.refused("The word in was expected here, and a metric")
        metric, alone = self.metric(self.until(lambda piece: piece.text == "in"))
        return DifferenceRequest(self.text, metric, first, second, relation, margin, alone, self.every())

    def after(self, word: str) -> float:
        """Read a word and the number that must follow it."""
        if not self.took(word):
            raise self.refused(f"The word {word} was expected here, and how much worse would still do")
        number = self.number()
        if number < 0:
            raise self.refused("A number of at least 0 was expected here", self.pieces[self.place - 1])
        return number

    def every(self) -> str | None:
        """Read "in every region", where it is there."""
        if not self.took("in"):
            return None
        if not self.took("every"):
            raise self.refused("The word every was expected here, and the column that makes the slices")
        return self.name()

    def metric(self, words: list[Token]) -> tuple[str, bool]:
        """Read the name of a metric, and whether its value alone is meant."""
        if not words:
            raise self.refused("A metric was expected here")
        text = " ".join(piece.plain for piece in words)
        alone = text.endswith(VALUE)
        text = text.removesuffix(VALUE)
        try:
            return find(text).name, alone
        except MetricError:
            joined = Token(Kind.WORD, text, words[0].start, words[-1].end)
            raise self.refused(f"There is no metric {text!r}; `assay metrics` lists them all", joined) from None

    def number(self) -> float:
        """Read a number, or a percentage."""
        piece = self.next
        if piece is None or piece.kind is not Kind.NUMBER:
            raise self.refused(A_NUMBER)
        self.place += 1
        plain = piece.text.rstrip("% ").replace("_", "")
        value = float(plain) / 100 if piece.text.endswith("%") else float(plain)
        if not math.isfinite(value):
            raise self.refused(A_NUMBER, piece)
        return value

    def name(self) -> str:
        """Read the name of a model, a class or a column."""
        piece = self.next
        if piece is None or piece.kind is Kind.SIGN:
            raise self.refused(A_NAME)
        self.place += 1
        return piece.plain

    def took(self, *words: str) -> bool:
        """Read words if they come next."""
        pieces = self.pieces[self.place : self.place + len(words)]
        if [piece.text.casefold() for piece in pieces] != list(words):
            return False
        self.place += len(words)
        return True

    def until(self, stop: Callable[[Token], bool]) -> list[Token]:
        """Read pieces up to one that stops."""
        start = self.place
        while self.next is not None and not stop(self.next):
            self.place += 1
        return self.pieces[start : self.place]
