"""Models of elementwise ops: the value before its last rounding, and the right result.

`before_rounding` gives binary64: rounded to odd for arithmetic on formats up to binary32 (so any
later rounding to those formats, in any direction, is that of the exact value), and a value within
an ulp of binary64 for elementary functions, as the C library computes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.reveal.arithmetic import (
    collapse_odd,
    fma_odd,
    narrow,
    to_f64,
    two_product,
    two_sum,
)
from samebits.spec.call import Call
from samebits.spec.formats import get_format

_ROOT_HALF = math.sqrt(0.5)


def _safely(function: Callable[[float], float]) -> Callable[[Array], Array]:
    def one(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return -math.inf if x == 0 else math.nan

    return lambda x: np.array([one(v) for v in x.ravel().tolist()], np.float64).reshape(x.shape)


def _sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))


def _silu(x: float) -> float:
    return x / (1.0 + math.exp(-x)) if x > -700 else x * math.exp(x)


FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "exp": _safely(math.exp),
    "log": _safely(math.log),
    "tanh": _safely(math.tanh),
    "erf": _safely(math.erf),
    "sigmoid": _safely(lambda x: _sigmoid(x) if x > -700 else math.exp(x)),
    "rsqrt": _safely(lambda x: math.copysign(math.inf, x) if x == 0 else 1.0 / math.sqrt(x)),
    "silu": _safely(_silu),
    "gelu": _safely(lambda x: 0.5 * x * math.erfc(-x * _ROOT_HALF)),
}
"""Elementary functions in binary64 by the C library."""


def before_rounding(call: Call, operands: Sequence[Array]) -> Array | None:
    """The value that the op rounds, in binary64 (see above), or None if not modelled."""
    if call.op in FUNCTIONS:
        return FUNCTIONS[call.op](to_f64(operands[0]))
    if "f64" in call.outputs or not _is_numeric(call):
        return None
    x = [to_f64(v) for v in operands]
    with np.errstate(all="ignore"):
        if call.op == "cast":
            return x[0]
        if call.op in ("add", "sub"):
            return _odd(*two_sum(x[0], -x[1] if call.op == "sub" else x[1]))
        if call.op == "mul":
            return np.asarray(x[0] * x[1])  # exact: at most 48 bits
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
    """The right result in the output's format: the NumPy route's, or the rounded binary64 value."""
    from samebits.oracles import numpy_route  # only a diagnosis needs it

    if numpy_route.supports(call):
        return np.asarray(numpy_route.evaluate(call, operands)[0])
    value = before_rounding(call, operands)
    return None if value is None else narrow(value, call.outputs[0])


def _odd(high: Array, low: Array) -> Array:
    return collapse_odd(high, np.where(np.isfinite(low), low, 0.0))


def _is_numeric(call: Call) -> bool:
    return all(get_format(f).kind != "bool" for f in (*call.inputs, *call.outputs))
