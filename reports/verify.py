"""`verify`: believe a report only as far as its lines prove it.

The footer's SHA-256 seals the lines, the header's digest the list of planned ids, and the verdict
is computed again from the lines. Against the installed vectors, where they are the ones that the
report names, the list of planned cases is derived again, so that none can be left out quietly.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Sequence
from pathlib import Path

from samebits.conformance.records import SCHEMA, CaseResult, Footer, Header
from samebits.conformance.verdict import Verdict, count, judge, planned_digest
from samebits.reports.errors import ReportError
from samebits.reports.lines import decode, footer_line, read_record
from samebits.reports.plan import check_plan
from samebits.reports.report import VerifiedReport

SUFFIX = ".partial"
"""Added to the name of a report while it is being written."""

MOST_BYTES = 1 << 30
"""A report that is larger once it is unpacked is not read: a stranger's file may be a trap."""

_GZIP = b"\x1f\x8b"


def verify(path: str | Path) -> VerifiedReport:
    """Read and check a report, compressed by gzip or not.

    Raises ReportError, one line with the file, the line number and what is wrong: unreadable,
    truncated, no footer, a line changed, added or removed, an unknown outcome, an id twice, counts
    or planned list that differ from the lines, a verdict that does not follow from them.
    """
    path = Path(path)
    rows = _rows(path)
    header = _header(path, rows)
    footer = _footer(path, rows)
    # Lines stand in the order of arrival; the judge sees the results in the order of their ids.
    results = tuple(sorted(_results(path, rows), key=lambda result: result.id))
    _check_counts(path, len(rows), header, results, footer)
    verdict = _check_verdict(path, len(rows), header, results, footer)
    checks = [
        f"the SHA-256 of the footer seals {len(rows) - 1:,} lines",
        f"{footer.run:,} cases were run, as many as planned, and their ids have the planned digest",
        "counts and verdict follow from the lines",
        *check_plan(path, header, results),
    ]
    return VerifiedReport(header, results, footer, verdict, path, tuple(checks))


def read_partial(path: Path) -> tuple[Header, tuple[CaseResult, ...], int]:
    """Header and results of an interrupted report, and the number of bytes that are whole lines.

    An unfinished last line is left out. Raises ReportError.
    """
    data = contents(path)
    whole = data[: data.rfind(b"\n") + 1]
    rows = [row + b"\n" for row in whole.split(b"\n")[:-1]]
    if not rows:
        raise ReportError(f"{path}: no whole line was written; run without --resume")
    header = _header(path, rows)
    results = _results(path, [*rows, b""])
    return header, results, len(whole)


def contents(path: Path) -> bytes:
    """The bytes of a report, unpacked where they are compressed by gzip. Raises ReportError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportError(f"cannot read {path}: {error.strerror or error}") from error
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            unpacked = stream.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ReportError(f"{path}: is no whole gzip file: {error}") from error
    if len(unpacked) > MOST_BYTES:
        raise ReportError(f"{path}: unpacks to more than {MOST_BYTES >> 30} GiB; it is not read")
    return unpacked


def _rows(path: Path) -> list[bytes]:
    """The lines of a whole report; the last one is a footer."""
    data = contents(path)
    if not data:
        raise ReportError(f"{path}: is empty")
    # Only \n ends a line: bytes.splitlines would also cut at \r.
    rows = [row + b"\n" for row in data.split(b"\n")]
    if rows.pop() != b"\n":
        raise ReportError(f"{_line(path, len(rows) + 1)}: is cut off: the file is truncated")
    kind, _ = decode(rows[-1], _line(path, len(rows)))
    if kind != "footer":
        advice = "finish it with --resume" if path.name.endswith(SUFFIX) else "it is no report"
        raise ReportError(
            f"{_line(path, len(rows))}: no footer: the run was interrupted or the end is missing; "
            f"{advice}"
        )
    return rows


def _header(path: Path, rows: Sequence[bytes]) -> Header:
    where = _line(path, 1)
    kind, record = decode(rows[0], where)
    if kind != "header":
        raise ReportError(f"{where}: a report begins with its header, not with a {kind}")
    if record.get("schema") != SCHEMA:
        raise ReportError(
            f"{where}: schema {record.get('schema')}; this samebits reads schema {SCHEMA}"
        )
    return read_record(Header, record, where)


def _results(path: Path, rows: Sequence[bytes]) -> tuple[CaseResult, ...]:
    """The cases: every row between the first and the last."""
    results = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows[1:-1], start=2):
        where = _line(path, number)
        kind, record = decode(row, where)
        if kind != "case":
            raise ReportError(f"{where}: a {kind} stands between the cases")
        result = read_record(CaseResult, record, where)
        if not result.id.isprintable():
            raise ReportError(f"{where}: the id {result.id!a} holds unprintable characters")
        if result.id in seen:
            raise ReportError(f"{where}: {result.id} stands already on line {seen[result.id]}")
        if result.outcome == "pass" and (result.wrong or result.examples):
            raise ReportError(f"{where}: {result.id} passes with {result.wrong} wrong elements")
        seen[result.id] = number
        results.append(result)
    return tuple(results)


def _footer(path: Path, rows: Sequence[bytes]) -> Footer:
    where = _line(path, len(rows))
    _, record = decode(rows[-1], where)
    footer = read_record(Footer, record, where)
    if rows[-1] != footer_line(footer, hashlib.sha256(b"".join(rows[:-1]))):
        raise ReportError(
            f"{where}: the footer's sha256 does not match: a line was changed, added or removed"
        )
    return footer


def _check_counts(
    path: Path, last: int, header: Header, results: Sequence[CaseResult], footer: Footer
) -> None:
    where = _line(path, last)
    true = count(results)
    for outcome in sorted(true.keys() | footer.counts):
        said, found = footer.counts.get(outcome), true.get(outcome)
        if said != found:
            raise ReportError(f"{where}: the footer counts {said} {outcome}, the lines {found}")
    if footer.run != len(results):
        raise ReportError(f"{where}: the footer says {footer.run} run, the lines {len(results)}")
    if not header.planned == footer.planned == footer.run:
        raise ReportError(
            f"{where}: {footer.run} run, {footer.planned} planned by the footer and "
            f"{header.planned} by the header: a run that is not complete is not valid"
        )
    if planned_digest([r.id for r in results]) != header.planned_digest:
        raise ReportError(
            f"{_line(path, 1)}: the planned digest is not that of the ids on the lines below"
        )


def _check_verdict(
    path: Path, last: int, header: Header, results: Sequence[CaseResult], footer: Footer
) -> Verdict:
    verdict = judge(header, results)
    if (verdict.text, verdict.claim) != (footer.verdict, footer.claim):
        raise ReportError(
            f"{_line(path, last)}: the verdict is {footer.verdict!r}, but from the lines follows "
            f"{verdict.text!r}"
        )
    return verdict


def _line(path: Path, number: int) -> str:
    return f"{path} line {number}"
