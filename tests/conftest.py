"""Shared settings: the same examples on every run; `pytest --hypothesis-profile explore` looks for new ones."""

from __future__ import annotations

import os

# Before numpy is loaded: on two cores the threads of two workers wait for each other longer than they compute.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

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
