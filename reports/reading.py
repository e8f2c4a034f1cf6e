"""Read the lines of a report one by one, within limits, and check their types and seal or chain.

A foreign file is refused at its first invalid line, before the rest is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from samebits.common.reading import UnreadableError, read_bounded, read_lines
from samebits.conformance.results import schema1
from samebits.conformance.results.records import SCHEMA, CaseResult, Footer, Header
from samebits.reports.chain import MEMBER, Chain
from samebits.reports.errors import ReportError
from samebits.reports.lines import RecordKind, decode, footer_line, read_record

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

SUFFIX = ".partial"
"""The suffix of a report's file name while the report is being written."""

MOST_CHARACTERS = 500
"""The largest number of characters of an id, eight times the longest id today."""

MOST_CASES = 1 << 17
"""The largest number of lines of a report, four times the planned cases of the largest run."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The records of a report, and the line number of its footer."""

    header: Header
    results: tuple[CaseResult, ...]
    footer: Footer
    last: int


@dataclass(frozen=True, slots=True)
class Part:
    """The content of an interrupted report.

    Its first `length` bytes are complete lines, which `chain` contains.
    """

    header: Header
    results: tuple[CaseResult, ...]
    length: int
    chain: Chain


def read_report(path: Path) -> Rows:
    """Return a whole report. Raises ReportError, with the line, if it is invalid or changed."""
    seal = hashlib.sha256()
    cases = _Cases()
    footer: Footer | None = None
    number = 0
    for number, row in _lines(path):
        where = at_line(path, number)
        if not row.endswith(b"\n"):
            raise ReportError(f"{where}: the line has no end, so the file is truncated")
        if footer is not None:
            raise ReportError(f"{where}: there is text after the footer")
        kind, members = decode(row, where)
        if MEMBER in members:
            raise ReportError(
                f"{where}: the line belongs to an unfinished report without a footer; finish "
                "it with --resume"
            )
        if kind == "footer" and cases.header is not None:
            footer = _sealed(row, members, seal, where)
        else:
            cases.take(kind, members, where, number)
        seal.update(row)
    if cases.header is None:
        raise ReportError(f"{path}: the file is empty")
    if footer is None:
        advice = "finish it with --resume" if path.name.endswith(SUFFIX) else "run it again"
        raise ReportError(
            f"{at_line(path, number)}: there is no footer, so the run was interrupted or the "
            "file was cut; "
            f"{advice}"
        )
    return Rows(cases.header, tuple(cases.results), footer, number)


def read_partial(path: Path) -> Part:
    """Return an interrupted report. If its last line is incomplete, this line is left out.

    Raises ReportError, which names the line, if a line is invalid or does not follow from the lines
    before it.
    """
    cases, chain = _Cases(_DIFFERED), Chain()
    length = 0
    for number, row, line in partial_lines(path, chain):
        where = at_line(path, number)
        cases.take(*decode(line, where), where, number)
        length += len(row)
    if cases.header is None:
        raise ReportError(f"{path}: no whole line was written; run without --resume")
    return Part(cases.header, tuple(cases.results), length, chain)


def partial_lines(path: Path, chain: Chain) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield (number, bytes, line of the finished report) for each line of a partial report.

    A last line without a newline is incomplete. It is skipped, and its case is run again. `chain`
    contains the lines so far. Raises ReportError if a line does not match the chain.
    """
    for number, row in _lines(path):
        if row.endswith(b"\n"):
            yield number, row, chain.checked(row, at_line(path, number))


def contents(path: Path) -> bytes:
    """Return the bytes of a report, unpacked if it is a gzip file.

    Raises ReportError if the file cannot be read.
    """
    try:
        return read_bounded(path)
    except UnreadableError as error:
        raise ReportError(f"{path}: {error}") from error


def at_line(path: Path, number: int) -> str:
    """Return the file and line number as text for messages."""
    return f"{path} line {number}"


_DIFFERED = "; when it was asked again it had another result: run without --resume to begin anew"
"""The end of the message for an interrupted report with two different results of one case."""


class _Cases:
    """The header and the cases, read line by line. `twice` ends the message for a repeated case."""

    def __init__(self, twice: str = "") -> None:
        self._twice = twice
        self.header: Header | None = None
        self.results: list[CaseResult] = []
        self._seen: dict[str, int] = {}

    def take(self, kind: RecordKind, members: Mapping[str, Any], where: str, number: int) -> None:
        """Add one more line.

        Raises ReportError, which begins with `where`, if the line is invalid.
        """
        if self.header is None:
            if kind != "header":
                raise ReportError(f"{where}: a report begins with its header, not with a {kind}")
            self.header = _header(members, where)
            return
        if kind != "case":
            raise ReportError(f"{where}: a {kind} is among the cases")
        result = read_record(CaseResult, members, where)
        _check_result(result, self.header, where)
        if result.id in self._seen:
            line = self._seen[result.id]
            raise ReportError(f"{where}: {result.id} is already on line {line}{self._twice}")
        if len(self.results) == MOST_CASES:
            raise ReportError(f"{where}: more than {MOST_CASES:,} cases; it is not read")
        self._seen[result.id] = number
        self.results.append(result)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers. Raises ReportError if the file is not readable."""
    try:
        yield from enumerate(read_lines(path), start=1)
    except UnreadableError as error:
        raise ReportError(f"{path}: {error}") from error


def _header(members: Mapping[str, Any], where: str) -> Header:
    schema = members.get("schema")
    if type(schema) is not int or schema not in (schema1.VERSION, SCHEMA):
        raise ReportError(
            f"{where}: schema {str(schema)[:80]}; this samebits reads schema {schema1.VERSION} "
            f"and {SCHEMA}"
        )
    return read_record(Header, members, where)


def _sealed(row: bytes, members: Mapping[str, Any], preceding: Hash, where: str) -> Footer:
    """Return the footer. Raises ReportError if its digest does not match the lines before it."""
    footer = read_record(Footer, members, where)
    if row != footer_line(footer, preceding):
        raise ReportError(
            f"{where}: the footer's sha256 does not match: a line was changed, added or removed"
        )
    return footer


def _check_result(result: CaseResult, header: Header, where: str) -> None:
    """Raise ReportError if the members of a result contradict each other."""
    if len(result.id) > MOST_CHARACTERS:
        raise ReportError(f"{where}: an id has {len(result.id):,} characters")
    if not result.id.isprintable():
        raise ReportError(f"{where}: the id {result.id!a} holds unprintable characters")
    if result.outcome == "pass" and (result.wrong or result.examples):
        raise ReportError(f"{where}: {result.id} passes with {result.wrong} wrong elements")
    if result.outcome == "pass" and (result.max_ulp is not None or result.diagnosis):
        raise ReportError(f"{where}: {result.id} passes, but describes a mistake")
    if header.schema == schema1.VERSION and result.outcome not in schema1.OUTCOMES_THEN:
        raise ReportError(f"{where}: schema 1 has no outcome {result.outcome}")
