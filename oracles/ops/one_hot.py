"""one_hot: 1 where the last coordinate equals the index, and otherwise 0 (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.oracles.copies import Array
from samebits.oracles.definitions import OnArrays
from samebits.oracles.numpy_route import copying_route as route
from samebits.spec.catalog import get_op
from samebits.spec.families.indexing import check_indices, natural
from samebits.spec.formats import from_bits
from samebits.spec.language.call import Call


class OneHot:
    """An oracle that returns a row of integers for each index."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Compare every position of a row with the index."""
        (shape,) = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        index = check_indices(call.op, inputs[0], shape[-1]).reshape(-1).tolist()
        rows = [[int(i == place) for place in range(shape[-1])] for i in index]
        return [from_bits(np.array(rows, np.uint64).reshape(shape), call.outputs[0])]


ORACLE = OneHot()

ROUTE = route.one_hot

DEFINITION = OnArrays(
    lambda call, x: x[0][..., None] == np.arange(natural(call.attributes["classes"]))
)
