"""Definitions: the functions of clause S4, written as in the clause.

Every module in `oracles/ops/` for a function of the profile math defines `DEFINITION` next to
`ORACLE`. A definition may cancel and has no special values. Tests evaluate it with 1400 bits of
mpmath and compare it with the oracle, whose formulas avoid cancellation.

An op of another profile that is a node of graphs also has a definition, which is its meaning in
real numbers. Tests use these definitions to check graphs (in_reals.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from samebits.oracles.lazily import mpmath
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Formula:
    """A function of the operands and the real attributes, on mpmath numbers."""

    value: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class InverseOf:
    """The inverse of an increasing function."""

    value: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class DerivativeOf:
    """The derivative of the function of op `op`. At a kink, clause S4 defines its value."""

    op: str


@dataclass(frozen=True, slots=True)
class OnArrays:
    """The op on whole arrays of mpmath objects, bool or int64, as in_reals.py represents them.

    `value` gets the call and its operands. It returns the result, or a tuple if there are several
    results.
    """

    value: Callable[[Call, Sequence[Array]], Array | tuple[Array, ...]]


Definition = Formula | InverseOf | DerivativeOf | OnArrays


def decimal(text: str) -> Any:
    """Return the value of a decimal number, given as text, at mpmath's current precision."""
    value = Fraction(text)
    return mpmath.mpf(value.numerator) / value.denominator


def normal_cdf(x: Any) -> Any:
    """Return the standard normal distribution function."""
    return (1 + mpmath.erf(x / mpmath.sqrt(2))) / 2


def sigmoid(x: Any) -> Any:
    """Return 1 / (1 + e^-x)."""
    return 1 / (1 + mpmath.exp(-x))


def softplus(x: Any) -> Any:
    """Return log(1 + e^x)."""
    return mpmath.log(1 + mpmath.exp(x))
