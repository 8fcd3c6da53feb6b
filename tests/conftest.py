"""Shared settings: the same examples on every run; `pytest --hypothesis-profile explore` looks for new ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

LIMITS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("steady", max_examples=50, derandomize=True, **LIMITS)
settings.register_profile("explore", max_examples=600, **LIMITS)
settings.load_profile("steady")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)
