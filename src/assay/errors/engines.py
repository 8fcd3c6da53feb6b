"""Messages about the places where cases may be: what reading from there needs."""

from __future__ import annotations

from assay.errors.tree import MissingPackageError


def pyarrow_missing() -> MissingPackageError:
    """Rows of DuckDB without the package that carries them."""
    return MissingPackageError("Reading from DuckDB needs pyarrow. Install it with: pip install 'assay[duckdb]'.")
