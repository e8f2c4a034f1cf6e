"""Tests that no two modules of the CUDA backend have the same name."""

from collections import Counter
from pathlib import Path

ROOM = Path(__file__).parents[1]
ANYWHERE = {"__init__.py", "__main__.py", "conftest.py"}
KEPT = {"exact.py", "moves.py"}
"""Exceptions, which may occur twice.

Families are named after folders of src/kernels/. The digests of stored predictions include the
names of modules in sass/ (lab/predicted/predicted_record.py).
"""


def test_no_two_modules_have_one_name():
    names = Counter(path.name for path in ROOM.rglob("*.py"))
    assert {name for name, count in names.items() if count > 1} - ANYWHERE == KEPT
