"""Progress of long cases, in a file that a waiting process reads: one count per line.

The controller writes the number of inputs to judge, and every worker appends how many it has judged
since its last line. A short line is appended in one write, so several processes need no lock.
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
"""The text in the first line before the number of all inputs."""

SECONDS = 0.5
"""The least number of seconds between two lines of a worker."""


def begin(path: Path, work: Sequence[object]) -> None:
    """Write the first line of the file: the number of inputs of all exhaustive cases in `work`."""
    total = sum(domain_of(x.call).inputs for x in work if isinstance(x, ExhaustiveCase))
    with suppress(OSError):  # on a full disk the progress is not shown
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{TOTAL}{total}\n")


def read(path: Path) -> tuple[int, list[int]] | None:
    """Return the number of all inputs and the numbers that workers added.

    Returns None if there is no valid file.
    """
    try:
        first, *lines = path.read_text().split("\n")[:-1]
        if not first.startswith(TOTAL):
            return None
        return int(first.removeprefix(TOTAL)), [int(line) for line in lines]
    except (OSError, ValueError):
        return None


class Pulse:
    """A worker's writer of the progress file. Without a path it writes nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._waiting = 0
        self._last = 0.0

    def tell(self, inputs: int) -> None:
        """Add `inputs` to the number of judged inputs."""
        self._waiting += inputs
        if time.monotonic() - self._last >= SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the number of inputs that were judged since the last write."""
        if self._path is not None and self._waiting:
            # Without O_CREAT: if no process waits any more, no new file is created.
            with suppress(OSError):
                file = os.open(self._path, os.O_WRONLY | os.O_APPEND)
                try:
                    os.write(file, f"{self._waiting}\n".encode())
                finally:
                    os.close(file)
        self._waiting = 0
        self._last = time.monotonic()
