"""What one process does for one table or certificate: make it, or check it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import Protocol

from samebits.common.errors import SamebitsError
from samebits.vectors import certificates, check
from samebits.vectors.build import Evaluate, build, plan_digest
from samebits.vectors.contents import TableData
from samebits.vectors.planning import FilePlan


class Request(Protocol):
    """Anything about one table or certificate. It travels between processes."""

    @property
    def title(self) -> str:
        """What a progress bar calls it."""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """Make a table, unless it is there and `previous` is the digest of its plan still."""

    plan: FilePlan
    previous: str

    @property
    def title(self) -> str:
        """Return the table."""
        return self.plan.title


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The table that was made, or None where the previous one is to be kept."""

    plan: FilePlan
    table: TableData | None


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Recompute a table and compare it."""

    folder: Path
    plan: FilePlan

    @property
    def title(self) -> str:
        """Return the table."""
        return self.plan.title


@dataclass(frozen=True, slots=True)
class CertificateRequest:
    """Check a certificate and recompute a sample of its blocks."""

    folder: Path
    op: str
    name: str

    @property
    def title(self) -> str:
        """Return the certificate."""
        return f"{self.op}/{self.name}"


def evaluator() -> Evaluate:
    """Return the oracles. Raises OracleUnavailable, which names the missing package."""
    from samebits.oracles import evaluate

    return evaluate


def provenance() -> dict[str, str]:
    """The oracles and their versions, and what decides the digests of functions of one operand."""
    from samebits import oracles

    return {**oracles.provenance(), "digests": "oracles.sweep: binary64 filter, near inputs by Arb"}


def make_one(request: WriteRequest) -> WriteResult:
    """Make one table, or find that the previous one is current. Raises SamebitsError."""
    cases = request.plan.cases()
    if request.previous == plan_digest(cases):
        return WriteResult(request.plan, None)
    _be_nice()
    return WriteResult(request.plan, build(request.plan, cases, evaluator()))


def check_one(request: CheckRequest) -> list[str]:
    """Recompute one table; findings, one line each."""
    _be_nice()
    try:
        built = build(request.plan, request.plan.cases(), evaluator())
    except SamebitsError as error:
        return [f"{request.plan.title}: {error}"]
    return check.differences(request.folder, request.plan, built)


def check_certificate(request: CertificateRequest) -> list[str]:
    """Check one certificate; findings, one line each."""
    _be_nice()
    return certificates.check(request.folder, request.op, request.name)


def _be_nice() -> None:
    """Leave the machine usable beside a long run; a process of somebody else's stays as it is."""
    if hasattr(os, "nice") and parent_process() is not None:
        os.nice(max(0, 10 - os.nice(0)))
