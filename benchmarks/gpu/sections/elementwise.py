"""Elementwise ops in binary32 on large contiguous arrays."""

from __future__ import annotations

from samebits.benchmarks import ranges
from samebits.benchmarks.gpu.operands import NORMAL, POSITIVE, Operand
from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections import NEAR_MEMORY

OPS = (
    "add", "mul", "exp", "gelu", "sigmoid", "tanh", "relu", "div", "sqrt", "log", "erf", "silu",
    "sin", "pow", "softplus", "lgamma",
)  # fmt: skip
_OF_TWO = ("add", "mul", "div", "pow")


def rows(sizes: Sizes) -> list[Row]:
    """One row for each op, of `sizes.elements` elements."""
    return [
        Row("elementwise", op, operands(op, (sizes.elements,)), least=NEAR_MEMORY) for op in OPS
    ]


def operands(op: str, shape: tuple[int, ...], label: str = "f32") -> tuple[Operand, ...]:
    """An op's operands of a shape; what would be outside of the domain is made positive."""
    first = POSITIVE if op in ranges.POSITIVE or op == "sqrt" else NORMAL
    kinds = (first, NORMAL) if op in _OF_TWO else (first,)
    return tuple(Operand(shape, label, kind) for kind in kinds)
