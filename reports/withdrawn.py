"""The withdrawn claims (clause V1.7): sources, device and profile of each.

withdrawn.json is installed with the judge. `samebits report verify` therefore recognizes every
report of the same sources whose claim was withdrawn. Wrong bits belong to the sources: if a report
is sealed or made again, its SHA-256 is different, but the bits are still wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from samebits.common.reading import UnreadableError, parse_json, read_bounded
from samebits.conformance.results.records import Header
from samebits.reports.errors import ReportError

LIST = Path(__file__).with_name("withdrawn.json")
"""A JSON file that maps the SHA-256 of a report to its withdrawn claim, which is also in words."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """One withdrawn claim, and the number of its erratum in docs/errata.md.

    `sources` is the digest of the judged sources in the report. `device` is a text such as
    `c:avx512`.
    """

    erratum: str
    sources: str
    device: str
    profile: str

    def concerns(self, header: Header) -> bool:
        """Return whether a report is about these sources, this device and this profile."""
        stated = {v for name, v in header.environment.items() if name.endswith("_digest")}
        device = f"{header.backend}:{header.device}"
        return self.sources in stated and device == self.device and self.profile in header.profiles


def withdrawn(path: Path | None = None) -> Mapping[str, Withdrawn]:
    """Return the withdrawn claims by the SHA-256 of the report that the erratum names.

    Raises ReportError if the file is invalid.
    """
    path = path or LIST
    try:
        listed = parse_json(read_bounded(path))
        names = ("erratum", "sources", "device", "profile")
        return {
            str(sha): Withdrawn(*(str(entry[name]) for name in names))
            for sha, entry in listed.items()
        }
    except (UnreadableError, AttributeError, KeyError, TypeError) as error:
        raise ReportError(f"{path}: is not a list of withdrawn claims: {error}") from error


def erratum_of(header: Header) -> str:
    """Return the number of the erratum that withdraws the claim of a report, or ""."""
    return next((known.erratum for known in withdrawn().values() if known.concerns(header)), "")
