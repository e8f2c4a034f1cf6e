"""Parts of long and of slow rows of tests: together they are the row, nothing is asked twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from samebits.common.tests.parts import LONG, _Times, part_of, slow_rows

TESTS = f"""
import pytest

@pytest.mark.parametrize("i", range({LONG} + 3))
def test_of_a_long_row(i): pass

@pytest.mark.parametrize("i", range({LONG} - 1))
def test_of_a_short_row(i): pass

def test_alone(): pass

@pytest.mark.parametrize("i", range(3))
def test_that_is_slow(i): pass
"""
SLOW_ROWS = """
from pathlib import Path
from samebits.common.tests import parts

parts.ROWS = Path(__file__).with_name("slow.txt")
"""


def collected(folder: Path, part: str) -> list[str]:
    path = folder / "test_rows.py"
    path.write_text(TESTS)
    (folder / "conftest.py").write_text(SLOW_ROWS)
    (folder / "slow.txt").write_text("# head\n7 test_rows.py::test_that_is_slow\n")
    command = [sys.executable, "-m", "pytest", "-p", "samebits.common.tests.parts", "-q"]
    command += ["--rootdir", str(folder), "-p", "no:cacheprovider", "--collect-only"]
    done = subprocess.run(
        [*command, *(["--part", part] if part else []), str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_all_parts_together_are_the_row_and_short_rows_stay_whole(tmp_path: Path) -> None:
    whole = collected(tmp_path, "")
    assert len(whole) == 2 * LONG + 6
    parts = [collected(tmp_path, f"{number}/3") for number in (1, 2, 3)]
    for part in parts:
        assert sum("short_row" in name for name in part) == LONG - 1
        assert sum("alone" in name for name in part) == 1
    for word in ("long_row", "slow"):
        found = [[name for name in part if word in name] for part in parts]
        assert word == "slow" or all(found)
        assert sorted(name for row in found for name in row) == sorted(
            name for name in whole if word in name
        )


def test_every_row_that_is_called_slow_is_a_test() -> None:
    top = Path(__file__).resolve().parents[2]
    for row in slow_rows():
        file, *_, name = row.split("::")
        assert f"def {name}(" in (top / file).read_text(encoding="utf-8"), row


def test_the_times_of_a_row_are_added(tmp_path: Path) -> None:
    times = _Times(tmp_path / "slow.txt")
    for name, seconds in (("a.py::t[1]", 5.0), ("a.py::t[2]", 3.5), ("a.py::u", 7.9)):
        report = pytest.TestReport(
            name, ("a.py", 0, "t"), {}, "passed", None, "call", duration=seconds
        )
        times.pytest_runtest_logreport(report)
    times.pytest_sessionfinish()
    assert (tmp_path / "slow.txt").read_text().splitlines()[1:] == ["8 a.py::t"]


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/x", "-1/3", "1/0", "²/3"])
def test_a_part_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(pytest.UsageError, match="wants K/N"):
        part_of(text)
