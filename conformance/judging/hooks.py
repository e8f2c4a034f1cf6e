"""Hooks of the judge, called on the controller only. A recorder implements them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from samebits.conformance.results.records import CaseResult, Header
from samebits.conformance.results.verdict import Verdict


@pytest.hookspec()
def pytest_samebits_begin(config: pytest.Config, header: Header) -> Sequence[CaseResult] | None:
    """Before anything runs. The results that are returned are finished: they count.

    Their cases do not run, except for a sample that is held against them.

    A SamebitsError ends the run with its one line.
    """


@pytest.hookspec()
def pytest_samebits_result(config: pytest.Config, result: CaseResult) -> None:
    """One result, as soon as it is there; never for a result that `begin` returned."""


@pytest.hookspec()
def pytest_samebits_differs(config: pytest.Config, result: CaseResult) -> None:
    """A case that `begin` returned was asked again and has this other result: the run ends."""


@pytest.hookspec()
def pytest_samebits_failed(config: pytest.Config, text: str) -> None:
    """The judge itself cannot go on, and there will be no verdict; `text` says why in one line."""


@pytest.hookspec()
def pytest_samebits_end(
    config: pytest.Config, header: Header, verdict: Verdict, condition: Mapping[str, str]
) -> None:
    """After the last result; not called after an interruption or where the judge itself failed.

    `condition` is how the device is now (see `Footer`).
    """
