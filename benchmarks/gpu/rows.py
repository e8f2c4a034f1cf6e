"""The rows of the suite: each `Row` is one op on operands of one shape, layout and kind.

The rows come from the modules of `sections/`. The most important rows come first, so that an
interrupted run has measured them.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isqrt, prod
from typing import Any

from samebits.benchmarks.gpu import sections
from samebits.benchmarks.gpu.operands import CONTIGUOUS, Operand
from samebits.benchmarks.peers import BenchmarkError
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

FULL = 1 << 28
"""Default number of elements of the large arrays; `--elements` changes it."""


LEAST = 4096
"""Minimum number of elements. With fewer, rows of different sizes would be equal."""


@dataclass(frozen=True)
class Row:
    """One measurement, a row on the page.

    `flops` is the number of arithmetic operations if it may limit the time; a fused multiply-add
    counts as two. `least` is the target: PyTorch's time divided by ours. `is_small` marks calls so
    small that they measure CPU time, on arrays that stay in a cache.
    """

    section: str
    op: str
    operands: tuple[Operand, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    flops: float = 0.0
    least: float | None = None
    remark: str = ""
    is_small: bool = False

    @cached_property
    def call(self) -> Call:
        """Return the call that the row measures."""
        return get_op(self.op).call([x.format for x in self.operands], **self.attributes)

    @property
    def results(self) -> list[tuple[tuple[int, ...], str]]:
        """Return the shape and format of every result."""
        shapes = get_op(self.op).output_shapes(self.call, [x.shape for x in self.operands])
        return list(zip(map(tuple, shapes), self.call.outputs, strict=True))

    @property
    def format(self) -> str:
        """Return the format of the first operand, which is part of the row's name."""
        return self.operands[0].format

    @property
    def bytes(self) -> int:
        """Return the number of bytes to move: each element is read or written once."""
        written = sum(prod(shape) * get_format(f).bits // 8 for shape, f in self.results)
        return sum(x.bytes for x in self.operands) + written

    @property
    def shape(self) -> str:
        """Return the operands' shapes as text, without repetition."""
        return ", ".join(dict.fromkeys(_shown(x.shape) for x in self.operands))

    @property
    def layout(self) -> str:
        """Return the layouts of the operands as text.

        If all are equal, the text is one layout. Otherwise contiguous layouts are left out.
        """
        layouts = [x.layout for x in self.operands]
        if len(set(layouts)) == 1:
            return layouts[0]
        return "; ".join(x for x in layouts if x != CONTIGUOUS)

    @property
    def kinds(self) -> str:
        """Return the kinds of the operands' numbers as text, without repetition."""
        return ", ".join(dict.fromkeys(x.kind for x in self.operands))

    @property
    def name(self) -> str:
        """Return the unique name: section, op, format, shape, attributes, layout and kinds."""
        given = ", ".join(f"{k}={v}" for k, v in self.attributes.items())
        parts = [f"{self.op} {self.format} {self.shape}", given, self.layout, self.kinds]
        return f"{self.section}: " + "; ".join(p for p in parts if p)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of arrays for a run with `elements` elements. FULL gives the sizes on the page."""

    elements: int

    @property
    def is_full(self) -> bool:
        """Return whether shapes are as large as on the page.

        The emulated device uses smaller shapes.
        """
        return self.elements >= FULL // 4

    def length(self, full: int) -> int:
        """Return the side of a square array: `full`, scaled to the size of the run."""
        return full if self.is_full else max(4, full // isqrt(FULL // self.elements))

    def count(self, full: int) -> int:
        """Return a number of elements: `full`, scaled to the size of the run."""
        return max(8, full * self.elements // FULL)

    @property
    def square(self) -> tuple[int, int]:
        """Return a shape of two axes with `elements` elements; the last axis is a power of two."""
        columns = 1 << (self.elements.bit_length() - 1) // 2
        return max(1, self.elements // columns), columns

    def rows_of(self, columns: int) -> tuple[int, int]:
        """Return a shape with rows of length `columns`, or one row if there are fewer elements."""
        long = min(columns, self.elements)
        return max(1, self.elements // long), long


def all_rows(elements: int = FULL, ops: Sequence[str] = ()) -> list[Row]:
    """Return the rows of all ops or of the given ops, in the order of measurement.

    Raises BenchmarkError for an op without a row, and for fewer elements than LEAST.
    """
    if elements < LEAST:
        raise BenchmarkError(f"--elements {elements} is too few: give at least {LEAST}")
    sizes = Sizes(elements)
    rows: list[Row] = []
    for name in sections.ORDER:
        rows += importlib.import_module(f"{sections.__name__}.{name}").rows(sizes)
    known = dict.fromkeys(row.op for row in rows)
    for op in ops:
        if op not in known:
            raise BenchmarkError(f"the suite cuda has no row of {op!r}; it has {', '.join(known)}")
    return [row for row in rows if not ops or row.op in ops]


def _shown(shape: Sequence[int]) -> str:
    return "x".join(map(_length, shape)) or "scalar"


def _length(n: int) -> str:
    return f"2^{n.bit_length() - 1}" if n >= 1 << 14 and n & (n - 1) == 0 else str(n)
