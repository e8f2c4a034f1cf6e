"""Rows of softmax for several row lengths, and of cumulative sums of long and short rows."""

from __future__ import annotations

from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections import NEAR_MEMORY

LENGTHS = (1024, 16384, 197)
"""The row lengths of softmax. A small vision transformer has 197 positions."""


def rows(sizes: Sizes) -> list[Row]:
    """Return rows of softmax and of cumulative sums, each with all elements."""
    found = [
        Row(
            "softmax and scans",
            "softmax",
            (Operand(sizes.rows_of(n)),),
            {"axis": 1},
            least=NEAR_MEMORY,
        )
        for n in LENGTHS
    ]
    shapes = [(sizes.elements,), sizes.rows_of(1 << 18), sizes.rows_of(256)]
    return found + [
        Row("softmax and scans", "cumsum", (Operand(shape),), {"axis": len(shape) - 1})
        for shape in shapes
    ]
