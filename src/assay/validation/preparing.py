"""A pipeline for tables as they come: text one-hot encoded, gaps filled, both learnt inside every training part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assay.validation.estimators import takes_gaps


def prepared(model: Any, text: Sequence[str], numbers: Sequence[str], impute: bool) -> Any:
    """Put the encoding of text (and the filling of gaps) before a model; without either, return it as it is."""
    if not text and not impute:
        return model
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder

    encode: Any = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    if impute:
        encode = make_pipeline(SimpleImputer(strategy="most_frequent", missing_values=None), encode)
    fill: Any = SimpleImputer(strategy="median") if impute else "passthrough"
    parts = [(encode, list(text))] if text else []
    if numbers:
        parts.append((fill, list(numbers)))
    chain: Any = make_pipeline(make_column_transformer(*parts), model)
    # A pipeline is believed to cope with gaps, but this one hands those of numbers on to the model.
    chain.refuses_gaps = not impute and not takes_gaps(model)
    return chain
