"""uniform: the upper bits of a draw as a fraction (clause D2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.drawing import Drawn
from samebits.oracles.numpy_route.draws import draws_of
from samebits.oracles.numpy_route.formats import narrow
from samebits.oracles.rounding import dyadic, round_to
from samebits.spec.call import Call
from samebits.spec.formats import get_format

Array = np.ndarray[Any, Any]


def _bits(call: Call) -> int:
    return 64 if call.outputs == ("f64",) else 32


def _pattern(call: Call, draw: int) -> int:
    """The bits of n / 2^p, n the upper p bits of the draw, p those of the significand."""
    precision = get_format(call.outputs[0]).precision
    return round_to(dyadic(draw >> _bits(call) - precision, -precision), call.outputs[0])


ORACLE = Drawn(_pattern, _bits)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """The upper bits, which binary64 holds, scaled by a power of two, which is exact."""
    draws, precision = draws_of(call, _bits(call)), get_format(call.outputs[0]).precision
    upper = draws >> draws.dtype.type(_bits(call) - precision)
    return narrow(np.ldexp(upper.astype(np.float64), -precision), call.outputs[0])


ROUTE = _route
