"""Find a metric's card by name, alias, or text with parameters such as "f_beta(beta=3)"."""

from __future__ import annotations

import ast
import inspect
import re

from assay.errors import arguments as argument_errors
from assay.errors import encoders as encoder_errors
from assay.errors import metrics as errors
from assay.metrics.cards import Card, aliases, by_name

PATH = re.compile(r"\b(model|baseline|tokenize|smooth)\s*=\s*([^'\"\s,)][^'\",)]*)")
"""Names of files and tokenisers, which may be written without quotation marks."""


SPELLINGS = {"normalize": "normalise", "tokenise": "tokenize", "tokeniser": "tokenize", "tokenizer": "tokenize"}


def find(name: str) -> Card:
    """Return the card of a metric.

    Parameters
    ----------
    name : str
        A name or an alias, with parameters in brackets where it takes any.

    Returns
    -------
    Card
        What is known of the metric: label, formula, bounds, direction, family, at these parameters.

    Raises
    ------
    MetricError
        If no metric is called so, or its parameters are not those that it takes.

    See Also
    --------
    cards : every metric.

    Examples
    --------
    >>> from assay import metrics
    >>> metrics.find("tpr").name, metrics.find("f_beta(beta=3)").parameters
    ('recall', {'beta': 3})
    """
    if not isinstance(name, str):
        raise argument_errors.not_text("metric", name)
    text = name.strip()
    head, bracket, rest = text.partition("(")
    card = _named(head.strip(), text)
    if not bracket:
        return card
    parameters = {SPELLINGS.get(name, name): value for name, value in _parameters(text, rest, card).items()}
    card = by_name()[card.variant] if card.variant and parameters else card
    wanted = _accepted(card)
    strange = [name for name in parameters if name not in wanted]
    if strange and wanted:
        raise errors.unknown_parameter(text, strange[0], wanted)
    if "model" in set(card.needs) - set(parameters):
        raise encoder_errors.model_unnamed(card.name)
    if strange or set(card.needs) - set(parameters):
        raise errors.bad_parameters(text, _expected(card))
    ordered = {name: parameters[name] for name in wanted if name in parameters}
    return card.with_parameters(_canonical(_plain(head), ordered), ordered) if parameters else card


def _named(head: str, text: str) -> Card:
    known = aliases()
    wanted = _plain(head)
    wanted = known.get(wanted, wanted)
    if wanted not in by_name():
        raise errors.unknown(text, [*by_name(), *known])
    return by_name()[wanted]


def _plain(head: str) -> str:
    return head.strip().casefold().replace("-", "_").replace(" ", "_")


def _parameters(text: str, rest: str, card: Card) -> dict[str, object]:
    """Read "beta=3, weights=linear)" without evaluating anything."""
    rest = PATH.sub(lambda match: f"{match[1]}={match[2].strip()!r}", rest)
    try:
        call = ast.parse(f"f({rest}", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise SyntaxError
        parameters = {str(word.arg): _literal(word.value) for word in call.keywords}
        if len(parameters) < len(call.keywords):
            raise SyntaxError
        return parameters
    except (SyntaxError, ValueError) as problem:
        raise errors.bad_parameters(text, _expected(card)) from problem


def _literal(node: ast.expr) -> object:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def _accepted(card: Card) -> tuple[str, ...]:
    return tuple(inspect.signature((card.averaged or card).function).parameters)[1:]


def _expected(card: Card) -> str:
    card = by_name()[card.variant] if card.variant else card
    words = ", ".join(f"{name}=..." for name in _accepted(card))
    return f"{card.name.removesuffix('_weighted')}({words})" if words else card.name


def _canonical(head: str, parameters: dict[str, object]) -> str:
    return f"{head}({', '.join(f'{name}={value}' for name, value in parameters.items())})"
