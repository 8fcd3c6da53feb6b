"""How metrics, methods and labels are called in tables."""

from __future__ import annotations

import math
import re

from assay.comparisons.verdicts import plain_metric
from assay.errors import MetricError
from assay.errors.tree import quote
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results import numbers
from assay.results.estimate import Estimate

FREE = (-math.inf, math.inf)
LONGEST_LABEL = 120
"""Letters of a label; only longer ones are cut. Tables break them into lines."""

METHOD_NAMES = {
    "wilson": "Wilson",
    "wilson+clopper-pearson": "Wilson/exact",
    "wilson+mid-p": "Wilson/mid-p",
    "dirichlet": "Dirichlet",
    "dirichlet+logit": "Dirichlet/logit",
    "none": "",
    "logit-delong": "logit DeLong",
    "logit-delong+newcombe": "DeLong/Newcombe",
    "newcombe": "Newcombe",
    "logit-influence": "logit, influence",
    "order statistics": "order stat.",
    "woodruff": "Woodruff",
    "log-t": "log t",
    "smoothed-bootstrap": "smoothed draws",
    "wilson-mover": "Wilson, MOVER",
    "inverted-test": "inverted test",
    "atanh-t": "atanh t",
    "images": "bootstrap over images",
    "segments": "bootstrap over segments",
}


CHOSEN_BEST = "best "
"""What the rule of a threshold begins with that is best in a metric, whose name follows."""


def rule_name(rule: str) -> str:
    """Name the rule that chose a threshold, with its metric as people write it.

    >>> rule_name("best f1"), rule_name("best accuracy"), rule_name("Youden")
    ('best F1', 'best accuracy', 'Youden')
    """
    metric = rule.removeprefix(CHOSEN_BEST)
    return rule if metric == rule else f"{CHOSEN_BEST}{plain_metric(card_of(metric).label)}"


def card_of(name: str) -> Card:
    """Return the card of a metric in a result, its parameters included in the name."""
    for text in (name, name.partition("(")[0]):
        try:
            return find(text)
        except MetricError:
            continue
    return Card(
        name=name, label=plain_label(name), function=float, reads=float, formula="", bounds=FREE, better="lower",
        undefined="", reading="{label} is {value} on average.", headline=True,
    )  # fmt: skip


def how(estimate: Estimate) -> str:
    """Name the method of an interval, for a proportion with its denominator."""
    base = estimate.method.partition(",")[0]
    name = METHOD_NAMES.get(base, base)
    if not estimate.defined:
        return ""
    if estimate.independent:
        name = f"{name}, n={numbers.count(estimate.n)}" if name else f"n={numbers.count(estimate.n)}"
    return name


def plain_label(label: object, most: int = LONGEST_LABEL) -> str:
    """Write a label as it is if that is safe to print, else quoted with its control characters shown."""
    text = str(label)
    text = text if text.isprintable() and text.strip() else quote(text)
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - 1 - tail]}…{text[-tail:]}"


def sentence(verdict: str) -> str:
    """End a verdict with a full stop; a model's name at its beginning is left as it is."""
    return f"{verdict.replace('no evidence', 'No evidence', 1) if verdict.startswith('no ') else verdict}."


def positive_word(label: object) -> str:
    """Write the positive label as a sentence takes it: a word without quotes, a flag in words.

    >>> positive_word("malignant"), positive_word(1), positive_word(True), positive_word("a, b")
    ('malignant', 'positive', 'positive', "'a, b'")
    """
    if isinstance(label, str):
        plain = label.strip() == label and all(part.isalnum() for part in re.split("[ _-]", label))
        return label if plain and not label.replace(".", "").isdigit() else quote(label)
    return "positive" if isinstance(label, int | float) and label == 1 else quote(label)
