"""How a result prints itself without knowing its printers: `reports` fills this table when it is imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Renderer = Callable[[Any], Any]

renderers: dict[str, Renderer] = {}
loaders: list[Callable[[], object]] = []
"""What to call when a renderer is asked for before anything has filled the table."""


def render(result: object, form: str) -> Any:
    """Render `result` as "terminal", "markdown", "json", "frame" ..., by whatever `reports` filed."""
    if form not in renderers:
        for load in loaders:
            load()
    if form not in renderers:
        raise LookupError(f"no renderer for {form!r}; import assay's front doors first")
    return renderers[form](result)
