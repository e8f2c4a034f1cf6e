"""`python leash.py PARENT COMMAND ...`: run a command that ends when the process PARENT ends.

A lease that is killed cannot end its children. On Linux the kernel does it: it sends SIGTERM, at
which `samebits certify` ends its own. Elsewhere the command runs as it is.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Tie this process to its parent, and become the command."""
    parent, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):  # it ended before the kernel was asked
            sys.exit(128 + signal.SIGTERM)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"error: {command[0]} cannot be run: {error.strerror}", file=sys.stderr)
        sys.exit(127)  # as shells say it; no status of the command's own


if __name__ == "__main__":
    main()
