"""Judging in the process of a test: the real runner, on golden vectors that are read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from samebits.conformance.judging import runner
from samebits.conformance.judging.options import Options
from samebits.conformance.results.records import CaseResult
from samebits.reports.verify import verify
from samebits.vectors.reader import Vectors


class Results:
    """A plugin of the judge that collects the results of a run."""

    def __init__(self) -> None:
        self.by_id: dict[str, CaseResult] = {}

    def pytest_samebits_result(self, config: pytest.Config, result: CaseResult) -> None:
        self.by_id[result.id] = result


@cache
def vectors() -> Vectors:
    """The installed vectors, verified once for all tests of a process."""
    opened = Vectors.open()
    opened.verify_all()
    return opened


def read_vectors_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in this process share the verified vectors; to read them anew takes a second each."""
    shared = vectors()
    monkeypatch.setattr(Vectors, "open", lambda path=None: shared)
    monkeypatch.setattr(shared, "verify_all", lambda: 1)


def judged(options: Options, report: Path | None = None) -> tuple[int, dict[str, CaseResult]]:
    """Run the judge; exit status and results by id. A report that is wanted has to verify."""
    found = Results()
    recorded = ("-p", "samebits.certifying.recorder", "--report", str(report)) if report else ()
    status = runner.run(options, *recorded, plugins=[found])
    assert report is None or verify(report).verdict.ok == (status == 0)
    return status, found.by_id
