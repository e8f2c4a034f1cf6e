"""The command that runs the judge: pytest with the judge's plugin and this room's recorder."""

from __future__ import annotations

import sys
from pathlib import Path

from samebits.conformance.options import Options


def command(options: Options, report: Path, *, resume: bool = False) -> list[str]:
    """The arguments of the process that judges by `options` and writes `report`."""
    return [sys.executable, "-m", "pytest"]
