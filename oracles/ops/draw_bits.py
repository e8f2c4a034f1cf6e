"""draw_bits: the random words without any change (clause D2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.definitions import OnArrays
from samebits.oracles.drawing import Drawn
from samebits.oracles.numpy_route.draws_route import draws_of
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]

ORACLE = Drawn(lambda call, draw: draw, bits=lambda call: 64 if call.outputs == ("i64",) else 32)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the words without any change."""
    if call.outputs == ("i64",):
        return draws_of(call, 64).view(np.int64)
    return draws_of(call, 32)


ROUTE = _route

DEFINITION = OnArrays(_route)
