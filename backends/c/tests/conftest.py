"""Fixtures of the C backend's tests: a session for each instruction set that this machine runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from samebits.backends.c import backend
from samebits.backends.c.session import CSession

DEVICES = [device.name for device in backend.devices() if device.available]


@pytest.fixture(params=DEVICES)
def session(request: pytest.FixtureRequest) -> Iterator[CSession]:
    """A session of one instruction set; tests that use it run with each of them.

    It runs exactly the requested number of threads, so that small operands test how work is shared.
    """
    with backend.open(request.param) as opened:
        opened.shares_all = True
        yield opened


@pytest.fixture
def sessions() -> list[CSession]:
    """Return sessions of all instruction sets, to compare them."""
    return [backend.open(name) for name in DEVICES]


@pytest.fixture
def unchecked(session: CSession, monkeypatch: pytest.MonkeyPatch) -> CSession:
    """Return a session that leaves the refusal of invalid calls to the library."""
    monkeypatch.setattr("samebits.backends.c.session.require_declared", lambda call: None)
    return session
