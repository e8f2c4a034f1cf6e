"""A plugin of pytest: of long rows of tests, one part. `-p samebits.common.tests.parts --part 2/3`.

A row is one test function with all its parameters. Of a row of LONG tests or more every N-th is
asked, the K-th first; shorter ones are asked whole. `.ci/run` takes another part with each commit,
`nox -s tests` asks everything.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

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
    rows: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        rows[item.nodeid.partition("[")[0]].append(item)
    asked = {
        item
        for row in rows.values()
        for item in (row[number - 1 :: total] if len(row) >= LONG else row)
    }
    config.hook.pytest_deselected(items=[item for item in items if item not in asked])
    items[:] = [item for item in items if item in asked]


def part_of(text: str) -> tuple[int, int]:
    """Number and count of the parts. Raises pytest.UsageError for a text that names none."""
    number, _, total = text.partition("/")
    if number.isdecimal() and total.isdecimal() and 1 <= int(number) <= int(total):
        return int(number), int(total)
    raise pytest.UsageError(f"--part {text}: wants K/N with 1 <= K <= N, as in 2/3")
