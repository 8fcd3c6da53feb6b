"""load: the result that result.save(path) kept."""

from __future__ import annotations

import os

from assay.checks.argument_names import named
from assay.results.rendered import Rendered
from assay.saving.files import load as load_file


@named
def load(path: str | os.PathLike[str]) -> Rendered:
    """Return the result that a file holds; nothing in the file is run.

    Parameters
    ----------
    path : path
        A file that `result.save(path)` wrote.

    Returns
    -------
    Evaluation, Comparison, Ranking, Validation or curve
        The same result: it prints, plots and reports itself as before. Evaluations can be merged with others.

    Raises
    ------
    FileError
        For a file that assay did not write, that was changed, or that a newer version wrote.

    Examples
    --------
    >>> import assay, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = assay.evaluate([1, 0, 1, 1], [1, 0, 0, 1]).save(f"{folder}/site.json")
    ...     load(path)["recall"].n
    3

    See Also
    --------
    merge : evaluations of several files together.
    """
    return load_file(path)
