"""Models of elementwise ops: the value before its last rounding, and the right result.

`before_rounding` returns binary64. For arithmetic on formats up to binary32 the value is rounded to
odd. Any later rounding to these formats, in any direction, then equals the rounding of the exact
value. For elementary functions the value is within an ulp of binary64, as the C library computes
it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance import budget
from samebits.conformance.reveal.arithmetic import (
    collapse_odd,
    fma_odd,
    narrow,
    to_f64,
    two_product,
    two_sum,
)
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import FunctionLandmarks, PairLandmarks


def _function(call: Call) -> Callable[..., float] | None:
    """Return the binary64 function that the landmarks of a math op name, or None."""
    landmarks = landmarks_of(call.op) if get_op(call.op).profile == "math" else None
    if isinstance(landmarks, (FunctionLandmarks, PairLandmarks)):
        return landmarks.binary64
    return None


def _evaluated(function: Callable[..., float], call: Call, operands: Sequence[Array]) -> Array:
    """Return the function of every element.

    Where Python raises an error, the value is -inf for the operand 0 and NaN for other operands.
    """
    attributes = [call.attributes[a.name] for a in get_op(call.op).attributes]

    def one(*x: float) -> float:
        try:
            return float(function(*x, *attributes))
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return -math.inf if x[0] == 0 else math.nan

    flat = [to_f64(v).ravel().tolist() for v in operands]
    found = [one(*x) for x in zip(*flat, strict=True)]
    return np.array(found, np.float64).reshape(operands[0].shape)


def before_rounding(call: Call, operands: Sequence[Array]) -> Array | None:
    """Return the binary64 value that the op rounds, or None if the op is not modelled."""
    if "f64" in call.outputs:
        return None  # no wider format is available
    function = _function(call)
    if function is not None:
        return _evaluated(function, call, operands)
    if not _is_numeric(call):
        return None
    x = [to_f64(v) for v in operands]
    with np.errstate(all="ignore"):
        if call.op == "cast":
            return x[0]
        if call.op in ("add", "sub"):
            return _odd(*two_sum(x[0], -x[1] if call.op == "sub" else x[1]))
        if call.op == "mul":
            return np.asarray(x[0] * x[1])  # exact: at most 2 * 24 significant bits
        if call.op == "fma":
            return fma_odd(x[0], x[1], x[2])
        if call.op == "div":
            quotient = x[0] / x[1]
            product, error = two_product(quotient, x[1])
            rest = ((x[0] - product) - error) * np.sign(x[1])
            return _odd(quotient, np.where(np.isfinite(product) & (quotient != 0), rest, 0.0))
        if call.op == "sqrt":
            root = np.sqrt(x[0])
            product, error = two_product(root, root)
            return _odd(root, (x[0] - product) - error)
    return None


def right_result(call: Call, operands: Sequence[Array]) -> Array | None:
    """Return the right result in the output's format.

    It is computed by the NumPy route, or else by rounding the binary64 value.
    """
    from samebits.oracles import numpy_route  # only a diagnosis needs it

    budget.check()
    if numpy_route.supports(call):
        return np.asarray(numpy_route.evaluate(call, operands)[0])
    value = before_rounding(call, operands)
    return None if value is None else narrow(value, call.outputs[0])


def _odd(high: Array, low: Array) -> Array:
    return collapse_odd(high, np.where(np.isfinite(low), low, 0.0))


def _is_numeric(call: Call) -> bool:
    return all(get_format(f).kind != "bool" for f in (*call.inputs, *call.outputs))
