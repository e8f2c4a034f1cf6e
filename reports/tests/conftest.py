"""Fixtures that write reports of synthetic results with the real recorder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from samebits.certifying.recorder import Recorder
from samebits.conformance.results.records import CaseResult
from samebits.conformance.results.verdict import judge
from samebits.reports.tests.by_hand import certify as certify
from samebits.reports.tests.synthetic import header_for, mixed

Writer = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Return a function that writes a report of the given results (default: `mixed()`).

    The function returns the path of the report. `ended` is the condition of the device in the
    footer, and `members` are members of the header.
    """

    def write(
        results: Sequence[CaseResult] | None = None,
        name: str = "toy.jsonl",
        ended: Mapping[str, str] | None = None,
        **members: Any,
    ) -> Path:
        results = mixed() if results is None else results
        header = header_for(results, **members)
        recorder = Recorder(tmp_path / name)
        recorder.begin(header)
        for result in results:
            recorder.add(result)
        in_order = sorted(results, key=lambda result: result.id)
        recorder.finish(header, judge(header, in_order), ended)
        return tmp_path / name

    return write
