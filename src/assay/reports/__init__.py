"""Results rendered for terminals, files and machines; importing this package lets results print themselves."""

from __future__ import annotations

from assay.reports.evaluations import lay_out
from assay.reports.frames import evaluation_frame
from assay.reports.json_document import evaluation_data, to_json
from assay.reports.markdown import to_markdown
from assay.reports.terminal import to_terminal
from assay.results.rendering import renderers

renderers.update(
    {
        "terminal": lambda result: to_terminal(lay_out(result)),
        "markdown": lambda result: to_markdown(lay_out(result)),
        "json": lambda result: to_json(lay_out(result).data),
        "dict": evaluation_data,
        "frame": evaluation_frame,
    }
)
