"""A pytest plugin that selects the quick tests, and a rotating part of the others.

    python -m pytest -p samebits.common.tests.parts --quick
    python -m pytest -p samebits.common.tests.parts --part 2/8
    python -m pytest -p samebits.common.tests.parts --times common/tests/times.txt

A *row* is one test function with all its parameters. `times.txt` lists the rows that take longer
than BUDGET seconds, with the time of one test in seconds. `--quick` selects as many tests of such a
row as fit in BUDGET, and all tests of every other row. If no test of a module fits, it selects the
quickest test of the module.

`--part K/N` selects the same tests, and also the K-th of N parts of the remaining tests. N runs
with K = 1 ... N run every test. The checksum of a test's name decides to which part it belongs,
because every N-th test of a row could be a test of the same device.

`--times FILE` runs the selected tests and rewrites the rows of FILE that ran. The lines of other
rows are not changed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

import pytest

from samebits.common.files import write_atomically
from samebits.common.part import WANTED, parse_part

BUDGET = 1.0
"""The time that the quick selection may use for a row, in seconds."""

TABLE = Path(__file__).with_name("times.txt")

_HEAD = f"""\
# Rows of tests that take more than {BUDGET:g} s: the seconds of one test, and the row.
# Written by --times (parts.py).
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options --quick, --part and --times."""
    parser.addoption("--quick", action="store_true", help="select the quick tests only")
    parser.addoption("--part", metavar="K/N", help="select the quick tests and a part of the rest")
    parser.addoption("--times", metavar="FILE", help="rewrite the table of slow rows in FILE")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse an invalid --part before tests are collected, and register the plugin of --times."""
    if config.getoption("--part") is not None:
        part_of(config.getoption("--part"))
    if config.getoption("--times") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Times(Path(config.getoption("--times"))))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that --quick or --part does not select."""
    part = config.getoption("--part")
    if part is None and not config.getoption("--quick"):
        return
    number, total = part_of(part) if part is not None else (1, 0)
    names = [item.nodeid for item in items]
    quick = quick_tests(names, read_times(TABLE))
    asked = [
        item
        for item, name in zip(items, names, strict=True)
        if name in quick or (total and _checksum(name) % total == number - 1)
    ]
    kept = set(asked)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = asked


def quick_tests(names: list[str], times: Mapping[str, float]) -> set[str]:
    """Return the names of the quick tests.

    `times` has the seconds of one test for each slow row.
    """
    rows, modules = defaultdict(list), defaultdict(list)
    for name in names:
        rows[row_of(name)].append(name)
    quick: set[str] = set()
    for row, tests in rows.items():
        modules[row.partition("::")[0]].append(row)
        fitting = int(BUDGET / times[row]) if row in times else len(tests)
        quick.update(sorted(tests, key=_checksum)[:fitting])
    for inside in modules.values():
        if not any(name in quick for row in inside for name in rows[row]):
            quickest = min(inside, key=lambda row: times[row])
            quick.add(min(rows[quickest], key=_checksum))
    return quick


def read_times(path: Path) -> dict[str, float]:
    """Return the seconds of one test for each slow row, as the file lists them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return {row: float(seconds) for seconds, row in pairs}


def row_of(name: str) -> str:
    """Return the row of a test: its name without parameters."""
    return name.partition("[")[0]


def part_of(text: str) -> tuple[int, int]:
    """Return (K, N) for a text K/N. Raises pytest.UsageError for any other text."""
    found = parse_part(text)
    if found is None:
        raise pytest.UsageError(f"--part {text}: {WANTED}, as in 2/3")
    return found


def _checksum(name: str) -> int:
    return crc32(name.encode())


class _Times:
    """A plugin that measures the tests and updates the table at the end of the pytest session."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: Counter[str] = Counter()
        self.tests: defaultdict[str, set[str]] = defaultdict(set)
        self.counts: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.counts.update(row_of(item.nodeid) for item in items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        row = row_of(report.nodeid)
        self.seconds[row] += report.duration
        self.tests[row].add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        found = read_times(self.path) if self.path.exists() else {}
        for row, tests in self.tests.items():
            found.pop(row, None)
            one = self.seconds[row] / len(tests)
            if one * max(self.counts[row], len(tests)) > BUDGET:
                found[row] = one
        lines = (f"{found[row]:.3g} {row}\n" for row in sorted(found))
        write_atomically(self.path, (_HEAD + "".join(lines)).encode())
