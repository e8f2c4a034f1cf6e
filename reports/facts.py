"""A report that `verify` has checked. Pages are made only from verified reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from samebits.conformance.results.records import CaseResult, Footer, Header, Word
from samebits.conformance.results.verdict import Verdict, escaped, spelled_of
from samebits.reports.outcomes import Tone

TONES: Mapping[Word, Tone] = {"PASS": "good", "FAIL": "bad", "INCOMPLETE": "warn", "INVALID": "bad"}
SIGNS: Mapping[Word, str] = {"PASS": "✓", "FAIL": "✗", "INCOMPLETE": "◐", "INVALID": "!"}


@dataclass(frozen=True, slots=True)
class VerifiedReport:
    """Header, results and footer of a whole report, and the verdict, recomputed from its lines.

    The verdict follows the current rules, even for a report of schema 1. `checks` describes in
    sentences which parts were compared and which could not be. `compared` is true if the plan and
    all of its laws were compared. `erratum` is the number of the erratum that withdraws the claim
    (V1.7), or "".
    """

    header: Header
    results: tuple[CaseResult, ...]
    footer: Footer
    verdict: Verdict
    path: Path
    checks: tuple[str, ...] = ()
    compared: bool = False
    erratum: str = ""

    @property
    def name(self) -> str:
        """Return backend and device, such as `c:avx512`. The backend is spelled as by the user."""
        return escaped(f"{spelled_of(self.header)}:{self.header.device}")

    @property
    def vectors(self) -> tuple[CaseResult, ...]:
        """Return the golden cases without those from real networks."""
        return tuple(r for r in self.results if r.kind == "vector")

    @property
    def real(self) -> tuple[CaseResult, ...]:
        """Return the cases whose operands come from real networks."""
        return tuple(r for r in self.results if r.kind == "real")

    @property
    def laws(self) -> tuple[CaseResult, ...]:
        """Return the results of laws, which need no oracle."""
        return tuple(r for r in self.results if r.kind == "law")

    @property
    def drawn(self) -> tuple[CaseResult, ...]:
        """Return the cases whose operands were drawn from the run's seed."""
        return tuple(r for r in self.results if r.kind == "drawn")

    @property
    def refused(self) -> tuple[CaseResult, ...]:
        """Return the cases whose calls are errors, which the backend must refuse."""
        return tuple(r for r in self.results if r.kind == "refused")

    @property
    def trajectories(self) -> tuple[CaseResult, ...]:
        """Return the trajectories (training runs) and the laws about them."""
        return tuple(r for r in self.results if r.kind == "trajectory")

    @property
    def mark(self) -> str:
        """Return PASS, PASS of a part, FAIL, INCOMPLETE or INVALID.

        If the claim is withdrawn, `, withdrawn` is added.
        """
        of = " of a part" if self.verdict.ok and self.part else ""
        return f"{self.verdict.word}{of}, withdrawn" if self.erratum else f"{self.verdict.word}{of}"

    @property
    def part(self) -> str:
        """Return the judged part of the suite, such as `only op exp, sum`, or "" for all of it."""
        shard = f"shard {self.header.shard}" if self.header.shard else ""
        parts = [part for part in (self.filters, shard) if part]
        return f"only {'; '.join(parts)}" if parts else ""

    @property
    def filters(self) -> str:
        """Return the filters of the run, such as `op exp, sum; format f32`, or ""."""
        return "; ".join(f"{k} {', '.join(v)}" for k, v in self.header.filters.items())

    @property
    def tone(self) -> Tone:
        """Return the tone in which the verdict is shown.

        The tone of INCOMPLETE is neutral, because it is neither good nor bad for the device.
        """
        return "bad" if self.erratum else TONES[self.verdict.word]

    @property
    def sign(self) -> str:
        """Return a symbol for the verdict, so that readers need not rely on colour."""
        return SIGNS["FAIL" if self.erratum else self.verdict.word]
