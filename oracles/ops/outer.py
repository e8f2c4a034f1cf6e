"""outer: a contraction T4 of one term for every pair of elements."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import contractions_route as route
from samebits.oracles.reductions import Contraction
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def terms(call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return both operands reshaped so that each element is a row of one term."""
    a, b = inputs
    return a.reshape(1, -1, 1), b.reshape(1, -1, 1)


ORACLE = Contraction(terms)

ROUTE = route.contraction

DEFINITION = on_arrays.product(np.multiply.outer)
