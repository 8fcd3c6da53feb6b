"""What happens to cases with a gap: refused by default, dropped and counted on request."""

from __future__ import annotations

from assay.errors import columns as errors


def check_policy(missing: object) -> str:
    """Return "error" or "drop", or refuse any other policy."""
    if missing not in ("error", "drop"):
        raise errors.missing_choice(missing)
    return str(missing)
