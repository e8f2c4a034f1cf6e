"""A case: one call on large arrays, what its operands hold, and what its result must hold.

Everything here is known before any memory is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from samebits.backends.cuda.addresses import GRAIN
from samebits.backends.cuda.lab.large.formula import Formula
from samebits.backends.cuda.lab.large.reference import Reference
from samebits.backends.protocol import Array
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

POISON = 0xA5
"""Every byte of a result before the call. (All ones would be what a sort puts last.)"""

Wanted = Callable[[int, int], Array]
"""Elements `start` to `stop` of a result's memory, in its format."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An array of which a call sees `shape`, in memory that holds `held` elements side by side.

    `strides` (in elements) are None where the shape lies in C order without gaps. Element i is that
    of the formula, but for those that are `planted`: (index, value). A result has no formula.
    """

    format: str
    shape: tuple[int, ...]
    held: int
    strides: tuple[int, ...] | None = None
    formula: Formula | None = None
    planted: tuple[tuple[int, float], ...] = ()

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of an element."""
        return FORMATS[self.format].dtype

    @property
    def steps(self) -> tuple[int, ...] | None:
        """The strides in bytes."""
        return self.strides and tuple(s * self.dtype.itemsize for s in self.strides)

    @property
    def size(self) -> int:
        """Bytes of the memory: whole words of GRAIN bytes, so that they can be filled as such."""
        return -(-self.held * self.dtype.itemsize // GRAIN) * GRAIN

    @property
    def layout(self) -> tuple[Any, ...]:
        """The fields of `samebits.backends.cuda.arrays.layout.Layout`, at the start of a memory."""
        return self.dtype, self.shape, self.steps, 0

    def elements(self, start: int, stop: int) -> Array:
        """Elements of the memory of an operand, as the host made them."""
        assert self.formula is not None
        made = self.formula.elements(start, stop)
        inside = [(i, value) for i, value in self.planted if start <= i < stop]
        if inside:
            made = made.copy()
            for i, value in inside:
                made[i - start] = value
        return made


@dataclass(frozen=True, slots=True)
class Case:
    """A call, its operands, its only result, and what prepares the comparison of that."""

    call: Call
    inputs: tuple[Operand, ...]
    output: Operand
    expect: Callable[[Reference], Wanted]

    @property
    def arrays(self) -> tuple[Operand, ...]:
        """Operands and result."""
        return (*self.inputs, self.output)

    @property
    def elements(self) -> int:
        """Elements of the largest array that the call sees."""
        return max(prod(x.shape) for x in self.arrays)


def operand(formula: Formula, *shape: int, planted: tuple[tuple[int, float], ...] = ()) -> Operand:
    """An operand in C order."""
    return Operand(formula.format, shape, prod(shape), None, formula, planted)


def result(name: str, *shape: int) -> Operand:
    """A result in C order."""
    return Operand(name, shape, prod(shape))
