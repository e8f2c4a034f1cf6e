"""Functions of the profile math in binary64: a filter in extended precision, then integers.

The integers are `samebits.spec.correctly_rounded`, which uses only Python's integers and no
backend. It takes up to 0.3 ms per value. So NumPy's function in a long double of 64 bits or more is
used as a filter. The error of its value is assumed to be at most 2^-58 of its size, which is at
least 32 units in its last place. If all numbers in that interval round to the same result, this is
the result. This decides about 15 of 16 values. All other values are decided by the integers, and so
are operands that are zero or not finite.

A long double may be only a double, and some C libraries compute long double functions in double. So
a filter is used only after it has agreed with the integers at operands of many sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route import wide_bell_route as wide_bell
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.spec.math_table import FUNCTIONS

Array = np.ndarray[Any, Any]
Near = Callable[..., tuple[Array, Array]]
"""A filter: a function that returns values, and the sizes to which their errors are relative.

It takes operands, then real attributes, all as long doubles. The error is far below MARGIN times
the size.
"""

MARGIN = 2.0**-58
_LEAST_BITS = 64


def function(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the function of the call at every element, rounded once."""
    attributes = [call.attributes[a.name] for a in get_op(call.op).attributes if a.real]
    given = [np.float64(value) for value in attributes if isinstance(value, float)]
    columns = np.stack([bits_of(x).reshape(-1) for x in inputs], axis=1)
    rows, places = np.unique(columns, axis=0, return_inverse=True)
    found = _rows(call.op, rows, given, filtered=_is_believed(call.op))
    return from_bits(found[places.reshape(-1)].reshape(inputs[0].shape), "f64")


def of_one(op: str, x: Array) -> Array:
    """Return a function of one binary64 operand, without attributes, rounded once."""
    return function(get_op(op).call(["f64"]), [x])


def _rows(op: str, rows: Array, given: Sequence[np.float64], *, filtered: bool) -> Array:
    """Return the patterns of the results for rows of operand patterns."""
    found, is_open = np.zeros(len(rows), np.uint64), np.ones(len(rows), bool)
    if filtered:
        found, is_open = _filtered(NEAR[op], rows, given)
    attributes = [int(value.view(np.uint64)) for value in given]
    exact = FUNCTIONS[op]
    settled = [exact(*row, *attributes) for row in rows[is_open].tolist()]
    found[is_open] = np.array(settled, np.uint64)
    return found


def _filtered(near: Near, rows: Array, given: Sequence[np.float64]) -> tuple[Array, Array]:
    """Return the patterns of the results, and a mask of the elements that are still undecided."""
    operands = [column.copy().view(np.float64) for column in rows.T]
    plain = np.all([np.isfinite(x) & (x != 0) for x in operands], axis=0)
    wide = [np.where(plain, x, 1.0).astype(np.longdouble) for x in operands]
    with np.errstate(all="ignore"):
        value, size = near(*wide, *map(np.longdouble, given))
        margin = np.abs(size) * np.longdouble(MARGIN)
        low, high = ((value + s * margin).astype(np.float64) for s in (-1, 1))
    decided = plain & np.isfinite(value) & (value != 0) & np.isfinite(margin) & (margin > 0)
    return bits_of(low).copy(), ~(decided & (bits_of(low) == bits_of(high)))


@cache
def _is_believed(op: str) -> bool:
    """Return whether the op has a filter that agrees with the integers at test operands."""
    if op not in NEAR or np.finfo(np.longdouble).nmant + 1 not in (_LEAST_BITS, 113):
        return False
    if np.longdouble(1) + np.longdouble(2) ** (1 - _LEAST_BITS) == 1:  # true under valgrind
        return False
    declared = get_op(op)
    # Operands of both signs from 2^-20 to 2^8, with long significands, in no order.
    sizes = 2.0 ** (28 * (np.arange(1, 129) * 0.6180339887498949 % 1) - 20)
    singles = np.concatenate([sizes, -sizes]).view(np.uint64)
    columns = [np.roll(singles, 77 * i) for i in range(len(declared.operands))]
    rows = np.stack(columns, axis=1)
    given = [np.float64(a.default) for a in declared.attributes if isinstance(a.default, float)]
    exact = _rows(op, rows, given, filtered=False)
    found, is_open = _filtered(NEAR[op], rows, given)
    return bool(np.all((found == exact) | is_open))


def _plain(ufunc: Callable[..., Array], *xs: Array) -> tuple[Array, Array]:
    """Return a function of the C library and its size.

    The error is one or two units in the last place.
    """
    value = np.asarray(ufunc(*xs))
    return value, value


