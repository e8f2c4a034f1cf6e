"""The independent second route: the spec again, in vectorised NumPy and nothing else.

It shares no code with the exact route: values live in binary32 and binary64, trees are added level
by level, fma is made from error-free transformations and round to odd. It covers arithmetic, casts,
moves, reductions, contractions and convolutions; it needs no package beyond the judge's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route import contractions, convolutions, elementwise, reductions
from samebits.spec.call import Call
from samebits.spec.catalog import get_op

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]

_ROUTES: Mapping[str, Route] = MappingProxyType(
    {
        **elementwise.ROUTES,
        **reductions.ROUTES,
        **contractions.ROUTES,
        **convolutions.ROUTES,
    }
)


def supports(call: Call) -> bool:
    """Whether this route evaluates the op of the call."""
    return call.op in _ROUTES


def evaluate(call: Call, inputs: Sequence[Array]) -> list[Array]:
    """The results of a call, one array; NaN results are canonical except those of moves (S1, S2).

    Raises SpecError for what the spec does not define, OracleError for an op not covered here.
    """
    op = get_op(call.op)
    op.check(call)
    (shape,) = op.output_shapes(call, [x.shape for x in inputs])
    if call.op not in _ROUTES:
        raise OracleError(f"the NumPy route has no {call.op}; it covers {', '.join(_ROUTES)}")
    with np.errstate(all="ignore"):
        result = _ROUTES[call.op](call, inputs)
    return [result.reshape(shape)]
