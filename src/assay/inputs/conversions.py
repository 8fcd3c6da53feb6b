"""How labels of different kinds can be made one, so that the advice in a message works when it is followed."""

from __future__ import annotations

from collections.abc import Collection

from assay.errors.numbers import is_number
from assay.errors.tree import quote_all


def one_conversion(labels: Collection[object]) -> str:
    """Return the conversion that brings labels of several kinds together.

    >>> one_conversion([1, "2"]), one_conversion([1, "two"]), one_conversion([True, 0])
    ('float(...)', 'str(...)', 'int(...)')
    """
    texts = [label for label in labels if isinstance(label, str)]
    if not texts:
        return "int(...)" if all(isinstance(label, int) for label in labels) else "float(...)"
    return "float(...)" if all(is_number(text) for text in texts) else "str(...)"


def advise_conversion(
    truth_name: str, truth: Collection[object], prediction_name: str, prediction: Collection[object]
) -> str:
    """Say how two columns whose labels are of different kinds can be compared."""
    if any(isinstance(label, str) for label in truth):
        text_name, texts, other_name, others = truth_name, truth, prediction_name, prediction
    else:
        text_name, texts, other_name, others = prediction_name, prediction, truth_name, truth
    if all(is_number(str(text)) for text in texts):
        return f"Convert every label of `{text_name}` with float(...) first."
    if {str(label) for label in others} & {str(label) for label in texts}:
        return f"Convert every label of `{other_name}` with str(...) first."
    return (
        f"They have no label in common: `{truth_name}` holds {quote_all(truth)}, `{prediction_name}` "
        f"{quote_all(prediction)}. Translate one of them first, with a dictionary that says which label is which."
    )
