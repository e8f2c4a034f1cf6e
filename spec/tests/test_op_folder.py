"""Tests of folders with one file per op: an error names the file and the missing part."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from samebits.spec import ops
from samebits.spec.errors import SpecError
from samebits.spec.language.declare import Op
from samebits.spec.op_folder import OpFolder

FOLDER = OpFolder[Op](
    package=ops,
    constant="OP",
    is_whole=lambda value: isinstance(value, Op),
    remedy="declare it",
    error=SpecError,
)


def test_every_file_is_found_under_the_name_of_its_op() -> None:
    found = FOLDER.all()
    assert all(op.name == name for name, op in found.items())
    assert list(found) == sorted(found)


def short() -> Any:
    raise TypeError("missing 1 required keyword-only argument: 'domain'")


@pytest.mark.parametrize(
    ("name", "load", "error"),
    [
        ("exq", SimpleNamespace, r"^spec/ops/exq\.py: no op is called exq; give the file"),
        ("exp", SimpleNamespace, r"^spec/ops/exp\.py: OP is missing: declare it$"),
        ("exp", short, r"^spec/ops/exp\.py: .* argument: 'domain'; give it a value, or None$"),
    ],
)
def test_a_file_that_is_not_whole_is_named(name: str, load: type[ModuleType], error: str) -> None:
    with pytest.raises(SpecError, match=error):
        FOLDER.load(name, load)
