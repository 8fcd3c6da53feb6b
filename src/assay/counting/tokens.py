"""Texts cut into tokens: on blanks, as sacrebleu does, or as ROUGE does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain

from assay.counting.translations import tokeniser

BLANKS, ROUGE = "none", "rouge"
BY_WORD = ("13a", "char")
"""Tokenisers that treat every word by itself, so that each distinct word is cut only once."""
MOST_WORDS = 2**18
"""Distinct words that are remembered, some tens of MB; the vocabulary of a test set is far smaller."""
NOT_IN_ROUGE = re.compile(r"[^a-z0-9]+")


def tokenise(texts: Iterable[str], how: str = BLANKS, lowercase: bool = False) -> list[list[str]]:
    """Return the tokens of every text.

    >>> tokenise(["Hello,  world."], "rouge"), tokenise(["Hello,  world."])
    ([['hello', 'world']], [['Hello,', 'world.']])
    """
    lines = [text.lower() for text in texts] if lowercase else list(texts)
    if how == BLANKS:
        return [line.split() for line in lines]
    if how == ROUGE:
        return [_as_rouge(line.lower()).split() for line in lines]
    words = _words(how)
    if how in BY_WORD:
        return _word_by_word(lines, words)
    return [words.cut(line.rstrip()).split() for line in lines]


def _as_rouge(line: str) -> str:
    """Put blanks for what ROUGE leaves out."""
    return line if words_alone(line) else NOT_IN_ROUGE.sub(" ", line)


def words_alone(text: str) -> bool:
    """Say whether a text is plain letters, figures and blanks, which is seen much quicker than any pattern looks.

    >>> words_alone("the cat 12"), words_alone("the cat's"), words_alone("ein Kätzchen")
    (True, False, False)
    """
    return text.isascii() and text.replace(" ", "").isalnum()


class _Words(dict[str, list[str]]):
    """The tokens of every word met so far."""

    def __init__(self, cut: Callable[[str], str]) -> None:
        self.cut = cut

    def __missing__(self, word: str) -> list[str]:
        if len(self) >= MOST_WORDS:
            self.clear()
        self[word] = self.cut(word).split()
        return self[word]


@lru_cache(maxsize=8)  # more tokenisers than any one run uses
def _words(how: str) -> _Words:
    return _Words(tokeniser(how))


def _word_by_word(lines: Sequence[str], words: _Words) -> list[list[str]]:
    """Cut every distinct word once; lines with breaks inside are cut whole, as a hyphen before a break joins words."""
    return [
        words.cut(line.rstrip()).split()
        if "\n" in line
        else list(chain.from_iterable(map(words.__getitem__, line.split())))
        for line in lines
    ]
