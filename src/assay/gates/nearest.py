"""The requirement that a wrong text most likely stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from assay.errors.tree import nearest_name
from assay.gates.tokens import Kind, tokens
from assay.metrics.cards import aliases, by_name

SPELLINGS = (
    (r"\s*(?:=>|≥|\bat least\b|\bno less than\b|\bgreater than or equal to\b)\s*", " >= "),
    (r"\s*(?:=<|≤|\bat most\b|\bno more than\b|\bless than or equal to\b)\s*", " <= "),
    (r"\s*(?:>>|\bgreater than\b|\babove\b|\bover\b)\s*", " > "),
    (r"\s*(?:<<|\bless than\b|\bbelow\b|\bunder\b)\s*", " < "),
    (r"\s*(?:==|(?<![<>=!])=(?!=)|\bis\b|\bequals\b)\s*(?=[\d.])", " >= "),
    (r"(\d),(\d)", r"\1.\2"),
    (r"\bnot worse\b", "no worse"),
    (r"\bfor (?:every|each|all)\b|\bin (?:each|all)\b|\bper\b|\bby every\b", "in every"),
    (r"\bin (?!every\b)(?=[\w'\"]+\s*$)(?<=\d in )", "in every "),
    (r"\bbetter (?:then|as|to)\b|\bbetter (?!than\b)", "better than "),
    (r"\bworse (?:then|as|to)\b|\bworse (?!than\b)", "worse than "),
    (r"\bon\b", "in"),
    (r"  +", " "),
)
"""What people write, and what is written here."""


def nearest_text(text: str, readable: Callable[[str], bool]) -> str | None:
    """Return a requirement that reads, made of the text by as few changes as will do; None if none comes near."""
    return next((attempt for attempt in _attempts(text) if attempt != text and readable(attempt)), None)


def _attempts(text: str) -> Iterator[str]:
    """Return the text with one change after another."""
    yield _with_metric(text)
    respelt = text
    for wrong, right in SPELLINGS:
        respelt = re.sub(wrong, right, respelt)
    yield respelt
    yield _with_metric(respelt)
    known = _with_metric(respelt)
    yield re.sub(r"^(\S+)\s+([-+]?[\d.]+%?)", r"\1 >= \2", known)
    yield re.sub(r"(no worse than \S+) in (\S+)", r"\1 by 0.01 in \2", known)
    yield re.sub(r"(better than \S+)$", r"\1 in recall", known)
    yield re.sub(r"[^\w\s<>=.%()'\"+-]+\s*$", "", known)


def _with_metric(text: str) -> str:
    """Write a misspelt metric as the nearest one: what stands before a sign or "of", or after "in"."""
    known = [*by_name(), *aliases()]
    pieces = tokens(text)
    for place, piece in enumerate(pieces):
        if piece.kind is not Kind.WORD or not _where_metrics_stand(place, [word.text for word in pieces]):
            continue
        head, bracket, rest = piece.text.removesuffix(".value").partition("(")
        if head.casefold() in known:
            continue
        likely = nearest_name(head, known)
        if likely is not None:
            tail = ".value" if piece.text.endswith(".value") else ""
            return f"{text[: piece.start]}{likely}{bracket}{rest}{tail}{text[piece.end :]}"
    return text


def _where_metrics_stand(place: int, words: list[str]) -> bool:
    if place == 0:
        return not {"no", "better", "within"} & set(words[1:3])
    return words[place - 1] == "in" and words[place] != "every"
