"""The top of a page: the verdict of each device, the agreement of devices, and the profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.results.records import BY_NAME, CaseResult
from samebits.reports.agreement import agreement
from samebits.reports.errors import ReportError
from samebits.reports.facts import VerifiedReport
from samebits.reports.heatmap import in_words
from samebits.reports.outcomes import LOOKS, Tone
from samebits.reports.summary import Counts, Row, counts_of, device_matrix

_ORDER: tuple[Tone, ...] = ("good", "warn", "mute", "bad")
_LEAST = 2.0
"""The least width of a part of a bar, in percent. One failure among thousands is thus visible."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The cases of one profile on one device, as counts and as parts of a bar."""

    counts: Counts

    @property
    def text(self) -> str:
        """Return a text such as `3,491 of 3,491`: the passing cases and all applicable cases."""
        apply = sum(self.counts.values()) - self.counts.get("not_applicable", 0)
        return f"{self.counts.get('pass', 0):,} of {apply:,}"

    @property
    def words(self) -> str:
        """Return every outcome with its count."""
        return in_words(self.counts)

    @property
    def parts(self) -> list[tuple[Tone, float, float]]:
        """Return tone, start and width of each part of the bar, in percent.

        A minimal width keeps each part visible. The whole bar represents all applicable cases. If
        no case is applicable, the bar is one part of tone `mute`.
        """
        applying = {o: n for o, n in self.counts.items() if o != "not_applicable"} or self.counts
        total = sum(applying.values())
        widths = []
        for tone in _ORDER:
            number = sum(n for outcome, n in applying.items() if LOOKS[outcome].tone == tone)
            if number:
                widths.append((tone, max(_LEAST, 100 * number / total)))
        scale, start, parts = 100 / sum(w for _, w in widths), 0.0, []
        for tone, width in widths:
            parts.append((tone, round(start, 2), round(width * scale, 2)))
            start += width * scale
        return parts


def together(reports: Sequence[VerifiedReport]) -> tuple[Tone, str] | None:
    """Return whether devices agree, as a tone and a line, or None if there is only one device."""
    if len({report.name for report in reports}) < 2:
        return None
    try:
        found = agreement(reports)
    except ReportError as error:
        return "mute", f"no agreement: {error}"
    return ("bad" if found.apart else "good"), found.line


def not_judged(reports: Sequence[VerifiedReport]) -> str:
    """Return a line about devices that are not judged unless they are named, or "" without them."""
    judged = {(report.header.backend, report.header.device) for report in reports}
    left = {
        name: None
        for report in reports
        for name, why in report.header.left_out.items()
        if why == BY_NAME and (report.header.backend, name) not in judged
    }
    return f"not judged: {', '.join(left)} ({BY_NAME})" if left else ""


def profile_bars(
    reports: Mapping[str, Sequence[CaseResult]],
) -> list[tuple[str, list[Bar | None]]]:
    """Return a title and one bar per report, for each profile and each other kind of results."""
    found: dict[str, list[Row]] = {}
    for row in device_matrix(reports).rows:
        found.setdefault(row.group, []).append(row)
    lines = []
    for group, rows in found.items():
        columns = zip(*(row.cells for row in rows), strict=True)
        results = [[r for cell in cells if cell for r in cell.results] for cells in columns]
        lines.append((group, [Bar(counts_of(some)) if some else None for some in results]))
    return lines


def by_name(reports: Sequence[VerifiedReport]) -> dict[str, VerifiedReport]:
    """Return the reports by device name. A number is added to a repeated name."""
    found: dict[str, VerifiedReport] = {}
    for report in reports:
        again = sum(n == report.name or n.startswith(f"{report.name} (") for n in found)
        found[f"{report.name} ({again + 1})" if again else report.name] = report
    return found
