"""Metric cards for reading: one in full, or all of them in a list."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from assay.metrics.cards import Card
from assay.results.numbers import number

WIDTH = 80
"""The columns of a usual terminal."""


def card_data(card: Card) -> dict[str, object]:
    """Return a card as plain values."""
    return {
        "name": card.name,
        "label": card.label,
        "aliases": list(card.aliases),
        "formula": card.formula,
        "bounds": list(card.bounds),
        "better": card.better,
        "undefined": card.undefined.format(positive="positive"),
        "parameters": list(card.needs) or list(card.parameters),
        "description": card.description,
        "beware": card.beware,
        "reference": card.reference,
    }


def card_text(card: Card) -> str:
    """Return a card as a short page."""
    lowest, highest = (number(end, 0) for end in card.bounds)
    facts = {
        "formula": card.formula,
        "range": f"{lowest} to {highest}, {_better(card)}",
        "undefined": f"when {card.undefined.format(positive='positive')}",
        "also called": ", ".join(card.aliases),
        "parameters": ", ".join(card.needs),
        "beware": card.beware or "",
        "reference": card.reference or "",
    }
    parts = [f"{card.label} ({card.name})", "", _wrapped(card.description), ""]
    for name, fact in facts.items():
        if fact:
            parts.append(textwrap.fill(fact, WIDTH, initial_indent=f"{name:<13}", subsequent_indent=" " * 13))
    return "\n".join(parts)


def catalogue_text(cards: Iterable[Card]) -> str:
    """Return one line per metric, its averages named beside it, followed by its other names."""
    lines = []
    listed = list(cards)
    for card in listed:
        if card.average is not None:
            continue
        averages = [other.average for other in listed if other.averaged is card and other.average]
        extra = f" (also _{', _'.join(averages)})" if averages else ""
        lines.append(f"{card.name}{extra}")
        lines.append(textwrap.indent(_wrapped(_first_sentence(card), WIDTH - 4), "    "))
        if card.aliases:
            lines.append(
                textwrap.fill(f"= {', '.join(card.aliases)}", WIDTH, initial_indent="    ", subsequent_indent="      ")
            )
    lines += ["", "assay metrics NAME explains one of them."]
    return "\n".join(lines)


def _first_sentence(card: Card) -> str:
    return card.description.split("\n")[0]


def _better(card: Card) -> str:
    return "neither end is better" if card.better == "neither" else f"{card.better} is better"


def _wrapped(text: str, width: int = WIDTH) -> str:
    return "\n".join(textwrap.fill(line, width) if line else "" for line in text.split("\n"))
