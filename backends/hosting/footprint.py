"""The memory that a host and all processes of its process group use (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from samebits.backends.hosting.memory import PAGE

_PROCESSES = Path("/proc")
_GROUP = 2
"""Index of the process group in `stat`, counted from the first field after the name."""


def group_bytes(group: int, most: int) -> int:
    """Return the memory in bytes of all processes of a group, or 0 if it is unknown.

    A first, quick sum includes files and counts shared pages once for each process. It is returned
    if it is at most `most`. Otherwise a slower, exact sum is made: it leaves out mapped files, and
    counts shared memory once, even if a fork shares it without writing to it.
    """
    members = list(_members(group))
    held = sum(map(_resident, members))
    return sum(map(_proportional, members)) if held > most else held


def usual_memory_limit() -> int:
    """Return three quarters of the machine's memory in bytes; 0 if it is unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * PAGE * 3 // 4
    except (OSError, ValueError):
        return 0


def _members(group: int) -> Iterator[Path]:
    for process in _PROCESSES.glob("[0-9]*"):
        try:
            # The name, which comes before these fields, may contain brackets and spaces.
            fields = (process / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:  # the process has ended
            continue
        if len(fields) > _GROUP and int(fields[_GROUP]) == group:
            yield process


def _resident(process: Path) -> int:
    try:
        _, resident, *_ = map(int, (process / "statm").read_text().split())
    except (OSError, ValueError):
        return 0
    return resident * PAGE


def _proportional(process: Path) -> int:
    """Return the memory of a process in bytes without files.

    Each of N processes that share a page counts 1/N of it.
    """
    try:
        lines = (process / "smaps_rollup").read_text().splitlines()
        sizes = {words[0]: words[1] for words in map(str.split, lines) if len(words) > 1}
        return (int(sizes["Pss_Anon:"]) + int(sizes["Pss_Shmem:"])) * 1024
    except (OSError, ValueError, KeyError):  # an older kernel, or the process has ended
        return _without_files(process)


def _without_files(process: Path) -> int:
    try:
        _, resident, shared, *_ = map(int, (process / "statm").read_text().split())
    except (OSError, ValueError):
        return 0
    return (resident - shared) * PAGE
