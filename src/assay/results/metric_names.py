"""The name by which a metric stands in a result, however its parameters are ordered, spaced or written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from assay.checks.words import text_of

Reading = tuple[str, frozenset[tuple[str, object]]]


def whole_name(name: str, known: Iterable[str], aliases: Mapping[str, str]) -> str:
    """Return the name by which a metric stands in a result: for an alias, and with parameters that stand there once.

    >>> whole_name("f_beta", ["recall", "f_beta(beta=3)"], {}), whole_name("tpr", ["recall"], {"tpr": "recall"})
    ('f_beta(beta=3)', 'recall')
    >>> whole_name("F_Beta( beta = 3.0 )", ["f_beta(beta=3)", "f_beta(beta=2)"], {})
    'f_beta(beta=3)'
    """
    listed = list(known)
    if not isinstance(name, str):
        return text_of(name) or type(name).__name__
    if name in listed:
        return name
    head, parameters = _read(str(name), aliases)
    readings = {name: _read(name, aliases) for name in listed}
    matches = [
        name for name, (own, given) in readings.items() if own == head and (given == parameters or not parameters)
    ]
    return matches[0] if len(matches) == 1 else aliases.get(name, head if head in listed else name)


def _read(text: str, aliases: Mapping[str, str]) -> Reading:
    """Split "f_beta(beta=3)" into the metric's name and its parameters, in no order."""
    head, bracket, rest = text.partition("(")
    plain = head.strip().casefold().replace("-", "_").replace(" ", "_")
    own = aliases.get(head.strip(), aliases.get(plain, plain))
    if not bracket:
        return own, frozenset()
    return own, frozenset(_parameters(rest))


def _parameters(rest: str) -> list[tuple[str, object]]:
    """Read "beta=3, weights=linear)" without evaluating anything; what cannot be read stays text."""
    try:
        call = ast.parse(f"f({rest}", mode="eval").body
        words = call.keywords if isinstance(call, ast.Call) else []
        return [(str(word.arg), _value(word.value)) for word in words]
    except SyntaxError:
        return [("", " ".join(rest.split()))]


def _value(node: ast.expr) -> object:
    if isinstance(node, ast.Name):
        return node.id
    try:
        value = ast.literal_eval(node)
        hash(value)
    except (ValueError, TypeError):
        return ast.unparse(node)
    return value
