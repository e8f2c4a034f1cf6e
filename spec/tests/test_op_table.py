"""Tests of tables with one row for each op: an error names the file and the wrong row."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from samebits.spec.errors import SpecError
from samebits.spec.op_table import OpTable

WITH_FIELDS = "class Row:\n    def __init__(self, *, speed, size): pass\n\n\nROWS = {}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the folder of an importable package `tabled` that has no modules."""
    package = tmp_path / "tabled"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package
    for name in [name for name in sys.modules if name.split(".")[0] == "tabled"]:
        del sys.modules[name]


def table() -> OpTable[float]:
    return OpTable[float](
        package=importlib.import_module("tabled"),
        constant="ROWS",
        is_whole=lambda row: isinstance(row, float),
        row='"{op}": 1.5',
        error=SpecError,
    )


def test_the_rows_of_all_modules_are_found_and_sorted(folder: Path) -> None:
    (folder / "functions.py").write_text('ROWS = {"log": 1.0, "exp": 2.0}\n')
    (folder / "arithmetic.py").write_text('ROWS = {"mul": 3.0}\n')
    assert list(table().all().items()) == [("exp", 2.0), ("log", 1.0), ("mul", 3.0)]


def test_two_modules_with_a_row_for_one_op_are_both_named(folder: Path) -> None:
    (folder / "functions.py").write_text('ROWS = {"exp": 2.0}\n')
    (folder / "arithmetic.py").write_text('ROWS = {"exp": 3.0}\n')
    said = r"^tabled/arithmetic\.py and tabled/functions\.py both have a row for exp; remove one"
    with pytest.raises(SpecError, match=said):
        table().all()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"^tabled/functions\.py: ROWS is missing: define it as a mapping"),
        ('ROWS = ["exp"]\n', r"^tabled/functions\.py: ROWS is missing"),
        ('ROWS = {"exq": 1.0}\n', r"functions\.py: ROWS has a row for 'exq', and no op has this"),
        ('ROWS = {"exp": None}\n', r'functions\.py: the row of exp is not .*: write "exp": 1\.5$'),
        (
            WITH_FIELDS.replace("{}", '{\n    "exp": Row(\n        speed=1\n    ),\n}'),
            r"^tabled/functions\.py, line 6: .* argument: 'size'; give it a value, or None$",
        ),
    ],
)
def test_a_row_that_is_wrong_is_named(folder: Path, text: str, said: str) -> None:
    (folder / "functions.py").write_text(text)
    with pytest.raises(SpecError, match=said):
        table().all()
