"""One batch axis of a call: its index in the shapes of the operands and of the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from samebits.spec.language.shapes import Shape


@dataclass(frozen=True, slots=True)
class BatchAxis:
    """A batch axis: its index in the shape of every operand and of the first result.

    `results` are its indices in the shapes of all results; None means the same index in each of
    them.
    """

    operands: tuple[int | None, ...]
    result: int
    results: tuple[int | None, ...] | None = None

    def place(self, number: int) -> int | None:
        """Return its index in a result, or None if that result depends on the whole batch."""
        return self.result if self.results is None else self.results[number]

    def size(self, shapes: Sequence[Shape]) -> int:
        """Return the length of the axis."""
        return next(s[a] for s, a in zip(shapes, self.operands, strict=True) if a is not None)
