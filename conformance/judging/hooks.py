"""Hooks of the judge, which are called only on the controller. Recorders implement them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from samebits.conformance.results.records import CaseResult, Header
from samebits.conformance.results.verdict import Verdict


@pytest.hookspec()
def pytest_samebits_begin(config: pytest.Config, header: Header) -> Sequence[CaseResult] | None:
    """Receive the header before anything runs, and return the results of an interrupted run.

    These results count and their cases do not run, except for a sample that is repeated and
    compared. A SamebitsError ends the run, and its message is printed.
    """


@pytest.hookspec()
def pytest_samebits_result(config: pytest.Config, result: CaseResult) -> None:
    """Receive one result as soon as it exists.

    The hook is not called for results that `begin` returned.
    """


@pytest.hookspec()
def pytest_samebits_differs(config: pytest.Config, result: CaseResult) -> None:
    """Receive the second, different result of a case that `begin` returned. The run then ends."""


@pytest.hookspec()
def pytest_samebits_failed(config: pytest.Config, text: str) -> None:
    """Receive, in one line, the reason why the judge itself cannot go on.

    There is no verdict then.
    """


@pytest.hookspec()
def pytest_samebits_end(
    config: pytest.Config, header: Header, verdict: Verdict, condition: Mapping[str, str]
) -> None:
    """Receive the verdict after the last result.

    The hook is not called after an interruption, nor if the judge itself failed. `condition` is the
    present condition of the device (see `Footer`).
    """
