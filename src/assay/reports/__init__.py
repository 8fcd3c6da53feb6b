"""Results rendered for terminals, files and machines; importing this package lets results print themselves."""

from __future__ import annotations

from collections.abc import Callable

from assay.reports.kinds import data_of, frame_of, lay_out, load_kind
from assay.results.rendering import register


def _terminal(result: object) -> str:
    from assay.reports.terminal import to_terminal

    return to_terminal(lay_out(result))


def _markdown(result: object) -> str:
    from assay.reports.markdown import to_markdown

    return to_markdown(lay_out(result))


def _latex(result: object) -> str:
    from assay.reports.documents import latex_of

    return latex_of(result)


def _paper(result: object, style: str | None) -> str:
    from assay.reports.documents import styled_latex

    return styled_latex(result, style)


def _prose(result: object) -> str:
    from assay.reports.documents import prose_of

    return prose_of(result)


def _json(result: object) -> str:
    from assay.reports.json_document import to_json

    return to_json(data_of(result))


def _page(result: object, band: str | None = None) -> str:
    from assay.reports.pages.page import to_page

    return to_page(result, band)


def _fragment(result: object) -> str:
    from assay.reports.pages.page import to_fragment

    return to_fragment(result)


def _chart(result: object, name: str | None, theme: str, *asked: object) -> object:
    from assay.reports.charts.catalogue import chart_of

    return chart_of(result, name, theme, *asked)


def _saved(result: object, path: str, smallest: int, key: object = None) -> object:
    from assay.saving.files import save

    return save(result, path, smallest, key)


FORMS: dict[str, Callable[..., object]] = {
    "terminal": _terminal,
    "markdown": _markdown,
    "latex": _latex,
    "paper": _paper,
    "prose": _prose,
    "html": _page,
    "notebook": _fragment,
    "json": _json,
    "dict": data_of,
    "frame": frame_of,
    "chart": _chart,
    "saved": _saved,
}
"""How each form is made, given a result and whatever was asked of the form."""


def _loaded(form: Callable[..., object]) -> Callable[..., object]:
    """Return a renderer that loads what is registered for the kind of its result."""

    def render(result: object, *asked: object) -> object:
        load_kind(result)
        return form(result, *asked)

    return render


for _name, _form in FORMS.items():
    register(_name, _loaded(_form))
