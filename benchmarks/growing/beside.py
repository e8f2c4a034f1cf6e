"""NumPy functions for ops that the backend `numpy` leaves out because their bits differ.

They do the same work as the ops. The page compares only times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from samebits.backends.libraries.peers import all_peers
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

Function = Callable[[Call, Sequence[Array]], object]


def _result(call: Call) -> Any:
    return get_format(call.outputs[0]).dtype


def _number(call: Call, name: str) -> float:
    value = call.attributes[name]
    assert isinstance(value, float)
    return value


def _searched(call: Call, x: Sequence[Array]) -> object:
    side: Literal["left", "right"] = "right" if call.attributes["right"] else "left"
    rows = zip(x[0].reshape(-1, x[0].shape[-1]), x[1].reshape(-1, x[1].shape[-1]), strict=True)
    return [np.searchsorted(boundaries, values, side) for boundaries, values in rows]


OTHERS: Mapping[str, Function] = {"searchsorted": _searched}
"""NumPy functions that neither the name of the op nor a table of peers gives."""


def _without_operands(op: str) -> Function | None:
    """Return NumPy's function of the same name for an op that has only attributes.

    The attributes are passed in their order.
    """
    function = getattr(np, op, None)
    if get_op(op).operands or not callable(function):
        return None
    names = [attribute.name for attribute in get_op(op).attributes]
    return lambda call, x: function(*(call.attributes[n] for n in names), dtype=_result(call))


def _with_a_number(op: str) -> Function | None:
    """Return a function for an op `X_scalar`: the function of `X` with a number as operand 2."""
    peers = all_peers().get(op.removesuffix("_scalar")) if op.endswith("_scalar") else None
    if peers is None or peers.numpy is None:
        return None
    function = peers.numpy
    (number,) = get_op(op).attributes
    return lambda call, x: function(call, [x[0], x[0].dtype.type(_number(call, number.name))])


def numpy_function(op: str) -> Function | None:
    """Return NumPy's function for an op, from its declared peers or from this file, or None."""
    peers = all_peers().get(op)
    if peers is not None and peers.numpy is not None:
        return peers.numpy
    return OTHERS.get(op) or _without_operands(op) or _with_a_number(op)
