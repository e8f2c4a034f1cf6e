"""The registers, stack, spills and shared memory of every kernel, from the ptxas of NVRTC."""

from __future__ import annotations

import re
from dataclasses import dataclass

VERBOSE = "--ptxas-options=--verbose"
"""The option that adds these resources to the log when machine code is compiled."""

_LINES = re.compile(
    r"(?:Compiling entry function '(?P<entry>[^']+)')"
    r"|(?:(?P<stack>\d+) bytes stack frame, (?P<stores>\d+) bytes spill stores, "
    r"(?P<loads>\d+) bytes spill loads)"
    r"|(?:Used (?P<registers>\d+) registers(?:.*?(?P<shared>\d+) bytes smem)?)"
)


@dataclass(frozen=True, slots=True)
class Resources:
    """Resources of a thread (registers; bytes of stack and spills) and a block (shared bytes)."""

    registers: int
    stack: int
    spills: int
    shared: int


def parse(log: str) -> dict[str, Resources]:
    """Return the resources of every entry in a log.

    Raises ValueError if an entry has no resources.
    """
    found: dict[str, Resources] = {}
    entry, stack, spills = "", 0, 0
    for match in _LINES.finditer(log):
        if match["entry"]:
            if entry:
                raise ValueError(f"ptxas gives no registers for {entry}")
            entry, stack, spills = match["entry"], 0, 0
        elif match["stack"]:
            stack, spills = int(match["stack"]), int(match["stores"]) + int(match["loads"])
        elif entry:
            found[entry] = Resources(
                int(match["registers"]), stack, spills, int(match["shared"] or 0)
            )
            entry = ""
    if entry:
        raise ValueError(f"ptxas gives no registers for {entry}")
    return found
