"""What one process does for one file: write it, or check it. Requests travel between processes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import Protocol

from samebits.spec.errors import SamebitsError
from samebits.vectors import certificates, check, writer
from samebits.vectors.build import Evaluate, build, plan_digest
from samebits.vectors.planning import FilePlan


class Request(Protocol):
    """Anything about one file."""

    @property
    def title(self) -> str:
        """What a progress bar calls it."""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """Write a file, or keep the one that was finished before if it is still current."""

    folder: Path
    plan: FilePlan
    previous: writer.Written | None

    @property
    def title(self) -> str:
        """The table."""
        return _title(self.plan.path)


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The entries of the file, and whether it was kept."""

    written: writer.Written
    kept: bool


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Recompute a file and compare it."""

    folder: Path
    plan: FilePlan

    @property
    def title(self) -> str:
        """The table."""
        return _title(self.plan.path)


@dataclass(frozen=True, slots=True)
class CertificateRequest:
    """Check a certificate and recompute a sample of its blocks."""

    folder: Path
    path: str

    @property
    def title(self) -> str:
        """The certificate."""
        return self.path.removesuffix(".json")


def evaluator() -> Evaluate:
    """The oracles. Raises OracleUnavailable, which names the missing package."""
    from samebits.oracles import evaluate

    return evaluate


def provenance() -> dict[str, str]:
    """The oracles and their versions, and what decides the digests of functions of one operand."""
    from samebits import oracles

    return {**oracles.provenance(), "digests": "oracles.sweep: binary64 filter, near inputs by Arb"}


def write_one(request: WriteRequest) -> WriteResult:
    """Make and write one file. Raises SamebitsError; then the file is as it was."""
    cases = request.plan.cases()
    previous = request.previous
    if previous and writer.is_current(request.folder, previous, plan_digest(cases)):
        return WriteResult(previous, kept=True)
    _be_nice()
    built = build(request.plan, cases, evaluator())
    return WriteResult(writer.write_built(request.folder, request.plan, built), kept=False)


def check_one(request: CheckRequest) -> list[str]:
    """Recompute one file; findings, one line each."""
    _be_nice()
    try:
        built = build(request.plan, request.plan.cases(), evaluator())
    except SamebitsError as error:
        return [f"{request.plan.path}: {error}"]
    return check.differences(request.folder, request.plan, built)


def check_certificate(request: CertificateRequest) -> list[str]:
    """Check one certificate; findings, one line each."""
    _be_nice()
    return certificates.check(request.folder, request.path)


def _title(path: str) -> str:
    """`data/exp/f32.json` as `exp/f32`."""
    return path.removeprefix("data/").removesuffix(".json")


def _be_nice() -> None:
    """Leave the machine usable beside a long run; a process of somebody else's stays as it is."""
    if hasattr(os, "nice") and parent_process() is not None:
        os.nice(max(0, 10 - os.nice(0)))
