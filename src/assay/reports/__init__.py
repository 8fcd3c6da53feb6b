"""Results rendered for terminals, files and machines; importing this package lets results print themselves."""

from __future__ import annotations

from assay.reports.charts.catalogue import chart_of
from assay.reports.documents import document_of, latex_of, prose_of, styled_latex
from assay.reports.frames import frame_of
from assay.reports.json_document import to_json
from assay.reports.markdown import to_markdown
from assay.reports.pages.page import to_fragment, to_page
from assay.reports.terminal import to_terminal
from assay.results.rendering import renderers

renderers.update(
    {
        "terminal": lambda result: to_terminal(document_of(result)),
        "markdown": lambda result: to_markdown(document_of(result)),
        "latex": latex_of,
        "paper": lambda asked: styled_latex(*asked),
        "prose": prose_of,
        "html": to_page,
        "notebook": to_fragment,
        "json": lambda result: to_json(document_of(result).data),
        "dict": lambda result: document_of(result).data,
        "frame": frame_of,
        "chart": lambda asked: chart_of(*asked),
    }
)
