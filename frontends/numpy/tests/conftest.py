"""Fixtures: each test begins with the device `auto`, and its choice of a device is undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from samebits.backends import discovery
from samebits.backends.protocol import Session
from samebits.numpy import devices


@pytest.fixture(autouse=True)
def _no_device_is_chosen() -> Iterator[None]:
    token = devices._CURRENT.set(None)
    yield
    devices._CURRENT.reset(token)


@pytest.fixture(scope="session")
def baseline() -> Iterator[Session]:
    """Yield a session of `c:baseline`."""
    with discovery.load("c").open("baseline") as session:
        yield session
