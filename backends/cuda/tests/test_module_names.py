"""A name of a module leads to one file of the CUDA backend."""

from collections import Counter
from pathlib import Path

ROOM = Path(__file__).parents[1]
ANYWHERE = {"__init__.py", "__main__.py", "conftest.py"}
KEPT = {"exact.py", "moves.py"}
"""Families are named after folders of src/kernels/. A module of sass/ keeps its name as long as the
predictions do, whose stamps contain it (lab/predicted/predicted_record.py)."""


def test_no_two_modules_have_one_name():
    names = Counter(path.name for path in ROOM.rglob("*.py"))
    assert {name for name, count in names.items() if count > 1} - ANYWHERE == KEPT
