"""Rows of calls on 1 Ki elements, for which the CPU's work takes most of the time."""

from __future__ import annotations

from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections.elementwise import operands

LENGTH = 1024


def rows(sizes: Sizes) -> list[Row]:
    """Return one row for each kind of op. Their sizes do not depend on `sizes`."""
    flat, square = (LENGTH,), (32, 32)
    matrix = Operand(square)
    return [
        Row("small calls", "add", operands("add", flat), is_small=True),
        Row("small calls", "exp", operands("exp", flat), is_small=True),
        Row("small calls", "gelu", operands("gelu", flat), is_small=True),
        Row("small calls", "sum", (matrix,), {"axes": (1,)}, is_small=True),
        Row("small calls", "softmax", (matrix,), {"axis": 1}, is_small=True),
        Row("small calls", "matmul", (matrix, matrix), is_small=True),
    ]
