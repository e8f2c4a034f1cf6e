"""The claims that were withdrawn, by the SHA-256 of their reports (clause V1.7).

withdrawn.json is installed with the judge, so that `samebits report verify` says of a copy of such
a report, wherever it lies, what became of its claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from samebits.common.reading import UnreadableError, parse_json, read_bounded
from samebits.reports.errors import ReportError

LIST = Path(__file__).with_name("withdrawn.json")
"""{SHA-256 of a report: {"claim": text, "erratum": number}}, the errata being in docs/errata.md."""


def withdrawn(path: Path | None = None) -> Mapping[str, str]:
    """The number of the erratum by the SHA-256 that a report's footer holds.

    Raises ReportError for a file that is no such list.
    """
    path = path or LIST
    try:
        listed = parse_json(read_bounded(path))
        return {str(sha): str(entry["erratum"]) for sha, entry in listed.items()}
    except (UnreadableError, AttributeError, KeyError, TypeError) as error:
        raise ReportError(f"{path}: is no list of withdrawn claims: {error}") from error
