"""The claims that were withdrawn (clause V1.7): sources, device and profile of each.

withdrawn.json is installed with the judge, so that `samebits report verify` says of any report of
the same sources, wherever it lies, what became of its claim. The wrong bits are those of the
sources: a report that was sealed again, or made again, has another SHA-256 and the same wrong bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from samebits.common.reading import UnreadableError, parse_json, read_bounded
from samebits.conformance.results.records import Header
from samebits.reports.errors import ReportError

LIST = Path(__file__).with_name("withdrawn.json")
"""{SHA-256 of the report in the erratum: `Withdrawn`, and the claim in words}."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """One withdrawn claim, and the number of its erratum in docs/errata.md.

    `sources` is the digest that the report states of what was judged, `device` is `c:avx512`.
    """

    erratum: str
    sources: str
    device: str
    profile: str

    def concerns(self, header: Header) -> bool:
        """Whether a report is about these sources on this device, in this profile."""
        stated = {v for name, v in header.environment.items() if name.endswith("_digest")}
        device = f"{header.backend}:{header.device}"
        return self.sources in stated and device == self.device and self.profile in header.profiles


def withdrawn(path: Path | None = None) -> Mapping[str, Withdrawn]:
    """The withdrawn claims by the SHA-256 of the report in the erratum.

    Raises ReportError for a file that is no such list.
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
        raise ReportError(f"{path}: is no list of withdrawn claims: {error}") from error


def erratum_of(header: Header) -> str:
    """The number of the erratum that withdraws the claim of a report, or an empty text."""
    return next((known.erratum for known in withdrawn().values() if known.concerns(header)), "")
