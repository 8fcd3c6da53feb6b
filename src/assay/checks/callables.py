"""Numbers that somebody's own function gives: whatever it raises or returns instead is said in words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay.checks.arrays import NotNumbersError, floats


def numbers_from(function: object, *given: object) -> NDArray[np.float64]:
    """Return what a function gives, as an array of floats.

    >>> numbers_from(np.mean, [1, 2]).item()
    1.5

    Raises
    ------
    NotNumbersError
        Where it cannot be called, fails, or gives something else; says which.
    """
    if not callable(function):
        raise NotNumbersError("cannot be called")
    try:
        result = function(*given)
    except (MemoryError, KeyboardInterrupt):
        raise
    except Exception as problem:  # whatever somebody's own function does
        raise NotNumbersError(f"fails ({type(problem).__name__}: {problem})") from problem
    try:
        return floats(result)
    except NotNumbersError:
        raise NotNumbersError(f"gives {type(result).__name__}, which holds no numbers") from None
