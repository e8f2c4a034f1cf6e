"""bernoulli: whether a draw is below a probability, in exact fractions (clause D2)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from samebits.oracles.definitions import OnArrays
from samebits.oracles.drawing import Drawn
from samebits.oracles.numpy_route.draws_route import draws_of
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def _p(call: Call) -> float:
    p = call.attributes["p"]
    assert isinstance(p, float)
    return p


ORACLE = Drawn(lambda call, draw: int(draw < Fraction(_p(call)) * 2**32), lambda call: 32)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return whether each draw is below p 2^32.

    An integer is below p 2^32 if and only if it is below ceil(p 2^32). binary64 represents both
    exactly.
    """
    limit = math.ceil(math.ldexp(_p(call), 32))
    return np.asarray(draws_of(call, 32).astype(np.uint64) < np.uint64(limit))


ROUTE = _route

DEFINITION = OnArrays(_route)
