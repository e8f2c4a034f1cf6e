"""Helpers of tests about processes and open files (Linux)."""

from __future__ import annotations

import gc
import time
from pathlib import Path


def gone(process: int, seconds: float = 10.0) -> bool:
    """Return whether a process ends within `seconds`. A zombie counts as ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def open_files() -> set[str]:
    """Return the open descriptors of this process, each with its file.

    Sessions of earlier tests that are not yet garbage-collected are closed first.
    """
    gc.collect()
    found = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        try:
            found.add(f"{descriptor.name} {descriptor.readlink()}")
        except OSError:  # the folder itself was open while it was listed
            continue
    return found


def access(address: int) -> str:
    """Return this process's access rights to an address, such as `rw-s`; "" if it is not mapped."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        bounds, rights = line.split()[:2]
        low, high = (int(x, 16) for x in bounds.split("-"))
        if low <= address < high:
            return rights
    return ""
