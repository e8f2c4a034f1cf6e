"""linear: a contraction T4 of every row of x with every row of the weight, then the bias."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import contractions as route
from samebits.oracles.reductions import Contraction
from samebits.spec.call import Call

Array = np.ndarray[Any, Any]


def terms(call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Both operands have their terms last already; the leading axes of x are rows."""
    x, weight = inputs[0], inputs[1]
    rows = int(np.prod(x.shape[:-1], dtype=np.int64))
    return x.reshape(1, rows, x.shape[-1]), weight[None]


ORACLE = Contraction(terms)

ROUTE = route.contraction

DEFINITION = on_arrays.product(lambda x, weight: x @ weight.T)
