"""One batch axis of a call: where it lies in the operands and in the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from samebits.spec.language.shapes import Shape


@dataclass(frozen=True, slots=True)
class BatchAxis:
    """One batch axis: its place in every operand and in the first result.

    `results` are its places in all results, None where that is the same place in each of them.
    """

    operands: tuple[int | None, ...]
    result: int
    results: tuple[int | None, ...] | None = None

    def place(self, number: int) -> int | None:
        """Its place in a result, or None where the elements of the batch meet in that result."""
        return self.result if self.results is None else self.results[number]

    def size(self, shapes: Sequence[Shape]) -> int:
        """Length of the axis."""
        return next(s[a] for s, a in zip(shapes, self.operands, strict=True) if a is not None)
