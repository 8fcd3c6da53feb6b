"""How a result prints itself without knowing its printers: `reports` fills this table when it is imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, overload

if TYPE_CHECKING:
    from pathlib import Path

    import altair as alt
    import polars as pl

Renderer = Callable[..., object]

Text = Literal["terminal", "markdown", "latex", "paper", "prose", "html", "notebook", "json"]
"""Forms that are text."""

renderers: dict[str, Renderer] = {}
"""How results become text, data or pictures, by the name of the form."""
loaders: list[Callable[[], object]] = []
"""What to call when a renderer is asked for before anything has filled the table."""


def register(form: str, renderer: Renderer) -> None:
    """Make a form known: `render(result, form)` will call the renderer."""
    renderers[form] = renderer


@overload
def render(result: object, form: Text, *asked: object) -> str: ...
@overload
def render(result: object, form: Literal["dict"]) -> dict[str, object]: ...
@overload
def render(result: object, form: Literal["frame"]) -> pl.DataFrame: ...
@overload
def render(result: object, form: Literal["chart"], *asked: object) -> alt.Chart: ...
@overload
def render(result: object, form: Literal["saved"], *asked: object) -> Path: ...
@overload
def render(result: object, form: str, *asked: object) -> object: ...
def render(result: object, form: str, *asked: object) -> object:
    """Render `result` as "terminal", "markdown", "json", "frame" ..., by whatever was registered."""
    if form not in renderers:
        for load in loaders:
            load()
    if form not in renderers:
        raise LookupError(f"no renderer for {form!r}; import assay first")
    return renderers[form](result, *asked)
