"""copysign: the first operand with the sign bit of the second (clause S2).

NaN payloads are unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Array, Move
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call


def _signed(magnitude: int, sign: int, *, sign_mask: int) -> int:
    return magnitude & (sign_mask - 1) | sign & sign_mask


ORACLE = Move(_signed)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the magnitude's bits, with the sign bit flipped where the signs differ."""
    magnitude, sign = (bits_of(x) for x in inputs)
    mask = magnitude.dtype.type(get_format(call.outputs[0]).sign_mask)
    differ = ((magnitude ^ sign) & mask) != 0
    return from_bits(np.where(differ, magnitude ^ mask, magnitude), call.outputs[0])


ROUTE = _route

DEFINITION = Formula(lambda magnitude, sign: -abs(magnitude) if sign < 0 else abs(magnitude))
