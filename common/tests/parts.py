"""A plugin of pytest: of long and of slow rows of tests, one part. `--part 2/3` asks the second.

    python -m pytest -p samebits.common.tests.parts --part 2/3
    python -m pytest -p samebits.common.tests.parts --slow common/tests/slow.txt

A row is one test function with all its parameters. Of rows of LONG tests or more, and of rows that
slow.txt names, about one test in N is asked; all other rows are asked whole. The name of a test
decides its part: with every N-th test, N devices would mean one device again and again. `.ci/run`
takes another part with each commit, `nox -s tests` asks everything. `--slow FILE` writes the rows
that took SLOW seconds or more.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from zlib import crc32

import pytest

from samebits.common.files import write_atomically
from samebits.common.part import WANTED, parse_part

LONG = 8
SLOW = 8.0
ROWS = Path(__file__).with_name("slow.txt")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take --part and --slow."""
    parser.addoption(
        "--part", default="1/1", metavar="K/N", help=f"one part of rows of {LONG} tests, or slow"
    )
    parser.addoption("--slow", metavar="FILE", help=f"write rows of {SLOW:g} s or more to FILE")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a part that is none before anything is collected."""
    part_of(config.getoption("--part"))
    if config.getoption("--slow") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Times(Path(config.getoption("--slow"))))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to other parts."""
    number, total = part_of(config.getoption("--part"))
    slow = slow_rows()
    rows = Counter(_row(item.nodeid) for item in items)
    asked = {
        item
        for item in items
        if (rows[_row(item.nodeid)] < LONG and _row(item.nodeid) not in slow)
        or crc32(item.nodeid.encode()) % total == number - 1
    }
    config.hook.pytest_deselected(items=[item for item in items if item not in asked])
    items[:] = [item for item in items if item in asked]


def slow_rows() -> frozenset[str]:
    """Return the rows that slow.txt names, without their seconds."""
    lines = ROWS.read_text(encoding="utf-8").splitlines()
    return frozenset(line.partition(" ")[2] for line in lines if not line.startswith("#"))


def _row(name: str) -> str:
    return name.partition("[")[0]


def part_of(text: str) -> tuple[int, int]:
    """Number and count of the parts. Raises pytest.UsageError for a text that names none."""
    found = parse_part(text)
    if found is None:
        raise pytest.UsageError(f"--part {text}: {WANTED}, as in 2/3")
    return found


class _Times:
    """Adds the times of the tests of each row, and writes the slow rows at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[_row(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        slow = sorted((row, s) for row, s in self.seconds.items() if s >= SLOW)
        head = "# The seconds that each slow row of tests took. Written by --slow (parts.py).\n"
        text = head + "".join(f"{seconds:.0f} {row}\n" for row, seconds in slow)
        write_atomically(self.path, text.encode())
