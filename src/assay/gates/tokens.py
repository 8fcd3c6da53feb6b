"""The words, signs and numbers of a requirement, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

TOKEN = re.compile(
    r"""\s*(?:
    (?P<quoted>"[^"]*"|'[^']*')
    |(?P<sign>[<>=!≤≥]+)
    |(?P<number>[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s?%?)(?![\w.%])
    |(?P<word>[^\s<>=!≤≥"'()]+(?:\([^()]*\))?(?:\.value)?)
    |(?P<strange>\S)
    )""",
    re.VERBOSE,
)


class Kind(Enum):
    """What a piece of a requirement is."""

    QUOTED = "quoted"
    SIGN = "sign"
    NUMBER = "number"
    WORD = "word"
    STRANGE = "strange"


@dataclass(frozen=True)
class Token:
    """One piece of a requirement, and where it stands."""

    kind: Kind
    text: str
    start: int
    end: int

    @property
    def plain(self) -> str:
        """The text without quotation marks."""
        return self.text[1:-1] if self.kind is Kind.QUOTED else self.text


def tokens(text: str) -> list[Token]:
    """Split a requirement into its pieces.

    >>> [token.text for token in tokens("f_beta(beta=3).value >= 80 % in every 'age group'")]
    ['f_beta(beta=3).value', '>=', '80 %', 'in', 'every', "'age group'"]
    """
    pieces = []
    for match in TOKEN.finditer(text):
        name = str(match.lastgroup)
        pieces.append(Token(Kind(name), match[name].rstrip(), match.start(name), match.start(name) + len(match[name])))
    return pieces
