"""Verify reports: trust a report only as far as its lines prove it.

The footer's SHA-256 seals the lines. The header has a digest that seals the list of planned ids.
Verdict and claim are recomputed from the lines. If the report names the installed vectors, the
planned cases and their numbers of elements are also derived again, so that missing cases are
detected. A report is still unsigned: its author can have invented every outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from samebits.conformance.results import schema1
from samebits.conformance.results.records import CaseResult, Footer
from samebits.conformance.results.verdict import Verdict, count, judge, planned_digest
from samebits.reports.errors import ReportError
from samebits.reports.facts import VerifiedReport
from samebits.reports.plan import check_plan
from samebits.reports.plausible import check_plausible
from samebits.reports.reading import Rows, at_line, read_report
from samebits.reports.withdrawn import erratum_of

_LONGEST = 300


def verify(path: str | Path) -> VerifiedReport:
    """Read and check a report, which may be compressed by gzip.

    Raises ReportError, one line with the file, the line number and the fault. Faults of the lines
    are: the file is unreadable, truncated or has no footer, a line was changed, added or removed,
    an outcome is unknown, or an id is repeated. Other faults are: counts or a planned list that
    differ from the lines, a verdict that does not follow from them, and implausible elements, times
    or environments.
    """
    path = Path(path)
    rows = read_report(path)
    # Lines are in the order in which results arrived, but the judge sorts results by id.
    results = tuple(sorted(rows.results, key=lambda result: result.id))
    _check_counts(path, rows)
    verdict = judge(rows.header, results)
    checks = [
        f"the SHA-256 of the footer seals {rows.last - 1:,} lines",
        f"{rows.footer.run:,} cases have a line, as many as planned, and the planned digest",
        _check_verdict(at_line(path, rows.last), rows, results, verdict),
        *check_plausible(path, rows),
    ]
    plan = check_plan(path, rows.header, results)
    checks.append(plan.text)
    erratum = erratum_of(rows.header)
    if erratum:
        checks.append(
            f"claims of these sources on this device are withdrawn by erratum {erratum} "
            "(docs/errata.md): wrong bits are known"
        )
    return VerifiedReport(
        rows.header, results, rows.footer, verdict, path, tuple(checks), plan.compared, erratum
    )


def _check_counts(path: Path, rows: Rows) -> None:
    where = at_line(path, rows.last)
    header, results, footer = rows.header, rows.results, rows.footer
    true = (schema1.count if header.schema == schema1.VERSION else count)(results)
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
            f"{at_line(path, 1)}: the planned digest does not match the ids on the lines below"
        )


def _check_verdict(where: str, rows: Rows, results: Sequence[CaseResult], verdict: Verdict) -> str:
    """Compare the footer with the verdict that follows from the lines, by the rules of its schema.

    Returns a description of the comparison.
    """
    header, footer = rows.header, rows.footer
    if header.schema == schema1.VERSION:
        _same(where, footer, ("", *schema1.judge(header, results)))
        return (
            f"counts and verdict follow from the lines by the rules of schema 1: {footer.verdict}; "
            f"by those of today it is {verdict.word}"
        )
    _same(where, footer, (verdict.word, verdict.text, verdict.claim))
    return "counts, word, verdict and claim follow from the lines"


def _same(where: str, footer: Footer, true: tuple[str, str, str | None]) -> None:
    said = (footer.word, footer.verdict, footer.claim)
    for name, ours, theirs in zip(("word", "verdict", "claim"), true, said, strict=True):
        if ours != theirs:
            raise ReportError(
                f"{where}: the {name} is {_shown(theirs)}, but from the lines follows "
                f"{_shown(ours)}"
            )


def _shown(text: str | None) -> str:
    """Return a text as shown in a message, shortened if it is very long."""
    return repr(text if text is None or len(text) <= _LONGEST else text[:_LONGEST] + "...")
