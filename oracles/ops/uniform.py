"""uniform: the upper bits of a draw as a fraction (clause D2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.definitions import OnArrays
from samebits.oracles.drawing import Drawn
from samebits.oracles.numpy_route import draws as route
from samebits.oracles.of_words import upper_bits
from samebits.spec.call import Call

Array = np.ndarray[Any, Any]


def _bits(call: Call) -> int:
    return 64 if call.outputs == ("f64",) else 32


def _in_reals(call: Call, inputs: Sequence[Array]) -> Array:
    from samebits.oracles.in_reals import as_real

    return as_real(ROUTE(call, inputs))


ORACLE = Drawn(lambda call, draw: upper_bits(draw, _bits(call), call.outputs[0]), _bits)

ROUTE = route.of_drawn(route.uniform, _bits)

DEFINITION = OnArrays(_in_reals)
