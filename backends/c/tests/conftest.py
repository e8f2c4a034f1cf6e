"""Fixtures of the C backend's tests: sessions for all instruction sets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from samebits.backends.c import backend
from samebits.backends.c.session import CSession

DEVICES = [device.name for device in backend.devices() if device.available]


@pytest.fixture(params=DEVICES)
def session(request: pytest.FixtureRequest) -> Iterator[CSession]:
    """A session on one instruction set. Tests that use it run once with each instruction set.

    It runs exactly the requested number of threads, so that small operands also test the division
    of work.
    """
    with backend.open(request.param) as opened:
        opened.shares_all = True
        yield opened


@pytest.fixture
def sessions() -> list[CSession]:
    return [backend.open(name) for name in DEVICES]


@pytest.fixture
def unchecked(session: CSession, monkeypatch: pytest.MonkeyPatch) -> CSession:
    """Return a session in which only the library, and not Python, refuses invalid calls."""
    monkeypatch.setattr("samebits.backends.c.session.require_declared", lambda call: None)
    return session
