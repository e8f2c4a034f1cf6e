"""Facts about the processor of this machine, read from the operating system."""

from __future__ import annotations

import platform
from functools import cache
from pathlib import Path

_FACTS = Path("/proc/cpuinfo")


@cache
def model() -> str:
    """Return the name of the processor."""
    return _fact("model name", "Model") or platform.processor() or platform.machine()


@cache
def flags() -> frozenset[str]:
    """Return the instruction-set flags, or an empty set if the system does not report them."""
    return frozenset(_fact("flags", "Features").split())


def _fact(*names: str) -> str:
    """Return the value of the first line that begins with one of the names, or ""."""
    try:
        lines = _FACTS.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(names)), "")
