"""What tests ask of processes and open files (Linux)."""

from __future__ import annotations

import time
from pathlib import Path


def gone(process: int, seconds: float = 10.0) -> bool:
    """Whether a process has ended, or does so soon; a zombie has."""
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
    """What this process has open: each descriptor with what it stands for."""
    found = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        try:
            found.add(f"{descriptor.name} {descriptor.readlink()}")
        except OSError:  # the folder itself, which was open while it was listed
            continue
    return found


def access(address: int) -> str:
    """How this process may touch a byte of its memory: `rw-s` and the like, "" for none."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        bounds, rights = line.split()[:2]
        low, high = (int(x, 16) for x in bounds.split("-"))
        if low <= address < high:
            return rights
    return ""
