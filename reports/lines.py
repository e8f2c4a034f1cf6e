"""The lines of a report: JSON objects whose member `record` names their kind.

They are written as ASCII without unneeded spaces. They are read strictly (see
`samebits.common.reading`). A line is refused, with its number, if it is not an object, repeats a
member, or contains NaN or Infinity.
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
"""The kind of a line: `header` for the first, `case` for a result, `footer` for the last line."""


def encode(kind: RecordKind, record: Mapping[str, Any]) -> bytes:
    """Return one line of a report, including the newline."""
    text = json.dumps({"record": kind, **record}, separators=(",", ":"), allow_nan=False)
    return text.encode("ascii") + b"\n"


def footer_line(footer: Footer, preceding: Hash) -> bytes:
    """Return the footer line with its seal.

    The seal `sha256` is computed over all bytes of the report, with an empty `sha256`. `preceding`
    is the hash of the lines before the footer.
    """
    seal = preceding.copy()
    seal.update(encode("footer", replace(footer, sha256="").to_json()))
    return encode("footer", replace(footer, sha256=seal.hexdigest()).to_json())


def decode(line: bytes, where: str) -> tuple[RecordKind, dict[str, Any]]:
    """Return the kind and the members of one line, with or without its newline.

    Raises ReportError, which begins with `where` ("FILE line 7"), for an invalid line.
    """
    try:
        record = parse_json(line)
    except UnreadableError as error:
        raise ReportError(f"{where}: {error}") from error
    if not isinstance(record, dict):
        raise ReportError(f"{where}: the line is not a JSON object")
    kind = record.pop("record", None)
    if kind not in get_args(RecordKind):
        raise ReportError(
            f"{where}: the member record is {str(kind)[:80]!r}, not one of "
            f"{', '.join(get_args(RecordKind))}"
        )
    return kind, record


def read_record(record: type[R], members: Mapping[str, Any], where: str) -> R:
    """Return the typed record of a decoded line. Raises ReportError, which begins with `where`."""
    try:
        return record.from_json(members)
    except RecordError as error:
        raise ReportError(f"{where}: {error}") from error
