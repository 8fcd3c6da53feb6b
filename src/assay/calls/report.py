"""report: write a result to a file."""

from __future__ import annotations

import os
from pathlib import Path

from assay.reports.files import write_report


def report(result: object, path: str | os.PathLike[str]) -> Path:
    """Write a result to a file and return its path.

    Parameters
    ----------
    result : Evaluation, Comparison, Ranking, Validation or curve
        What a call of assay returned.
    path : path
        Where to write; the suffix chooses the format: .html, .md, .tex or .json.

    Returns
    -------
    Path
        The file that was written.

    Raises
    ------
    InputError
        For another suffix, a folder that does not exist, or something that is no result.

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
    return write_report(result, path)
