"""Judging in the process of a test: the real runner, on golden vectors that are read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from samebits.conformance import runner
from samebits.conformance.options import Options
from samebits.conformance.records import CaseResult
from samebits.reports.verify import verify
from samebits.vectors.reader import Vectors


class Results:
    """A plugin of the judge that collects the results of a run."""

    def __init__(self) -> None:
        self.by_id: dict[str, CaseResult] = {}

    def pytest_samebits_result(self, config: pytest.Config, result: CaseResult) -> None:
        self.by_id[result.id] = result


@cache
def _vectors() -> Vectors:
    opened = Vectors.open()
    opened.verify_all()
    return opened


def read_vectors_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in this process share the verified vectors; to read them anew takes a second each."""
    shared = _vectors()
    monkeypatch.setattr(Vectors, "open", lambda path=None: shared)
    monkeypatch.setattr(shared, "verify_all", lambda: 1)


def judged(options: Options, report: Path) -> tuple[int, dict[str, CaseResult]]:
    """Run the judge, with a report that has to verify; exit status and results by id."""
    found = Results()
    recorded = ("-p", "samebits.reports.recorder", "--report", str(report))
    status = runner.run(options, *recorded, plugins=[found])
    assert verify(report).verdict.ok == (status == 0)
    return status, found.by_id
