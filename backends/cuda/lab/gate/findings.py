"""The objections of the gate."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """An objection: where it is (target, kernel, line of the PTX), what is wrong, and the advice.

    `line` is 0 if the objection concerns a whole unit.
    """

    target: str
    kernel: str
    line: int
    what: str
    instead: str
