"""Parts of long rows of tests: together they are the row, and nothing is asked twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from samebits.common.tests.parts import LONG, part_of

TESTS = f"""
import pytest

@pytest.mark.parametrize("i", range({LONG} + 3))
def test_of_a_long_row(i): pass

@pytest.mark.parametrize("i", range({LONG} - 1))
def test_of_a_short_row(i): pass

def test_alone(): pass
"""


def collected(folder: Path, part: str) -> list[str]:
    path = folder / "test_rows.py"
    path.write_text(TESTS)
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
    assert len(whole) == 2 * LONG + 3
    parts = [collected(tmp_path, f"{number}/3") for number in (1, 2, 3)]
    for part in parts:
        assert sum("short_row" in name for name in part) == LONG - 1
        assert sum("alone" in name for name in part) == 1
    long = [[name for name in part if "long_row" in name] for part in parts]
    assert all(long)
    assert sorted(name for row in long for name in row) == sorted(
        name for name in whole if "long_row" in name
    )


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/x", "-1/3", "1/0", "²/3"])
def test_a_part_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(pytest.UsageError, match="wants K/N"):
        part_of(text)
