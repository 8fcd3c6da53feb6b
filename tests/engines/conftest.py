"""One session of Spark for all tests of engines; modules that import torch are left out where it is missing."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from holders import HERE, KINDS, Holder, in_spark, spark_connect, spark_itself

collect_ignore = [] if find_spec("torch") else ["same_on_device.py", "tensor_checks.py"]


@pytest.fixture(scope="session")
def connect():
    with spark_connect() as session:
        yield session


@pytest.fixture(scope="session")
def spark():
    with spark_itself() as session:
        yield session


@pytest.fixture(params=KINDS)
def kind(request) -> str:
    return request.param


@pytest.fixture
def hold(request, kind) -> Holder:
    """How the engine holds parts of a frame."""
    return HERE[kind] if kind in HERE else in_spark(request.getfixturevalue(kind))
