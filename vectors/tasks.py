"""What one process does for one file: write it, or check it. Requests travel between processes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from samebits.spec.errors import SamebitsError
from samebits.vectors import check, writer
from samebits.vectors.build import Evaluate, build, plan_digest
from samebits.vectors.planning import FilePlan


class Request(Protocol):
    """Anything about one planned file."""

    @property
    def plan(self) -> FilePlan:
        """The file."""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """Write a file, or keep the one that was finished before if it is still current."""

    folder: Path
    plan: FilePlan
    previous: writer.Written | None


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


def evaluator() -> Evaluate:
    """The oracles. Raises OracleUnavailable, which names the missing package."""
    from samebits.oracles import evaluate

    return evaluate


def provenance() -> dict[str, str]:
    """The oracles and their versions."""
    from samebits import oracles

    return oracles.provenance()


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


def _be_nice() -> None:
    """Leave the machine usable beside a long run."""
    if hasattr(os, "nice"):
        os.nice(max(0, 10 - os.nice(0)))
