"""Rows of elementwise ops in binary16, bfloat16 and fp8, with as many elements as in binary32."""

from __future__ import annotations

from samebits.benchmarks.declared import measured_in
from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections.elementwise import operands


def rows(sizes: Sizes) -> list[Row]:
    """Return rows of all ops in both 16-bit formats, and of add in fp8."""
    shape = (sizes.elements,)
    found = [
        Row("16 and 8 bits", op, operands(op, shape, label))
        for label in ("bf16", "f16")
        for op in measured_in("narrow")
    ]
    return [*found, Row("16 and 8 bits", "add", operands("add", shape, "f8e4m3fn"))]
