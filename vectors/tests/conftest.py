"""Fixtures for the tests of vectors: the committed vectors, and copies that tests may change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from samebits.vectors.flags import FLAGS
from samebits.vectors.part import DATA, NAME
from samebits.vectors.reader import ROOM, Vectors


@pytest.fixture(scope="session")
def vectors() -> Vectors:
    return Vectors.open()


@pytest.fixture
def front(tmp_path: Path) -> Path:
    """Return a folder with copies of the flags and manifests, which opening the vectors reads."""
    shutil.copy(ROOM / FLAGS, tmp_path / FLAGS)
    for path in (ROOM / DATA).glob(f"*/{NAME}"):
        copy = tmp_path / path.relative_to(ROOM)
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    return tmp_path


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Return a copy of all vectors, which a test may damage."""
    shutil.copy(ROOM / FLAGS, tmp_path / FLAGS)
    shutil.copytree(ROOM / DATA, tmp_path / DATA)
    return tmp_path
