"""The lines of a report: one JSON object each, with the member `record` naming what it is.

Written as ASCII without needless spaces. Read strictly (see `samebits.common.reading`): a line that
is no object, that names a member twice, or that holds NaN or Infinity is refused with its number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from samebits.common.reading import UnreadableError, parse_json
from samebits.conformance.results.records import CaseResult, Footer, Header, RecordError
from samebits.reports.errors import ReportError

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

R = TypeVar("R", Header, CaseResult, Footer)

RecordKind = Literal["header", "case", "footer"]
"""header: the first line; case: one result; footer: the last line."""


def encode(kind: RecordKind, record: Mapping[str, Any]) -> bytes:
    """One line of a report, newline included."""
    text = json.dumps({"record": kind, **record}, separators=(",", ":"), allow_nan=False)
    return text.encode("ascii") + b"\n"


def footer_line(footer: Footer, preceding: Hash) -> bytes:
    """The last line, sealed: its sha256 is over all bytes of the report, itself counted as empty.

    `preceding` has seen the lines before it.
    """
    seal = preceding.copy()
    seal.update(encode("footer", replace(footer, sha256="").to_json()))
    return encode("footer", replace(footer, sha256=seal.hexdigest()).to_json())


def decode(line: bytes, where: str) -> tuple[RecordKind, dict[str, Any]]:
    """The kind and the members of one line (with or without its newline).

    `where` ("FILE line 7") begins the message of the ReportError that a bad line raises.
    """
    try:
        record = parse_json(line)
    except UnreadableError as error:
        raise ReportError(f"{where}: {error}") from error
    if not isinstance(record, dict):
        raise ReportError(f"{where}: not a JSON object")
    kind = record.pop("record", None)
    if kind not in get_args(RecordKind):
        raise ReportError(
            f"{where}: record is {str(kind)[:80]!r}, not one of {', '.join(get_args(RecordKind))}"
        )
    return kind, record


def read_record(record: type[R], members: Mapping[str, Any], where: str) -> R:
    """The typed record of a decoded line. Raises ReportError beginning with `where`."""
    try:
        return record.from_json(members)
    except RecordError as error:
        raise ReportError(f"{where}: {error}") from error
