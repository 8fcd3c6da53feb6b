"""Results rendered for terminals, files and machines; importing this package lets results print themselves."""

from __future__ import annotations

from assay.reports import comparisons, evaluations, learning, rankings, regression, texts, validations  # noqa: F401
from assay.reports.documents import latex_of, prose_of, styled_latex
from assay.reports.json_document import to_json
from assay.reports.kinds import data_of, frame_of, lay_out
from assay.reports.markdown import to_markdown
from assay.reports.terminal import to_terminal
from assay.results.rendering import register

register("terminal", lambda result: to_terminal(lay_out(result)))
register("markdown", lambda result: to_markdown(lay_out(result)))
register("latex", latex_of)
register("paper", lambda asked: styled_latex(*asked))
register("prose", prose_of)
register("json", lambda result: to_json(data_of(result)))
register("dict", data_of)
register("frame", frame_of)


def _page(result: object) -> str:
    from assay.reports.pages.page import to_page

    return to_page(result)


def _fragment(result: object) -> str:
    from assay.reports.pages.page import to_fragment

    return to_fragment(result)


def _chart(asked: tuple[object, str | None, str]) -> object:
    from assay.reports.charts.catalogue import chart_of

    return chart_of(*asked)


register("html", _page)
register("notebook", _fragment)
register("chart", _chart)
