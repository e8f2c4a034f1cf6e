"""Rows of reductions in the 16-bit formats."""

from __future__ import annotations

from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections.reductions import of


def rows(sizes: Sizes) -> list[Row]:
    """Return rows of every reduction in bfloat16, then in binary16."""
    return [*of("bf16", sizes), *of("f16", sizes)]
