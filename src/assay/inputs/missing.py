"""What happens to cases with a gap: refused by default, dropped and counted on request."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from assay.checks.words import one_of
from assay.errors import columns as errors
from assay.inputs.weights import first_rows


def check_policy(missing: object) -> str:
    """Return "error" or "drop", or refuse any other policy."""
    policy = one_of(missing, ("error", "drop"))
    if policy is None:
        raise errors.missing_choice(missing)
    return policy


def complete_rows(gaps: Mapping[str, NDArray[np.bool_]], policy: str) -> NDArray[np.bool_] | None:
    """Return which rows to keep, None for all of them; refuse gaps unless they may be dropped."""
    bad = {name: flags for name, flags in gaps.items() if flags.any()}
    if not bad:
        return None
    if policy == "error":
        name, flags = next(iter(bad.items()))
        raise errors.missing_values(name, int(flags.sum()), first_rows(flags))
    keep = ~np.any(list(bad.values()), axis=0)
    if not keep.any():
        raise errors.nothing_left(len(keep))
    return np.asarray(keep)
