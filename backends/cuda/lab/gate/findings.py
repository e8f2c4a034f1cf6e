"""The objections of the gate."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One objection: the place (target, kernel, line of the PTX), its content, the advice.

    `line` is 0 if the objection is about a whole unit.
    """

    target: str
    kernel: str
    line: int
    what: str
    instead: str
