"""Agreement of devices: whether all cases that ran on all devices gave equal bits.

A case passes only with exactly the golden bits. Therefore, two devices that pass the same cases of
the same vectors have returned the same bytes. A law compares a device only with itself, so laws do
not count here. Cases that the judge could not run on all devices do not count either, but their
number is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from samebits.reports.errors import ReportError
from samebits.reports.facts import VerifiedReport

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of a comparison of devices.

    `shared` counts the cases that all devices pass, by kind. `apart` has the ids of the cases that
    some device ran and did not pass. `silent` is the number of the other cases, which some device
    did not run.
    """

    names: tuple[str, ...]
    manifest: str
    shared: dict[str, int]
    apart: tuple[str, ...]
    silent: int = 0

    @property
    def line(self) -> str:
        """Return the result as one line of text."""
        who = " and ".join(self.names)
        cases = ", ".join(f"{count} {kind}" for kind, count in sorted(self.shared.items()))
        total = sum(self.shared.values())
        root = f"vectors {self.manifest[:12]}"
        if not self.apart:
            run = f"; {self.silent} more were not run on all of them" if self.silent else ""
            return f"{who} agree byte for byte on all {total} cases ({cases}){run}, {root}"
        named = ", ".join(self.apart[:_MOST_NAMED])
        more = len(self.apart) - _MOST_NAMED
        rest = f" and {more} more" if more > 0 else ""
        return (
            f"{who} do not agree: not all of them pass {named}{rest}; "
            f"{total} cases agree ({cases}), {root}"
        )


def agreement(reports: Sequence[VerifiedReport]) -> Agreement:
    """Compare two or more verified reports.

    Raises ReportError for fewer than two devices, different vectors, or cases that are missing in
    some of the reports.
    """
    names = tuple(report.name for report in reports)
    if len(set(names)) < 2:
        raise ReportError("an agreement needs the reports of two devices or more")
    roots = {report.header.manifest_root for report in reports}
    if len(roots) > 1:
        listed = ", ".join(sorted(root[:12] for root in roots))
        raise ReportError(f"the reports were made with different vectors: {listed}")
    # Drawn questions are the same cases only if all reports have the same seed.
    left = {"law"} if len({r.header.seed for r in reports}) == 1 else {"law", "drawn"}
    judged = [{r.id: r for r in report.results if r.kind not in left} for report in reports]
    ids = set(judged[0])
    for name, cases in zip(names[1:], judged[1:], strict=True):
        if set(cases) != ids:
            odd = min(set(cases) ^ ids)
            raise ReportError(
                f"{names[0]} and {name} were not judged on the same cases, for instance {odd}; "
                "certify both with one level and the same profiles"
            )
    outcomes = {i: {cases[i].outcome for cases in judged} for i in ids}
    shared = Counter(str(judged[0][i].kind) for i, found in outcomes.items() if found == {"pass"})
    apart = sorted(i for i, found in outcomes.items() if found - {"pass", "not_run"})
    if not (shared or apart):
        raise ReportError("the reports contain no case that compares bits")
    silent = len(ids) - shared.total() - len(apart)
    return Agreement(names, next(iter(roots)), dict(shared), tuple(apart), silent)
