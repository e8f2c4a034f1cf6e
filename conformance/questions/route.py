"""The independent route that answers drawn questions: NumPy and nothing else.

It belongs to the oracles, and is imported when the first question is planned or answered, so that
nothing else of the judge depends on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

Bits = np.ndarray[Any, Any]


@cache
def answerable(op_name: str) -> bool:
    """Whether the route has the op."""
    from samebits.oracles import numpy_route

    op = get_op(op_name)
    inputs, outputs = op.signatures[0]
    return numpy_route.supports(Call(op_name, op.version, inputs, outputs))


def evaluate(call: Call, operands: Sequence[Array]) -> list[Bits]:
    """The bits of every result. Raises SamebitsError."""
    from samebits.oracles import numpy_route

    return [bits_of(x) for x in numpy_route.evaluate(call, operands)]
