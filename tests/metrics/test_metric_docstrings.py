"""help() of every metric says what it reads, returns and means, from the sentences and the card alike."""

from __future__ import annotations

import inspect
import re

import pytest

from assay import metrics

FUNCTIONS = [
    pytest.param(getattr(metrics, card.name), card, id=card.name)
    for card in metrics.cards()
    if card.name in metrics.__all__
]


def sections(function) -> dict[str, str]:
    parts = re.split(r"^(\w[\w ]*)\n-+\n", inspect.getdoc(function), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(("function", "card"), FUNCTIONS)
def test_every_section_is_there(function, card):
    parts = sections(function)
    assert list(parts) == ["Parameters", "Returns", "Raises", "See Also", "Notes", "Examples"]
    assert ">>> " in parts["Examples"]
    assert card.formula in parts["Notes"]
    assert "{" not in parts["Returns"]


@pytest.mark.parametrize(("function", "card"), FUNCTIONS)
def test_every_parameter_is_described(function, card):
    described = re.findall(r"^(\w+) : .+\n    \S", sections(function)["Parameters"], flags=re.MULTILINE)
    assert described == list(inspect.signature(function).parameters)


@pytest.mark.parametrize(("function", "card"), FUNCTIONS)
def test_related_metrics_exist(function, card):
    names = sections(function)["See Also"].strip().split(", ")
    assert names
    assert all(hasattr(metrics, name) for name in names)
    assert card.name not in names


def test_a_description_is_the_sentences_alone():
    recall = metrics.find("recall")
    assert recall.description.splitlines()[0] == "Share of the positive cases that the model found."
    assert "Parameters" not in recall.description
    assert ">>>" not in recall.description
