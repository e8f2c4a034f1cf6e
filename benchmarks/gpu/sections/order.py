"""Rows of sorts of one long array and of many rows, and of topk."""

from __future__ import annotations

from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row, Sizes


def rows(sizes: Sizes) -> list[Row]:
    """Return rows that are rated by elements, because a sort takes more than one pass."""
    long, short = Operand((sizes.count(1 << 26),)), Operand((sizes.count(1 << 24),))
    lines = Operand(sizes.rows_of(4096) if sizes.is_full else (32, 32))
    return [
        Row("order", "sort", (long,)),
        Row("order", "sort", (short,)),
        Row("order", "argsort", (short,)),
        Row("order", "argsort", (long,)),
        Row("order", "sort", (lines,)),
        Row("order", "topk", (short,), {"k": 8}),
        Row("order", "topk", (lines,), {"k": 8}),
    ]
