"""NumPy as it is installed, judged as it is.

bfloat16 comes from `ml_dtypes`, whose arithmetic registers with NumPy. Functions that NumPy lacks
(erf, sigmoid, gelu, a fused multiply-add) are unsupported; nothing is emulated.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

import ml_dtypes
import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import moves
from samebits.backends.subjects.base import Implementation, Subject, TableSession
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format


def _quiet(function: Implementation) -> Implementation:
    """Without warnings: the judge looks at bits, not at flags."""

    @wraps(function)
    def run(call: Call, inputs: Sequence[Array]) -> Array | tuple[Array, ...]:
        with np.errstate(all="ignore"):
            return function(call, inputs)

    return run


def _ufunc(ufunc: Callable[..., Any]) -> Implementation:
    return _quiet(lambda call, x: np.asarray(ufunc(*x)))


def _reduction(function: Callable[..., Any]) -> Implementation:
    def run(call: Call, inputs: Sequence[Array]) -> Array:
        axes = call.attributes["axes"]
        return np.asarray(function(inputs[0], axis=axes, keepdims=call.attributes["keepdims"]))

    return _quiet(run)


def _index(function: Callable[..., Any]) -> Implementation:
    def run(call: Call, inputs: Sequence[Array]) -> Array:
        axes = call.attributes["axes"]
        axis: Any = axes[0] if isinstance(axes, tuple) else axes
        return np.asarray(function(inputs[0], axis=axis, keepdims=call.attributes["keepdims"]))

    return _quiet(run)


def _total(function: Callable[..., Any]) -> Implementation:
    def run(call: Call, inputs: Sequence[Array]) -> Array:
        dtype = get_format(call.outputs[0]).dtype
        return np.asarray(_reduction(partial(function, dtype=dtype))(call, inputs))

    return run


def _moment(function: Callable[..., Any]) -> Implementation:
    def run(call: Call, inputs: Sequence[Array]) -> Array:
        with warnings.catch_warnings():  # too few degrees of freedom is a warning, not a flag
            warnings.simplefilter("ignore", RuntimeWarning)
            ddof = call.attributes["correction"]
            return np.asarray(_reduction(partial(function, ddof=ddof))(call, inputs))

    return run


def _norm(call: Call, inputs: Sequence[Array]) -> Array:
    axes, order = call.attributes["axes"], call.attributes["ord"]
    axis: Any = axes[0] if isinstance(axes, tuple) else axes
    x = inputs[0] if axis is not None else inputs[0].reshape(-1)
    found = np.linalg.norm(x, np.inf if order == "inf" else order, axis=axis)  # type: ignore[arg-type]
    return np.asarray(found).reshape(get_op("norm").output_shapes(call, [inputs[0].shape])[0])


def _logsumexp(call: Call, inputs: Sequence[Array]) -> Array:
    return np.asarray(_reduction(np.logaddexp.reduce)(call, inputs))


def _scan(function: Callable[..., Any]) -> Implementation:
    """An accumulation in the format of the result."""

    def run(call: Call, inputs: Sequence[Array]) -> Array:
        dtype = get_format(call.outputs[0]).dtype
        return np.asarray(function(inputs[0], axis=call.attributes["axis"], dtype=dtype))

    return _quiet(run)


def _product(call: Call, inputs: Sequence[Array]) -> Array:
    a, b = inputs[0], inputs[1]
    a = np.swapaxes(a, -1, -2) if call.attributes.get("transpose_a") else a
    b = np.swapaxes(b, -1, -2) if call.attributes.get("transpose_b") else b
    result = get_format(call.outputs[0]).dtype
    wider: dict[str, Any] = {} if result == a.dtype else {"dtype": result}
    product = np.asarray(np.matmul(a, b, **wider))
    product = product + inputs[2] if len(inputs) == 3 else product
    return product.astype(result)  # of bfloat16 NumPy makes float32


def _dot(call: Call, inputs: Sequence[Array]) -> Array:
    return np.asarray(np.dot(*inputs))


def _einsum(call: Call, inputs: Sequence[Array]) -> Array:
    return np.array(np.einsum(str(call.attributes["equation"]), *inputs))


def _cast(call: Call, inputs: Sequence[Array]) -> Array:
    return inputs[0].astype(get_format(call.outputs[0]).dtype)


_TABLE: Mapping[str, Implementation] = {
    "abs": _ufunc(np.abs),
    "acos": _ufunc(np.arccos),
    "acosh": _ufunc(np.arccosh),
    "add": _ufunc(np.add),
    "all": _reduction(np.all),
    "amax": _reduction(np.max),
    "amin": _reduction(np.min),
    "any": _reduction(np.any),
    "argmax": _index(np.argmax),
    "argmin": _index(np.argmin),
    "asin": _ufunc(np.arcsin),
    "asinh": _ufunc(np.arcsinh),
    "atan": _ufunc(np.arctan),
    "atan2": _ufunc(np.arctan2),
    "atanh": _ufunc(np.arctanh),
    "bmm": _quiet(_product),
    "cast": _quiet(_cast),
    "cbrt": _ufunc(np.cbrt),
    "ceil": _ufunc(np.ceil),
    "cos": _ufunc(np.cos),
    "cosh": _ufunc(np.cosh),
    "count_nonzero": _reduction(np.count_nonzero),
    "cumprod": _scan(np.cumprod),
    "cumsum": _scan(np.cumsum),
    "div": _ufunc(np.divide),
    "dot": _quiet(_dot),
    "einsum": _quiet(_einsum),
    "eq": _ufunc(np.equal),
    "exp": _ufunc(np.exp),
    "exp2": _ufunc(np.exp2),
    "expm1": _ufunc(np.expm1),
    "floor": _ufunc(np.floor),
    "fmod": _ufunc(np.fmod),
    "ge": _ufunc(np.greater_equal),
    "gt": _ufunc(np.greater),
    "hypot": _ufunc(np.hypot),
    "le": _ufunc(np.less_equal),
    "log": _ufunc(np.log),
    "log10": _ufunc(np.log10),
    "log1p": _ufunc(np.log1p),
    "log2": _ufunc(np.log2),
    "logaddexp": _ufunc(np.logaddexp),
    "logsumexp": _quiet(_logsumexp),
    "lt": _ufunc(np.less),
    "matmul": _quiet(_product),
    "max": _reduction(np.max),
    "maximum": _ufunc(np.maximum),
    "mean": _reduction(np.mean),
    "min": _reduction(np.min),
    "minimum": _ufunc(np.minimum),
    "mul": _ufunc(np.multiply),
    "ne": _ufunc(np.not_equal),
    "neg": _ufunc(np.negative),
    "norm": _quiet(_norm),
    "outer": _ufunc(np.outer),
    "pow": _ufunc(np.power),
    "prod": _total(np.prod),
    "reciprocal": _ufunc(np.reciprocal),
    "remainder": _ufunc(np.remainder),
    "round_half_even": _ufunc(np.rint),
    "sign": _ufunc(np.sign),
    "sin": _ufunc(np.sin),
    "sinh": _ufunc(np.sinh),
    "sqrt": _ufunc(np.sqrt),
    "square": _ufunc(np.square),
    "std": _moment(np.std),
    "sub": _ufunc(np.subtract),
    "sum": _total(np.sum),
    "tan": _ufunc(np.tan),
    "tanh": _ufunc(np.tanh),
    "trunc": _ufunc(np.trunc),
    "var": _moment(np.var),
    "where": _ufunc(np.where),
    **{name: _quiet(function) for name, function in moves.NUMPY.items()},
}


def _refuse(call: Call) -> str:
    axes = call.attributes.get("axes")
    if call.op in ("argmax", "argmin", "norm") and isinstance(axes, tuple) and len(axes) != 1:
        return f"NumPy's {call.op} takes one axis or all"
    if call.attributes.get("descending"):
        return "NumPy has no descending sort"
    return ""


def _open() -> TableSession:
    facts = {"numpy": np.__version__, "ml_dtypes": ml_dtypes.__version__}
    show: Any = np.show_config(mode="dicts")
    blas = show.get("Build Dependencies", {}).get("blas", {})
    facts["blas"] = f"{blas.get('name', 'unknown')} {blas.get('version', '')}".strip()
    found = show.get("SIMD Extensions", {}).get("found", [])
    facts["simd"] = " ".join(found) if isinstance(found, list) else str(found)
    return TableSession(_TABLE, facts, _refuse)


backend = Subject("numpy", np.__version__, "NumPy as installed", _open)
