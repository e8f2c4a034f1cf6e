"""NumPy as it is installed, judged as it is.

bfloat16 comes from `ml_dtypes`, whose arithmetic registers with NumPy. Functions that NumPy lacks
(erf, sigmoid, gelu, a fused multiply-add) are unsupported; nothing is emulated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

import ml_dtypes
import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects.base import Implementation, Subject, TableSession
from samebits.spec.call import Call
from samebits.spec.formats import get_format


def _quiet(function: Implementation) -> Implementation:
    """Without warnings: the judge looks at bits, not at flags."""

    @wraps(function)
    def run(call: Call, inputs: Sequence[Array]) -> Array:
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


def _argmax(call: Call, inputs: Sequence[Array]) -> Array:
    axes = call.attributes["axes"]
    axis: Any = axes[0] if isinstance(axes, tuple) else axes
    return np.asarray(np.argmax(inputs[0], axis=axis, keepdims=bool(call.attributes["keepdims"])))


def _product(call: Call, inputs: Sequence[Array]) -> Array:
    a, b = inputs[0], inputs[1]
    a = np.swapaxes(a, -1, -2) if call.attributes.get("transpose_a") else a
    b = np.swapaxes(b, -1, -2) if call.attributes.get("transpose_b") else b
    product = np.asarray(np.matmul(a, b))
    return product + inputs[2] if len(inputs) == 3 else product


def _cast(call: Call, inputs: Sequence[Array]) -> Array:
    return inputs[0].astype(get_format(call.outputs[0]).dtype)


_TABLE: Mapping[str, Implementation] = {
    "abs": _ufunc(np.abs),
    "add": _ufunc(np.add),
    "argmax": _quiet(_argmax),
    "bmm": _quiet(_product),
    "cast": _quiet(_cast),
    "div": _ufunc(np.divide),
    "dot": _ufunc(np.dot),
    "exp": _ufunc(np.exp),
    "log": _ufunc(np.log),
    "matmul": _quiet(_product),
    "max": _reduction(np.max),
    "maximum": _ufunc(np.maximum),
    "mean": _reduction(np.mean),
    "minimum": _ufunc(np.minimum),
    "mul": _ufunc(np.multiply),
    "neg": _ufunc(np.negative),
    "sqrt": _ufunc(np.sqrt),
    "sub": _ufunc(np.subtract),
    "sum": _reduction(np.sum),
    "tanh": _ufunc(np.tanh),
    "where": _ufunc(np.where),
}


def _refuse(call: Call) -> str:
    axes = call.attributes.get("axes")
    if call.op == "argmax" and isinstance(axes, tuple) and len(axes) != 1:
        return "numpy.argmax takes one axis or all"
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
