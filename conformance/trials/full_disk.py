"""A plugin of the judge that simulates a full disk or an error, selected by SAMEBITS_TEST_END."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from samebits.certifying import recorder as module
from samebits.reports.errors import ReportError

_END = os.environ.get("SAMEBITS_TEST_END", "")
_LINES = 3


@pytest.hookimpl(tryfirst=True)
def pytest_samebits_result(config: pytest.Config) -> None:
    """Raise the selected error before the recorder writes the line of a case."""
    recorder = config.pluginmanager.getplugin("samebits-recorder")
    assert isinstance(recorder, module.Recorder)
    if len(recorder._results) < _LINES:
        return
    if _END == "line":
        recorder._stream = Path("/dev/full").open("wb")  # noqa: SIM115 closed by the recorder
    if _END == "bare":
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "somewhere/file")
    if _END == "mistake":
        raise RuntimeError("no such\nthing")


@pytest.hookimpl(tryfirst=True)
def pytest_samebits_end() -> None:
    """Let the recorder fail when it writes the complete report."""
    if _END == "report":

        def full(path: object, data: bytes) -> None:
            raise ReportError(f"cannot write {path}: No space left on device")

        module.write_whole_bytes = full
