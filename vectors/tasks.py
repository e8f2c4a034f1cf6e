"""The work of one worker process for one table or certificate: make or check it."""

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
    """A request to work on one table or certificate, which is sent to a worker process."""

    @property
    def title(self) -> str:
        """Return the text for a progress bar."""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A request to make a table, unless `previous` is still the digest of its plan."""

    plan: FilePlan
    previous: str

    @property
    def title(self) -> str:
        """Return the title of the table."""
        return self.plan.title


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The table that was made, or None if the previous table is still current."""

    plan: FilePlan
    table: TableData | None


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A request to recompute a table and compare it with the committed one."""

    folder: Path
    plan: FilePlan

    @property
    def title(self) -> str:
        """Return the title of the table."""
        return self.plan.title


@dataclass(frozen=True, slots=True)
class CertificateRequest:
    """A request to check a certificate and recompute a sample of its blocks."""

    folder: Path
    op: str
    name: str

    @property
    def title(self) -> str:
        """Return the title of the certificate."""
        return f"{self.op}/{self.name}"


def evaluator() -> Evaluate:
    """Return the function that evaluates a call by the oracles.

    Raises OracleUnavailable, which names the missing package.
    """
    from samebits.oracles import evaluate

    return evaluate


def provenance() -> dict[str, str]:
    """Return the oracles with their versions, and the method for functions of one operand."""
    from samebits import oracles

    return {**oracles.provenance(), "digests": "oracles.sweep: binary64 filter, near inputs by Arb"}


def make_one(request: WriteRequest) -> WriteResult:
    """Make one table, unless the previous one is current. Raises SamebitsError."""
    cases = request.plan.cases()
    if request.previous == plan_digest(cases):
        return WriteResult(request.plan, None)
    _be_nice()
    return WriteResult(request.plan, build(request.plan, cases, evaluator()))


def check_one(request: CheckRequest) -> list[str]:
    """Recompute one table, and return its errors, one line each."""
    _be_nice()
    try:
        built = build(request.plan, request.plan.cases(), evaluator())
    except SamebitsError as error:
        return [f"{request.plan.title}: {error}"]
    return check.differences(request.folder, request.plan, built)


def check_certificate(request: CertificateRequest) -> list[str]:
    """Check one certificate, and return its errors, one line each."""
    _be_nice()
    return certificates.check(request.folder, request.op, request.name)


def _be_nice() -> None:
    """Lower the priority of a worker process, so that the machine stays responsive.

    The priority of the main process is unchanged.
    """
    if hasattr(os, "nice") and parent_process() is not None:
        os.nice(max(0, 10 - os.nice(0)))
