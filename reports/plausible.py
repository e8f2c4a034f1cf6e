"""Plausibility checks of a report: refuse environments, times and counts that no real run has.

They do not prove that a report is true, but they detect careless forgeries.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from samebits.conformance.judging.options import MOST_WORKERS
from samebits.conformance.results.records import SPELLED, Header
from samebits.conformance.results.verdict import KNOWN_FAILURES
from samebits.reports.errors import ReportError
from samebits.reports.reading import MOST_CHARACTERS, Rows, at_line
from samebits.reports.seeds import check_seeds, seed_text
from samebits.reports.stated_commands import backend_of, check_command, check_repeat, has_waivers
from samebits.spec.profiles import LEVELS, PROFILES

STATED = ("os", "machine", "cpu", "python")
"""Names of facts that every environment contains."""

DIGEST = "_digest"
"""A suffix that the name of at least one fact has: `source_digest` or `module_digest`."""

_NAMES = ("suite_version", "spec_version", "backend", "backend_version", "device", "shard")
"""Members of the header that are shown in messages."""

_HEX64 = re.compile(r"[0-9a-f]{64}")
_SLACK = 2.0
"""The tolerance, in seconds, for times that are rounded to seconds."""

_FIRST_YEAR = 2026
"""The year of the first version of samebits. An earlier run is impossible."""

_MOST_PROCESSORS = 8192
"""The maximal number of processors that Linux supports."""

_BY_WAIVERS = (*KNOWN_FAILURES, "xpass")
"""Outcomes that only a waiver can cause."""

_AHEAD = timedelta(days=1)
"""How far the clock of the machine that made the report may be ahead of this machine's clock."""


def check_plausible(path: Path, rows: Rows) -> list[str]:
    """Check header, times and counts for plausibility, and describe what was checked.

    Raises ReportError, which names the line.
    """
    _check_header(at_line(path, 1), rows.header)
    _check_environment(at_line(path, 1), rows.header)
    _check_results(path, rows)
    _check_seconds(path, rows)
    check_seeds(path, rows.header, rows.results)
    said = ["environment, times, seconds and elements are those that a run can have"]
    return [*said, f"the seed is {seed_text(rows.header)}"] if rows.header.seed else said


def _check_header(where: str, header: Header) -> None:
    for name in ("manifest_root", "planned_digest"):
        if not _HEX64.fullmatch(getattr(header, name)):
            raise ReportError(f"{where}: {name} is not a SHA-256 in hexadecimal")
    for name in _NAMES:
        if len(getattr(header, name)) > MOST_CHARACTERS:
            raise ReportError(f"{where}: {name} has more than {MOST_CHARACTERS} characters")
    if not 0 <= header.workers <= MOST_WORKERS or header.protocol < 1:
        raise ReportError(f"{where}: {header.workers} workers, protocol {header.protocol}")
    if header.level not in LEVELS:
        raise ReportError(f"{where}: unknown level {header.level[:80]!r}")
    strange = [name for name in header.profiles if name not in PROFILES]
    if strange:
        raise ReportError(f"{where}: unknown profile {strange[0][:80]!r}")
    if len(set(header.profiles)) != len(header.profiles):
        raise ReportError(f"{where}: a profile is named twice")
    check_command(where, header)


def _check_environment(where: str, header: Header) -> None:
    stated = {name for name, value in header.environment.items() if value.strip()}
    missing = [name for name in STATED if name not in stated]
    if missing:
        raise ReportError(f"{where}: the environment does not state {', '.join(missing)}")
    if not any(name.endswith(DIGEST) for name in stated):
        raise ReportError(
            f"{where}: the environment states no digest of what was judged (source{DIGEST} or "
            f"module{DIGEST})"
        )
    spelled, judged = header.environment.get(SPELLED, ""), backend_of(header)
    if spelled != judged:
        raise ReportError(
            f"{where}: the environment states {SPELLED} {spelled[:80]!a}, the command judges "
            f"{judged[:80]!a}"
        )


def _check_results(path: Path, rows: Rows) -> None:
    results = rows.results
    for result in results:
        check_repeat(str(path), rows.header, result)
        if result.outcome in _BY_WAIVERS and not has_waivers(rows.header):
            raise ReportError(
                f"{path}: {result.id} is {result.outcome}, which needs a file of waivers, but the "
                "command names none (--waivers)"
            )
        if min(result.elements, result.wrong, result.max_ulp or 0) < 0:
            raise ReportError(f"{path}: {result.id} has a negative number of elements")
        if not (math.isfinite(result.seconds) and result.seconds >= 0):
            raise ReportError(f"{path}: {result.id} took {result.seconds:g} s")
        if result.outcome == "pass" and result.elements and not result.seconds:
            raise ReportError(
                f"{path}: {result.id} passes with {result.elements:,} elements compared in no time"
            )
        # An operand of a golden or real case may be empty. A law or a drawn case always has
        # elements.
        empty = result.outcome == "pass" and not result.elements
        if empty and result.kind not in ("vector", "real"):
            raise ReportError(f"{path}: {result.id} passes, but made no call")
    compared = [r for r in results if r.kind != "law" and r.outcome == "pass"]
    if compared and not any(r.elements for r in compared):
        raise ReportError(f"{path}: {len(compared):,} cases pass, but no element was compared")


def _check_seconds(path: Path, rows: Rows) -> None:
    """Raise ReportError if times contradict each other or exceed the time of the processors."""
    started = _time(at_line(path, 1), "started", rows.header.started)
    finished = _time(at_line(path, rows.last), "finished", rows.footer.finished)
    if finished > datetime.now(UTC) + _AHEAD:
        raise ReportError(
            f"{at_line(path, rows.last)}: the run ends in the future, at {rows.footer.finished}; "
            "set the clock of this machine, or of the machine that ran the judge, and run it again"
        )
    if started.year < _FIRST_YEAR:
        raise ReportError(
            f"{at_line(path, 1)}: the run began in {started.year}, before the first version of "
            "samebits; set the clock of the machine that ran the judge, and run it again"
        )
    wall = (finished - started).total_seconds()
    if wall < 0:
        raise ReportError(f"{at_line(path, rows.last)}: the run ended before it began")
    at_once = processes(rows.header)
    taken, most = sum(r.seconds for r in rows.results), (wall + _SLACK) * at_once
    if taken > most:
        raise ReportError(
            f"{path}: the cases took {taken:,.0f} s, but {at_once} processes had {wall:,.0f} s"
        )


def processes(header: Header) -> int:
    """Return how many cases may have run at the same time, from the workers and the processors."""
    stated = header.environment.get("processors", "")
    processors = int(stated) if re.fullmatch(r"[1-9][0-9]{0,3}", stated) else 1
    return min(_MOST_PROCESSORS, max(processors, header.workers))


def _time(where: str, name: str, text: str) -> datetime:
    """Return a time that the report states. Raises ReportError unless it is ISO 8601 in UTC."""
    try:
        found = datetime.fromisoformat(text)
        if found.utcoffset() != UTC.utcoffset(None):
            raise ValueError
    except (ValueError, OverflowError) as error:
        raise ReportError(f"{where}: {name} is not a time in UTC: {text[:80]!r}") from error
    return found
