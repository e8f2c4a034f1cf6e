"""Compare two reports: find cases with a different outcome or bits, or in only one report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from samebits.conformance.results.records import CaseResult
from samebits.reports.facts import VerifiedReport
from samebits.reports.outcomes import BAD


@dataclass(frozen=True, slots=True)
class Change:
    """A case that differs. `before` or `after` is None if the report does not contain it."""

    id: str
    before: CaseResult | None
    after: CaseResult | None

    @property
    def worse(self) -> bool:
        """Return whether the case has become bad or no longer passes."""
        if self.after is None:
            return self.before is not None and self.before.outcome == "pass"
        bad_before = self.before is not None and self.before.outcome in BAD
        lost = self.before is not None and self.before.outcome == "pass" != self.after.outcome
        return (self.after.outcome in BAD and not bad_before) or lost

    @property
    def text(self) -> str:
        """Return a text such as `pass -> fail`, with the numbers of wrong elements."""
        return f"{_words(self.before)} -> {_words(self.after)}"


def differences(before: VerifiedReport, after: VerifiedReport) -> list[Change]:
    """Return the cases that differ, sorted by id.

    Differences in times, wording and the order of examples do not count.
    """
    old = {r.id: r for r in before.results}
    new = {r.id: r for r in after.results}
    ids = sorted(old.keys() | new.keys())
    pairs = ((i, old.get(i), new.get(i)) for i in ids)
    return [Change(i, a, b) for i, a, b in pairs if _key(a) != _key(b)]


def grounds(before: VerifiedReport, after: VerifiedReport) -> Iterator[str]:
    """Yield the facts in which the headers differ.

    They may explain differences between the cases.
    """
    for name in ("backend", "backend_version", "device", "spec_version", "manifest_root", "level"):
        a, b = getattr(before.header, name), getattr(after.header, name)
        if a != b:
            yield f"{name}: {a} -> {b}"
    old, new = before.header.environment, after.header.environment
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"{name}: {old.get(name, 'absent')} -> {new.get(name, 'absent')}"


def _key(result: CaseResult | None) -> object:
    if result is None:
        return None
    got = tuple((e.index, e.wanted, e.got) for e in result.examples)
    diagnosis = result.diagnosis.name if result.diagnosis else None
    return result.outcome, result.wrong, result.max_ulp, got, diagnosis


def _words(result: CaseResult | None) -> str:
    if result is None:
        return "absent"
    return f"{result.outcome} ({result.wrong} wrong)" if result.wrong else result.outcome
