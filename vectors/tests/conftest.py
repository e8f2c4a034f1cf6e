"""Shared by the tests of this room: the committed vectors, and a small room to write in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from samebits.vectors.flags import FLAGS
from samebits.vectors.part import DATA, NAME
from samebits.vectors.reader import ROOM, Vectors


@pytest.fixture(scope="session")
def vectors() -> Vectors:
    """The committed vectors."""
    return Vectors.open()


@pytest.fixture
def front(tmp_path: Path) -> Path:
    """A copy of what is read when the vectors are opened: flags, and the manifests of all ops."""
    shutil.copy(ROOM / FLAGS, tmp_path / FLAGS)
    for path in (ROOM / DATA).glob(f"*/{NAME}"):
        copy = tmp_path / path.relative_to(ROOM)
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    return tmp_path


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A copy of the committed room that a test may break."""
    shutil.copy(ROOM / FLAGS, tmp_path / FLAGS)
    shutil.copytree(ROOM / DATA, tmp_path / DATA)
    return tmp_path
