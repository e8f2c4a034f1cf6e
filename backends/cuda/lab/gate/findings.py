"""What the gate objects to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One objection: where (target, kernel, line of the PTX), what stands there, what to do.

    `line` is 0 where the objection is about a whole unit.
    """

    target: str
    kernel: str
    line: int
    what: str
    instead: str