def _logistic(x: Array) -> Array:
    small = np.exp(-np.abs(x))
    return np.asarray(np.where(x < 0, small, 1) / (1 + small))


def _sigmoid(x: Array, sign: int) -> tuple[Array, Array]:
    return _beyond(_logistic, sign * x)


def _silu(x: Array) -> tuple[Array, Array]:
    return _plain(lambda x: x * _logistic(x), x)


def _swish_derivative(x: Array) -> tuple[Array, Array]:
    """Return s (1 + x s(-x)) and its size. The sum cancels near its zero."""
    s, rest = _logistic(x), x * _logistic(-x)
    return s * (1 + rest), s * (1 + np.abs(rest))


def _softplus(x: Array) -> Array:
    return np.asarray(np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))))


def _log_of_sum(x: Array, y: Array) -> tuple[Array, Array]:
    above = np.maximum(x, y)
    rest = np.log1p(np.exp(np.minimum(x, y) - above))
    # The relative error of the exponential, and so of `rest`, is the error of the difference.
    return above + rest, np.abs(above) + rest * (1 + np.abs(x - y))


def _mish(x: Array) -> Array:
    w = np.exp(x)
    n = w * (w + 2)
    return np.asarray(x * (n / (n + 2)))


def _power(x: Array, y: Array) -> tuple[Array, Array]:
    """Return x^y for positive x, and its size.

    For x <= 0 the value is 0, so the integers decide, because the result depends on y.
    """
    value = np.where(x > 0, np.power(np.abs(x), y), 0)
    return value, value


def _celu(x: Array, alpha: Array) -> tuple[Array, Array]:
    ratio = x / alpha
    value = np.where(x > 0, x, alpha * np.expm1(ratio))
    return value, value * (1 + np.abs(np.where(x > 0, 0, ratio)))


def _celu_derivative(x: Array, alpha: Array) -> tuple[Array, Array]:
    ratio = np.where(x > 0, 0, x / alpha)
    value = np.exp(ratio)
    return value, value * (1 + np.abs(ratio))


def _elu(x: Array, alpha: Array) -> Array:
    return np.asarray(np.where(x > 0, x, alpha * np.expm1(x)))


def _elu_derivative(x: Array, alpha: Array) -> Array:
    return np.asarray(np.where(x > 0, 1, alpha * np.exp(x)))


_LIBRARY: Mapping[str, Callable[..., Array]] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "cos": np.cos,
    "cosh": np.cosh,
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "hypot": np.hypot,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "sinh": np.sinh,
    "tan": np.tan,
    "tanh": np.tanh,
    "elu": _elu,
    "elu_derivative": _elu_derivative,
    "logsigmoid": lambda x: -_softplus(-x),
    "mish": _mish,
    "sigmoid_derivative": lambda x: _logistic(x) * _logistic(-x),
    "softplus": _softplus,
    "tanh_derivative": lambda x: 4 * _logistic(2 * x) * _logistic(-2 * x),
    "tanhshrink_derivative": lambda x: np.tanh(x) ** 2,
}

_MONOTONE = ("exp", "exp2", "logsigmoid", "softplus")
"""Functions of _LIBRARY whose results are 0 or infinite only by underflow or overflow."""


def _beyond(ufunc: Callable[..., Array], x: Array) -> tuple[Array, Array]:
    """Return values and sizes, with zeros and infinities replaced by numbers beyond 2^+-16000.

    A zero becomes a number of its sign below 2^-16000, and an infinity becomes a number above
    2^16000. The operands are finite, so these results come from underflow and overflow. The filter
    leaves operands that are not finite to the integers.
    """
    found, far = np.asarray(ufunc(x)), np.longdouble(2) ** 16000
    value = np.where(found == 0, np.copysign(1 / far, found), found)
    value = np.where(np.isinf(value), np.copysign(far, value), value)
    return value, value


NEAR: Mapping[str, Near] = MappingProxyType(
    {
        **{name: partial(_plain, value) for name, value in _LIBRARY.items()},
        **{name: partial(_beyond, _LIBRARY[name]) for name in _MONOTONE},
        "celu": _celu,
        "celu_derivative": _celu_derivative,
        "erf": wide_bell.erf,
        "erfc": wide_bell.erfc,
        "erfinv": wide_bell.erfinv,
        "logaddexp": _log_of_sum,
        "logsigmoid_derivative": partial(_sigmoid, sign=-1),
        "normal_quantile": wide_bell.normal_quantile,
        "pow": _power,
        "sigmoid": partial(_sigmoid, sign=1),
        "silu": _silu,
        "silu_derivative": _swish_derivative,
        "softplus_derivative": partial(_sigmoid, sign=1),
    }
)
"""The filters, by the name of the op."""
