"""A report that `verify` has read and believed: the only thing that pages are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from samebits.conformance.records import CaseResult, Footer, Header
from samebits.conformance.verdict import Verdict


@dataclass(frozen=True, slots=True)
class VerifiedReport:
    """Header, results and footer of a whole report, and the verdict recomputed from its lines.

    `checks` says in sentences what was compared, and what could not be.
    """

    header: Header
    results: tuple[CaseResult, ...]
    footer: Footer
    verdict: Verdict
    path: Path
    checks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Backend and device, as in `c:avx512`."""
        return f"{self.header.backend}:{self.header.device}"

    @property
    def vectors(self) -> tuple[CaseResult, ...]:
        """The cases judged against golden vectors."""
        return tuple(r for r in self.results if r.kind == "vector")

    @property
    def real(self) -> tuple[CaseResult, ...]:
        """The cases drawn from real networks."""
        return tuple(r for r in self.results if r.kind == "real")

    @property
    def laws(self) -> tuple[CaseResult, ...]:
        """The laws, which need no oracle."""
        return tuple(r for r in self.results if r.kind == "law")

    @property
    def drawn(self) -> tuple[CaseResult, ...]:
        """The questions that the run drew from its seed."""
        return tuple(r for r in self.results if r.kind == "drawn")

    @property
    def mark(self) -> str:
        """PASS or FAIL."""
        return "PASS" if self.verdict.ok else "FAIL"
