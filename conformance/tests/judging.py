"""Helpers that run the judge in the test process, on golden vectors that are read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from samebits.conformance.judging import runner
from samebits.conformance.judging.options import Options
from samebits.conformance.laws.law_catalog import LawCase, law_cases_of
from samebits.conformance.results.records import CaseResult
from samebits.reports.verify import verify
from samebits.spec.catalog import all_ops
from samebits.vectors.reader import Vectors


class Results:
    """A pytest plugin that collects the results of a run by id."""

    def __init__(self) -> None:
        self.by_id: dict[str, CaseResult] = {}

    def pytest_samebits_result(self, config: pytest.Config, result: CaseResult) -> None:
        self.by_id[result.id] = result


@cache
def all_law_cases() -> tuple[LawCase, ...]:
    """Return the law cases of all ops and labels, sorted by id."""
    return law_cases_of(all_ops())


@cache
def vectors() -> Vectors:
    """Return the installed vectors, verified once for all tests of a process."""
    opened = Vectors.open()
    opened.verify_all()
    return opened


def read_vectors_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make runs in this process share the verified vectors, because reading them takes a second."""
    shared = vectors()
    monkeypatch.setattr(Vectors, "open", lambda path=None: shared)
    monkeypatch.setattr(shared, "verify_all", lambda: 1)


def judged(options: Options, report: Path | None = None) -> tuple[int, dict[str, CaseResult]]:
    """Run the judge and return its exit status and its results by id.

    If `report` is a path, the report is written there and must pass verification.
    """
    found = Results()
    recorded = ("-p", "samebits.certifying.recorder", "--report", str(report)) if report else ()
    status = runner.run(options, *recorded, plugins=[found])
    assert report is None or verify(report).verdict.ok == (status == 0)
    return status, found.by_id
