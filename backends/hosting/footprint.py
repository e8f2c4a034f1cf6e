"""How much memory a host holds, with all that it has started in its process group (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from samebits.backends.hosting.memory import PAGE

_PROCESSES = Path("/proc")
_GROUP = 2
"""Place of the process group among the fields of `stat` that follow the name."""


def group_bytes(group: int, most: int) -> int:
    """Memory of all processes of a group, its parts of other files aside; 0 where nobody tells.

    Memory without a file that several processes share, or that a process got from its parent and
    never wrote to, is counted once. That takes longer to find out, and is asked only where the
    first sum, which counts files as well, is more than `most`.
    """
    members = list(_members(group))
    held = sum(map(_resident, members))
    return sum(map(_proportional, members)) if held > most else held


def usual_memory_limit() -> int:
    """Three quarters of the machine's memory in bytes; 0 where it is not known."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * PAGE * 3 // 4
    except (OSError, ValueError):
        return 0


def _members(group: int) -> Iterator[Path]:
    for process in _PROCESSES.glob("[0-9]*"):
        try:
            # The name before it may hold anything, brackets and spaces too.
            fields = (process / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:  # it has ended
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
    """The same without files; of what several processes hold only its part."""
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
