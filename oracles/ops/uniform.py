"""uniform: the upper bits of a draw as a fraction (clause D2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.definitions import OnArrays
from samebits.oracles.drawing import Drawn, bits_drawn
from samebits.oracles.numpy_route import draws_route as route
from samebits.oracles.of_words import upper_bits
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def _in_reals(call: Call, inputs: Sequence[Array]) -> Array:
    from samebits.oracles.in_reals import as_real

    return as_real(ROUTE(call, inputs))


ORACLE = Drawn(lambda call, draw: upper_bits(draw, bits_drawn(call), call.outputs[0]), bits_drawn)

ROUTE = route.of_drawn(route.uniform, bits_drawn)

DEFINITION = OnArrays(_in_reals)
