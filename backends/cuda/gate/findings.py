"""What the gate objects to."""

from __future__ import annotations

from dataclasses import asdict, dataclass


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

    def as_dict(self) -> dict[str, str | int]:
        """For a file."""
        return asdict(self)
