"""How far the long cases are, for whoever waits: a file of one number a line.

The controller writes how many inputs there are to judge; every worker appends how many more it has
judged. Appending a short line is one write, so several processes need no lock.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import domain_of

TOTAL = "of "
"""Before the number of all inputs, in the first line."""

SECONDS = 0.5
"""Least time between two lines of a worker."""


def begin(path: Path, work: Sequence[object]) -> None:
    """Start the file: the inputs of all exhaustive cases among the work, as a first line."""
    total = sum(domain_of(x.call).inputs for x in work if isinstance(x, ExhaustiveCase))
    with suppress(OSError):  # a full disk: nobody sees the progress
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{TOTAL}{total}\n")


def read(path: Path) -> tuple[int, list[int]] | None:
    """Number of all inputs, and what the workers have judged; None where it was not begun."""
    try:
        first, *lines = path.read_text().split("\n")[:-1]
        if not first.startswith(TOTAL):
            return None
        return int(first.removeprefix(TOTAL)), [int(line) for line in lines]
    except (OSError, ValueError):
        return None


class Pulse:
    """A worker's side; without a path nothing is written."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._waiting = 0
        self._last = 0.0

    def tell(self, inputs: int) -> None:
        """So many inputs more are judged."""
        self._waiting += inputs
        if time.monotonic() - self._last >= SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting."""
        if self._path is not None and self._waiting:
            # Without O_CREAT: where nobody waits any more, nothing is left behind.
            with suppress(OSError):
                file = os.open(self._path, os.O_WRONLY | os.O_APPEND)
                try:
                    os.write(file, f"{self._waiting}\n".encode())
                finally:
                    os.close(file)
        self._waiting = 0
        self._last = time.monotonic()
