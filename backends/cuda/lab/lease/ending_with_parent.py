"""Run a command that ends, with all that it started, when the process PARENT ends.

    python ending_with_parent.py PARENT COMMAND ...

A lease that is killed cannot end its children. On Linux the kernel tells this process, by SIGTERM;
it hands that on to the command, as it does with SIGINT, gives it some seconds, and then kills the
process group: a pool's workers, for instance, would wait for ever for one who is gone. The process
is to be the first of a session of its own. It ends as the command does.
"""

import ctypes
import os
import signal
import subprocess
import sys
from types import FrameType

_PR_SET_PDEATHSIG = 1
_SECONDS = 12  # for `samebits certify` to end its judge


def main() -> None:
    """Tie this process to its parent, and run the command."""
    parent, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):  # it ended before the kernel was asked
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
        os.killpg(0, signal.SIGKILL)  # this process is one of them

    # Before the command starts: who was started in the background ignores SIGINT, and so would it.
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGALRM, kill)
    try:
        child = subprocess.Popen(command)
    except OSError as error:
        print(f"error: {command[0]} cannot be run: {error.strerror}", file=sys.stderr)
        sys.exit(127)  # as shells say it; no status of the command's own
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
