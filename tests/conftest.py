"""Shared settings: hypothesis without deadlines (two busy cores), and random tables to try things on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("assay", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("assay")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)
