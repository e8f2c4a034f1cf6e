"""Functions of a random word (clause D2): its upper bits, or a function of its middle.

A word k of b bits represents an interval within 0 .. 1, whose middle is (2k + 1) / 2^(b + 1). Words
have 32 bits. In binary64 they have 53 bits, which are the upper bits of a 64-bit draw. For each op
that draws, there is an op that computes the function of given words; both use the function that is
defined in the file of that op. The libraries are imported when they are first used, because the
judge reads routes without them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.oracles.definitions import OnArrays
from samebits.oracles.drawing import SHED, bits_drawn
from samebits.oracles.elementwise import Elementary, map_unique
from samebits.oracles.rounding import Real, dyadic, round_to
from samebits.spec.families.draws import drawn
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def upper_bits(word: int, bits: int, output: str) -> int:
    """Return the pattern of n / 2^p, where n is the upper p bits of a word of `bits` bits.

    p is the precision of the format `output`.
    """
    precision = get_format(output).precision
    return round_to(dyadic(word >> bits - precision, -precision), output)


@dataclass(frozen=True, slots=True)
class UpperBits:
    """An oracle that returns the upper bits of words as fractions."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the bits of every element."""
        output = call.outputs[0]
        return [map_unique(call, inputs, lambda rows: [upper_bits(k, 32, output) for (k,) in rows])]


def of_middle(load: Callable[[], Elementary], bits: int = 32) -> Elementary:
    """Return the oracle that applies the function of `load` to the middle of each word.

    The function has no exact case in any format.
    """
    last = 2 ** (bits + 1)
    return Elementary(
        _nothing_exact,
        mpmath=lambda k: load().mpmath((2 * k + 1) / last),
        arb=lambda k: load().arb((2 * k + 1) / last),
        mpfr=lambda k: load().mpfr((2 * k + 1) / last),
    )


def in_reals(in_binary32: Elementary, in_binary64: Elementary) -> OnArrays:
    """Return the definition of an op that draws, by functions of 32-bit and of 53-bit words."""

    def value(call: Call, inputs: Sequence[Array]) -> Array:
        from samebits.oracles.lazily import mpmath

        bits = bits_drawn(call)
        words = drawn(call, bits) >> (SHED if bits == 64 else 0)
        function = in_binary64 if bits == 64 else in_binary32
        return np.asarray(np.frompyfunc(lambda k: function.mpmath(mpmath.mpf(int(k))), 1, 1)(words))

    return OnArrays(value)


def _nothing_exact(k: Real) -> Real | None:
    """Return None: the middle of a word is never 0, 1/2 or 1, so no result is exact."""
    return None
