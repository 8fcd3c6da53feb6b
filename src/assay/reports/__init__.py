"""Results rendered for terminals, files and machines; importing this package lets results print themselves."""

from __future__ import annotations

from collections.abc import Callable

from assay.reports.documents import latex_of, prose_of, styled_latex
from assay.reports.json_document import to_json
from assay.reports.kinds import data_of, frame_of, lay_out, load_kind
from assay.reports.markdown import to_markdown
from assay.results.rendering import register


def _terminal(result: object) -> str:
    from assay.reports.terminal import to_terminal

    return to_terminal(lay_out(result))


def _page(result: object) -> str:
    from assay.reports.pages.page import to_page

    return to_page(result)


def _fragment(result: object) -> str:
    from assay.reports.pages.page import to_fragment

    return to_fragment(result)


def _chart(result: object, name: str | None, theme: str) -> object:
    from assay.reports.charts.catalogue import chart_of

    return chart_of(result, name, theme)


def _saved(result: object, path: str, smallest: int) -> object:
    from assay.saving.files import save

    return save(result, path, smallest)


FORMS: dict[str, Callable[..., object]] = {
    "terminal": _terminal,
    "markdown": lambda result: to_markdown(lay_out(result)),
    "latex": latex_of,
    "paper": styled_latex,
    "prose": prose_of,
    "html": _page,
    "notebook": _fragment,
    "json": lambda result: to_json(data_of(result)),
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
