"""report: write a result to a file."""

from __future__ import annotations

import os
from pathlib import Path

from assay.checks.argument_names import named
from assay.reports.files import check_report_path, write_report
from assay.reports.with_cases import with_cases


@named
def report(
    result: object, path: str | os.PathLike[str], *, cases: int | None = None, band: str | None = None
) -> Path:  # fmt: skip
    """Write a result to a file and return its path.

    Parameters
    ----------
    result : Evaluation, Comparison, Ranking, Validation or curve
        What a call of assay returned.
    path : path
        Where to write; the suffix chooses the format: .html, .md, .tex or .json.
    cases : int
        List so many of the cases that matter most, with the columns that they have in `data=`; at most 1,000. Pages
        are shared, so none is listed unless this asks for it.
    band : str
        "pointwise" (as without) or "simultaneous": what the bands of the ROC and precision-recall curves of two classes
        hold on a page, any one place or the whole curve at once.

    Returns
    -------
    Path
        The file that was written.

    Raises
    ------
    InputError
        For another suffix, a folder that does not exist, something that is no result, or cases of a result that has
        none at hand; for a band in a report without pictures.
    MetricError
        For a band of another kind, or of a result without curves of two classes.

    Examples
    --------
    >>> import assay, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report(assay.evaluate([1, 0, 1, 1], [1, 0, 0, 1]), f"{folder}/page.html").suffix
    '.html'

    See Also
    --------
    assay.evaluate, assay.compare, assay.rank, assay.validate
    """
    check_report_path(path)
    return write_report(result if cases is None else with_cases(result, cases), path, band)
