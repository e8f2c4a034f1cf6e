"""Tests that no two modules of the CUDA backend have the same name."""

from collections import Counter
from pathlib import Path

ROOM = Path(__file__).parents[1]
ANYWHERE = {"__init__.py", "__main__.py", "conftest.py"}
KEPT = {"exact.py", "moves.py"}
"""Families are named after folders of src/kernels/. Modules of sass/ keep their names, because the
stamps of the recorded predictions contain them (lab/predicted/predicted_record.py)."""


def test_no_two_modules_have_one_name():
    names = Counter(path.name for path in ROOM.rglob("*.py"))
    assert {name for name, count in names.items() if count > 1} - ANYWHERE == KEPT
