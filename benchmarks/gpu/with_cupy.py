"""The same work in CuPy: its own kernels, CUB for reductions, scans and sorts, and cuBLAS.

Only binary32, and products in binary16: what CuPy does in other formats is measured nowhere else.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.gpu.with_torch import NoFunctionError, Run

LIBRARIES = {
    **dict.fromkeys(("matmul", "linear", "bmm"), "cuBLAS"),
    **dict.fromkeys(("sum", "mean", "max", "cumsum"), "CUB where it has one"),
    **dict.fromkeys(("sort", "argsort"), "Thrust"),
}
"""The library behind CuPy where it is not a kernel of CuPy's own."""


@dataclass(frozen=True, slots=True)
class Cupy:
    """What is asked of CuPy: `xp` is the module, `special` is cupyx.scipy.special.

    `add_at(array, index, values)` adds in place, as cupyx.scatter_add does.
    """

    xp: Any
    special: Any
    add_at: Callable[[Any, Any, Any], object]


def load() -> Cupy:
    """CuPy as it is installed. Raises ImportError."""
    xp = importlib.import_module("cupy")
    special = importlib.import_module("cupyx.scipy.special")
    return Cupy(xp, special, importlib.import_module("cupyx").scatter_add)


def side(cupy: Cupy, row: Row, tensors: Sequence[Any]) -> Run:
    """CuPy's side of a row, on tensors seen in place. Raises NoFunctionError where there is none.

    What it has no function for it is not shown: not every tensor's format is one of CuPy's.
    """
    if row.format != "f32" and not (row.format == "f16" and row.op == "matmul"):
        raise NoFunctionError(f"CuPy was not asked for {row.format}")
    maker = _MAKERS.get(row.op)
    if maker is None:
        raise NoFunctionError(f"CuPy was not asked for {row.op}")
    arrays = [cupy.xp.asarray(tensor) for tensor in tensors]
    shape, label = row.results[0]
    # An index of CuPy's has 64 bits; every other result has the first operand's format.
    out = cupy.xp.empty(shape, "int64" if label == "i64" else arrays[0].dtype)
    return maker(cupy, row, arrays, out)


Maker = Callable[[Cupy, Row, list[Any], Any], Run]


def _ufunc(name: str, *, is_special: bool = False) -> Maker:
    def make(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
        return partial(getattr(cupy.special if is_special else cupy.xp, name), *x, out=out)

    return make


def _relu(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    return partial(cupy.xp.maximum, x[0], 0.0, out=out)


def _axes(row: Row) -> Any:
    """One axis as a number; all of them as None, for which CUB reduces everything at once."""
    axes = row.call.attributes["axes"]
    whole = len(axes) == len(row.operands[0].shape)  # type: ignore[arg-type]
    return None if whole else axes[0]  # type: ignore[index]


def _reduction(name: str) -> Maker:
    def make(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
        return partial(getattr(cupy.xp, name), x[0], axis=_axes(row), out=out)

    return make


def _softmax(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    return partial(cupy.special.softmax, x[0], axis=row.call.attributes["axis"])


def _cumsum(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    """Of one axis as None: only then does CuPy ask CUB, after a copy."""
    axis = None if x[0].ndim == 1 else row.call.attributes["axis"]
    return partial(cupy.xp.cumsum, x[0], axis=axis)


def _product(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    turned = row.op == "linear" or row.call.attributes["transpose_b"]
    right = x[1].swapaxes(-1, -2) if turned else x[1]
    return partial(cupy.xp.matmul, x[0], right, out=out)


def _sort(name: str) -> Maker:
    def make(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
        return partial(getattr(cupy.xp, name), x[0], axis=row.call.attributes["axis"])

    return make


def _take(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    return partial(cupy.xp.take, x[0], x[1], axis=0, out=out)


def _added(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    def run() -> Any:
        out[...] = x[0]
        cupy.add_at(out, x[1], x[2])
        return out

    return run


_MAKERS: dict[str, Maker] = {
    **{name: _ufunc(name) for name in ("add", "sqrt", "exp", "log", "tanh", "sin")},
    "mul": _ufunc("multiply"),
    "div": _ufunc("true_divide"),
    "pow": _ufunc("power"),
    "erf": _ufunc("erf", is_special=True),
    "sigmoid": _ufunc("expit", is_special=True),
    "lgamma": _ufunc("gammaln", is_special=True),
    "relu": _relu,
    "sum": _reduction("sum"),
    "mean": _reduction("mean"),
    "max": _reduction("amax"),
    "softmax": _softmax,
    "cumsum": _cumsum,
    **dict.fromkeys(("matmul", "linear", "bmm"), _product),
    "sort": _sort("sort"),
    "argsort": _sort("argsort"),
    **dict.fromkeys(("gather", "embedding"), _take),
    **dict.fromkeys(("scatter_add", "index_add"), _added),
}
"""Without gelu, silu, softplus, conv2d and topk, which CuPy does not have, and without var, norm
and logsumexp, for which it has no kernel of CUB's."""
