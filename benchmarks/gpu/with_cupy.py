"""The work of a row in CuPy: its own kernels, CUB for reductions, scans and sorts, and cuBLAS.

Only binary32 is measured, and products also in binary16. Other formats of CuPy are not compared.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import partial
from typing import Any

from samebits.backends.libraries.numpy_forms import Ufunc
from samebits.backends.libraries.peers import all_peers
from samebits.benchmarks.declared import cupy_maker
from samebits.benchmarks.gpu.makers import Cupy as Cupy, CupyMaker, Run
from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.gpu.with_torch import NoFunctionError


def load() -> Cupy:
    """Return the installed CuPy. Raises ImportError."""
    xp = importlib.import_module("cupy")
    special = importlib.import_module("cupyx.scipy.special")
    return Cupy(xp, special, importlib.import_module("cupyx").scatter_add)


def side(cupy: Cupy, row: Row, tensors: Sequence[Any]) -> Run:
    """Return CuPy's side of a row, on the memory of the given tensors.

    Raises NoFunctionError if CuPy has no function for the row. This is checked before the tensors
    are converted, because CuPy lacks some formats.
    """
    if row.format != "f32" and not (row.format == "f16" and row.op == "matmul"):
        raise NoFunctionError(f"{row.format} is not measured with CuPy")
    maker = cupy_maker(row.op)
    if maker is None:
        raise NoFunctionError(f"{row.op} is not measured with CuPy")
    arrays = [cupy.xp.asarray(tensor) for tensor in tensors]
    shape, label = row.results[0]
    # CuPy's indices have 64 bits; every other result has the format of the first operand.
    out = cupy.xp.empty(shape, "int64" if label == "i64" else arrays[0].dtype)
    return maker.make(cupy, row, arrays, out)


CUB = "CUB where it has one"


def _as_numpy(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    peer = all_peers()[row.op].numpy
    assert isinstance(peer, Ufunc), f"{row.op} is no ufunc of NumPy's"
    return partial(getattr(cupy.xp, peer.name), *x, out=out)


AS_NUMPY = CupyMaker(_as_numpy)
"""The maker that calls the CuPy function with the name of the op's NumPy ufunc."""


def special(name: str) -> CupyMaker:
    """Return a maker that calls a function of cupyx.scipy.special."""
    return CupyMaker(lambda cupy, row, x, out: partial(getattr(cupy.special, name), *x, out=out))


def _axes(row: Row) -> Any:
    """Return one axis as a number, or None for all axes, so that CUB reduces them in one call."""
    axes = row.call.attributes["axes"]
    whole = len(axes) == len(row.operands[0].shape)  # type: ignore[arg-type]
    return None if whole else axes[0]  # type: ignore[index]


def reduction(name: str) -> CupyMaker:
    """Return a maker that calls a reduction over one axis or all axes."""

    def make(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
        return partial(getattr(cupy.xp, name), x[0], axis=_axes(row), out=out)

    return CupyMaker(make, CUB)


def sort(name: str) -> CupyMaker:
    """Return a maker that calls a sort along an axis."""

    def make(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
        return partial(getattr(cupy.xp, name), x[0], axis=row.call.attributes["axis"])

    return CupyMaker(make, "Thrust")


def _product(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    turned = row.call.attributes.get("transpose_b", True)  # a layer has no attribute `transpose_b`
    right = x[1].swapaxes(-1, -2) if turned else x[1]
    return partial(cupy.xp.matmul, x[0], right, out=out)


PRODUCT = CupyMaker(_product, "cuBLAS")


def _take(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    return partial(cupy.xp.take, x[0], x[1], axis=0, out=out)


TAKE = CupyMaker(_take)


def _added(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    def run() -> Any:
        out[...] = x[0]
        cupy.add_at(out, x[1], x[2])
        return out

    return run


ADDED = CupyMaker(_added)
