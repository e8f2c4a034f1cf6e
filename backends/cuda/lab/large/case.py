"""A case: one call on large arrays, its operands, and its expected result.

All of them are known before any memory is allocated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.lab.large.formula import Formula
from samebits.backends.cuda.lab.large.reference import Reference
from samebits.backends.protocol import Array
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

POISON = 0xA5
"""The value of every byte of a result before the call.

It is not 0xFF, because a sort puts elements with all bits set at the end.
"""

Wanted = Callable[[int, int], Array]
"""A function that returns elements `start` to `stop` of the expected memory of a result."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An array that a call sees as `shape`, in memory of `held` adjacent elements.

    `strides` (in elements) are None if the elements are in C order without gaps. The formula gives
    all elements, except those in `planted`: (index, value). A result has no formula.
    """

    format: str
    shape: tuple[int, ...]
    held: int
    strides: tuple[int, ...] | None = None
    formula: Formula | None = None
    planted: tuple[tuple[int, float], ...] = ()

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the dtype of an element."""
        return FORMATS[self.format].dtype

    @property
    def steps(self) -> tuple[int, ...] | None:
        """Return the strides in bytes."""
        return self.strides and tuple(s * self.dtype.itemsize for s in self.strides)

    @property
    def size(self) -> int:
        """Return the size of the memory in bytes.

        Memory is filled in whole words of GRAIN bytes.
        """
        return -(-self.held * self.dtype.itemsize // GRAIN) * GRAIN

    @property
    def layout(self) -> tuple[Any, ...]:
        """Return the fields of a Layout (cuda/arrays/layout.py) at the start of the memory."""
        return self.dtype, self.shape, self.steps, 0

    def elements(self, start: int, stop: int) -> Array:
        """Return elements of the operand's memory, computed by the CPU."""
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
    """A call, its operands, its only result, and the function that makes the expected result."""

    call: Call
    inputs: tuple[Operand, ...]
    output: Operand
    expect: Callable[[Reference], Wanted]

    @property
    def arrays(self) -> tuple[Operand, ...]:
        """Return the operands and the result."""
        return (*self.inputs, self.output)

    @property
    def elements(self) -> int:
        """Return the number of elements of the largest array that the call sees."""
        return max(prod(x.shape) for x in self.arrays)


def operand(formula: Formula, *shape: int, planted: tuple[tuple[int, float], ...] = ()) -> Operand:
    """Return an operand in C order."""
    return Operand(formula.format, shape, prod(shape), None, formula, planted)


def result(name: str, *shape: int) -> Operand:
    """Return a result in C order."""
    return Operand(name, shape, prod(shape))
