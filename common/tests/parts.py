"""A plugin of pytest: of long rows of tests, one part. `-p samebits.common.tests.parts --part 2/3`.

A row is one test function with all its parameters. Of a row of LONG tests or more about one in N is
asked; shorter ones are asked whole. The part of a test is drawn from its name: every N-th would be
one device again and again where there are N of them. `.ci/run` takes another part with each commit,
`nox -s tests` asks everything.
"""

from __future__ import annotations

from collections import Counter
from zlib import crc32

import pytest

from samebits.common.part import WANTED, parse_part

LONG = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take --part."""
    parser.addoption(
        "--part", default="1/1", metavar="K/N", help=f"one part of rows of {LONG} tests or more"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a part that is none before anything is collected."""
    part_of(config.getoption("--part"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to other parts."""
    number, total = part_of(config.getoption("--part"))
    rows = Counter(_row(item) for item in items)
    asked = {
        item
        for item in items
        if rows[_row(item)] < LONG or crc32(item.nodeid.encode()) % total == number - 1
    }
    config.hook.pytest_deselected(items=[item for item in items if item not in asked])
    items[:] = [item for item in items if item in asked]


def _row(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def part_of(text: str) -> tuple[int, int]:
    """Number and count of the parts. Raises pytest.UsageError for a text that names none."""
    found = parse_part(text)
    if found is None:
        raise pytest.UsageError(f"--part {text}: {WANTED}, as in 2/3")
    return found
