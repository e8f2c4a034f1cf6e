"""Fixtures: memories that are shared with a host, and a link to a host in this process."""

from types import SimpleNamespace

import pytest

from samebits.backends.hosting.memory import SharedMemory
from samebits.backends.hosting.tests import hosts
from samebits.backends.hosting.tests.direct import Direct
from samebits.backends.protocol import Device


@pytest.fixture
def memories():
    both = SharedMemory(read_only=True), SharedMemory(read_only=False)
    yield both
    for memory in both:
        memory.close()


@pytest.fixture
def link(memories, monkeypatch):
    backend = SimpleNamespace(
        name="plain", version=3, devices=lambda: [Device("cpu", "one")],
        open=lambda device: hosts.Session(),
    )  # fmt: skip
    monkeypatch.setattr("samebits.backends.discovery.load", lambda name: backend)
    return Direct(memories)
