"""Run a command that ends, with all processes that it started, when the process PARENT ends.

    python ending_with_parent.py PARENT COMMAND ...

A killed lease cannot end its children. On Linux the kernel sends SIGTERM to this process. It passes
SIGTERM on to the command, as it does with SIGINT. After some seconds it kills the process group,
because a pool's workers, for example, would wait for ever. The process must be the first of its own
session. It ends with the status of the command.
"""

import ctypes
import os
import signal
import subprocess
import sys
from types import FrameType

_PR_SET_PDEATHSIG = 1
_SECONDS = 12  # `samebits certify` has this time to end its judge.


def main() -> None:
    """Tie this process to its parent, and run the command."""
    parent, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):  # The parent ended before this request to the kernel.
            sys.exit(128 + signal.SIGTERM)
    children: list[subprocess.Popen[bytes]] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        for child in children:
            child.send_signal(number)

    def end(number: int, _: FrameType | None) -> None:
        for child in children:
            child.terminate()
        signal.alarm(_SECONDS)

    def kill(number: int, _: FrameType | None) -> None:
        os.killpg(0, signal.SIGKILL)  # This process belongs to the group too.

    # Set this before the command starts: a background process would inherit an ignored SIGINT.
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGALRM, kill)
    try:
        child = subprocess.Popen(command)
    except OSError as error:
        print(f"error: {command[0]} cannot be run: {error.strerror}", file=sys.stderr)
        sys.exit(127)  # The status that shells use; the command has no own status.
    children.append(child)
    status = child.wait()
    if os.getppid() != int(parent):
        os.killpg(0, signal.SIGKILL)
    if status < 0:
        if -status != signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)


if __name__ == "__main__":
    main()
