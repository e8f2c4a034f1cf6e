"""Shared by the tests of this room: the committed vectors, and a small room to write in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from samebits.vectors.manifest import NAME
from samebits.vectors.reader import FLAGS, ROOM, Vectors


@pytest.fixture(scope="session")
def vectors() -> Vectors:
    """The committed vectors."""
    return Vectors.open()


@pytest.fixture
def front(tmp_path: Path) -> Path:
    """A copy of what is read when the vectors are opened: manifest and flags."""
    for name in (NAME, FLAGS):
        shutil.copy(ROOM / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def room(front: Path) -> Path:
    """A copy of the committed room that a test may break."""
    for folder in ("data", "exhaustive"):
        shutil.copytree(ROOM / folder, front / folder)
    return front
