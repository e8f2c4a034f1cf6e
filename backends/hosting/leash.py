"""A process group that ends when its owner ends, for whatever reason.

A shell leads the group and waits on a pipe that only the owner holds open. When the owner has
ended, even by SIGKILL, the shell reads the end of the pipe and kills the whole group, itself
included. A process that leaves the group (setsid) escapes.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress


class LeashedGroup:
    """A process group (POSIX only). Start processes in it with `process_group=group.number`."""

    def __init__(self) -> None:
        given, self._held = os.pipe()
        try:
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", "read _; kill -KILL 0"],
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=0,
            )
        except BaseException:
            os.close(self._held)
            raise
        finally:
            os.close(given)
        self.number = self._shell.pid

    @property
    def ended(self) -> bool:
        """Return whether `end` was called."""
        return self._held < 0

    def go_on(self) -> None:
        """Send SIGCONT to the group, so that stopped processes (SIGSTOP) continue."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.number, signal.SIGCONT)

    def end(self) -> None:
        """Kill every process of the group."""
        if self.ended:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.number, signal.SIGKILL)
        self._shell.wait()
        os.close(self._held)
        self._held = -1
