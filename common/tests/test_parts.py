"""Test the selection of quick tests by their times, and of parts of a test run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from samebits.common.tests.parts import (
    BUDGET,
    TABLE,
    _Times,
    part_of,
    quick_tests,
    read_times,
    row_of,
)

TESTS = """
import pytest

@pytest.mark.parametrize("i", range(40))
def test_of_a_slow_row(i): pass

@pytest.mark.parametrize("i", range(40))
def test_of_a_quick_row(i): pass

def test_alone(): pass

def test_that_takes_long(): pass
"""
OWN_TABLE = """
from pathlib import Path
from samebits.common.tests import parts

parts.TABLE = Path(__file__).with_name("times.txt")
"""


def collected(folder: Path, *options: str) -> list[str]:
    path = folder / "test_rows.py"
    path.write_text(TESTS)
    (folder / "conftest.py").write_text(OWN_TABLE)
    slow = ((BUDGET / 3, "test_of_a_slow_row"), (7.0, "test_that_takes_long"))
    lines = "".join(f"{seconds} test_rows.py::{name}\n" for seconds, name in slow)
    (folder / "times.txt").write_text(f"# head\n{lines}")
    command = [sys.executable, "-m", "pytest", "-p", "samebits.common.tests.parts", "-q"]
    command += ["--rootdir", str(folder), "-p", "no:cacheprovider", "--collect-only"]
    done = subprocess.run(
        [*command, *options, str(path)], capture_output=True, text=True, check=True
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_the_quick_tests_are_those_that_fit_in_the_budget(tmp_path: Path) -> None:
    quick = collected(tmp_path, "--quick")
    assert sum("quick_row" in name for name in quick) == 40
    assert sum("slow_row" in name for name in quick) == 3
    assert sum("alone" in name for name in quick) == 1
    assert not any("takes_long" in name for name in quick)


def test_all_parts_together_are_every_test_and_each_has_the_quick_ones(tmp_path: Path) -> None:
    whole, quick = collected(tmp_path), collected(tmp_path, "--quick")
    parts = [collected(tmp_path, "--part", f"{number}/3") for number in (1, 2, 3)]
    assert all(set(quick) < set(part) for part in parts)
    others = [name for part in parts for name in part if name not in quick]
    assert sorted([*others, *quick]) == sorted(whole)


def test_a_module_in_which_nothing_fits_keeps_its_quickest_test() -> None:
    names = ["a.py::slow", "a.py::slower[1]", "b.py::t"]
    assert quick_tests(names, {"a.py::slow": 9.0, "a.py::slower": 20.0}) == {
        "a.py::slow",
        "b.py::t",
    }


def test_every_row_of_the_table_is_a_test() -> None:
    top = Path(__file__).resolve().parents[2]
    for row in read_times(TABLE):
        file, *_, name = row.split("::")
        assert f"def {name}(" in (top / file).read_text(encoding="utf-8"), row


def test_measured_rows_replace_their_lines_and_others_keep_them(tmp_path: Path) -> None:
    path = tmp_path / "times.txt"
    path.write_text("# head\n9 a.py::t\n8 a.py::u\n7 b.py::v\n")
    times = _Times(path)
    for name, seconds in (("a.py::t[1]", 5.0), ("a.py::t[2]", 3.0), ("a.py::u", BUDGET / 2)):
        for phase in ("setup", "call"):
            report = pytest.TestReport(
                name, ("a.py", 0, row_of(name)), {}, "passed", None, phase, duration=seconds / 2
            )
            times.pytest_runtest_logreport(report)
    times.pytest_sessionfinish()
    assert read_times(path) == {"a.py::t": 4.0, "b.py::v": 7.0}


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/x", "-1/3", "1/0", "²/3"])
def test_an_invalid_part_is_refused(text: str) -> None:
    with pytest.raises(pytest.UsageError, match="the form is K/N"):
        part_of(text)
