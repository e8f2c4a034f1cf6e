"""Run a command, and end it and all processes that it started when the process PARENT ends.

python ending_with_parent.py PARENT COMMAND ...

A killed lease cannot end its children. So on Linux the kernel sends SIGTERM to this process when
PARENT ends. This process passes SIGTERM and SIGINT on to the command. After some seconds it kills
the process group, because workers of a pool, for example, would wait forever. The process must be
the leader of its own session. It ends with the status of the command.
"""

import ctypes
import os
import signal
import subprocess
import sys
from types import FrameType

_PR_SET_PDEATHSIG = 1
_SECONDS = 12  # the time in which `samebits certify` can end its judge


def main() -> None:
    """Arrange that this process ends with its parent, and run the command."""
    parent, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):  # the parent ended before the kernel got this request
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
        os.killpg(0, signal.SIGKILL)  # this process belongs to the group, too

    # Set this before the command starts: a background process would inherit an ignored SIGINT.
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGALRM, kill)
    try:
        child = subprocess.Popen(command)
    except OSError as error:
        print(f"error: {command[0]} cannot be run: {error.strerror}", file=sys.stderr)
        sys.exit(127)  # the status that shells use when a command cannot be started
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
