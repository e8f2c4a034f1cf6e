"""Functions of the array API standard whose signature does not follow from an op's declaration.

They compute only by ops of the specification. All other steps move elements without changing bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy import conversions, values
from samebits.numpy.arrays import computed
from samebits.numpy.callee import callee
from samebits.numpy.calling import compute, compute_named, only
from samebits.numpy.creation import arange, check_device, eye, full, linspace
from samebits.numpy.factors import qr, vector_norm
from samebits.numpy.layouts import axes_of_joined, inverse
from samebits.numpy.ordering import argsort, searchsorted, sort
from samebits.numpy.parameters import given
from samebits.numpy.placing import placed
from samebits.numpy.repeating import take, take_along_axis, tile
from samebits.numpy.scans import cumulative_prod, cumulative_sum
from samebits.numpy.values import Array, ArrayLike, DType, Operand
from samebits.spec.errors import SpecError


def astype(
    x: ArrayLike,
    dtype: DType,
    /,
    *,
    copy: bool = True,
    device: str | None = None,
    saturate: bool = True,
    out: Array | None = None,
) -> Array:
    """Return x converted to another format, rounded once from its exact value (clause R5).

    Floats become integers by truncation and saturation. If x already has the format, it is copied
    bit by bit, or x itself is returned with `copy=False`. `saturate` matters only for
    float8_e4m3fn: numbers beyond its range give +-448, or NaN with `saturate=False`. The op is
    `cast`; conversions of uint16 and uint64 follow the same rules. Raises SpecError if `dtype` is
    not a format.
    """
    check_device("astype", device)
    array = values.array_of("astype", "x", x)
    form = values.format_name("astype", dtype)
    if not copy and out is None and values.NAMES[array.dtype] == form:
        return array
    if conversions.concerns(array, form):
        return placed("astype", conversions.converted(array, form, saturate), out)
    return only(compute_named("cast", (array,), out, form, saturate=saturate))


def clip(
    x: Operand,
    /,
    min: Operand | None = None,  # noqa: A002 (the standard's names)
    max: Operand | None = None,  # noqa: A002
    *,
    out: Array | None = None,
) -> Array:
    """Return minimum(maximum(x, min), max), and NaN if x is NaN (clause G9).

    Bounds are host scalars (R4.5), or arrays that broadcast with x; None means no bound. The ops
    are `clamp` and `clamp_tensor`; integers are exact. Raises SpecError for bool and fp8.
    """
    limits: tuple[Operand, Operand] = (-math.inf, math.inf)
    if isinstance(x, (np.ndarray, np.generic)) and x.dtype.kind in "iu":
        limits = int(np.iinfo(x.dtype).min), int(np.iinfo(x.dtype).max)
    least = limits[0] if min is None else min
    most = limits[1] if max is None else max
    return only(compute(callee("clamp_tensor"), (x, least, most), {}, None, out))


def concat(
    arrays: Sequence[ArrayLike], /, *, axis: int | None = 0, out: Array | None = None
) -> Array:
    """Join arrays of one format along an axis; if the axis is None, flatten them first (clause S2).

    The arrays must have the same shape, except for their sizes along the axis. Up to four arrays
    are joined by the op `cat`, and more by NumPy; neither changes a bit. Raises SpecError if there
    is no array, and for shapes or formats that do not fit.
    """
    found = callee("cat")
    together = values.arrays_of("concat", arrays)
    if not together:
        raise SpecError("concat: arrays is empty; pass at least one array")
    if axis is None:
        together, axis = [x.reshape(-1) for x in together], 0
    place = given("concat", found.op.attributes[0], axis)
    most, rank = len(found.op.operands), together[0].ndim
    if -rank <= place < rank and _fit(together, place % rank):
        if len(together) > most:
            # moves bits, computes no number
            joined = np.concatenate(together, axis=place)
            return placed("concat", joined, out)
        order = axes_of_joined(together) if out is None else None
        if order is not None:
            turned = [x.transpose(order) for x in together]
            (joined,) = computed(found, turned, {"axis": order.index(place % rank)})
            return joined.transpose(inverse(order))
    while len(together) > most:
        together = [
            computed(found, together[i : i + most], {"axis": place})[0]
            for i in range(0, len(together), most)
        ]
    return computed(found, together, {"axis": place}, None, out)[0]


def _fit(arrays: Sequence[Array], axis: int) -> bool:
    """Check whether the arrays have the same format, and the same shape except along one axis."""
    first, rank = arrays[0], arrays[0].ndim
    before, behind = first.shape[:axis], first.shape[axis + 1 :]
    return all(
        x.dtype == first.dtype
        and x.ndim == rank
        and x.shape[:axis] == before
        and x.shape[axis + 1 :] == behind
        for x in arrays
    )


def matmul(
    a: ArrayLike,
    b: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Return the matrix product: each element is a contraction by its tree (clauses T1, T4, R4).

    a[.., M, K] and b[.., K, N] give [.., M, N]. Axes before the last two broadcast. A vector counts
    as a row or a column, and its axis of size 1 is removed from the result. `transpose_a` and
    `transpose_b` mean that the last two axes of an operand are stored in reverse order. bias[N] is
    added last. `dtype` selects a different format of the result, for example float32 for bfloat16.
    If the operands are fp8 of two different formats, `dtype` is required. The ops are `matmul` and
    `bmm`. Raises SpecError for sizes or formats that do not fit.
    """
    left, right = values.array_of("matmul", "a", a), values.array_of("matmul", "b", b)
    if not left.ndim or not right.ndim:
        raise SpecError("matmul: an operand of rank 0 has no axis to contract; use multiply")
    row, column = left.ndim == 1, right.ndim == 1
    if (row and transpose_a) or (column and transpose_b):
        raise SpecError("matmul: a vector cannot be transposed; pass a matrix")
    shapes = f"operands of shapes {left.shape} and {right.shape}"
    left = left[None, :] if row else left
    right = right[:, None] if column else right
    inner = left.shape[-2 if transpose_a else -1], right.shape[-1 if transpose_b else -2]
    if inner[0] != inner[1]:
        raise SpecError(f"matmul: the inner sizes {inner[0]} and {inner[1]} differ in {shapes}")
    batch = _batch(left.shape[:-2], right.shape[:-2])
    if batch:
        count = math.prod(batch)
        left, right = (
            np.broadcast_to(x, (*batch, *x.shape[-2:])).reshape(count, *x.shape[-2:])
            for x in (left, right)
        )
    attributes = {"transpose_a": bool(transpose_a), "transpose_b": bool(transpose_b)}
    operands = (left, right) if bias is None else (left, right, bias)
    if not (batch or row or column):
        return computed(callee("matmul"), operands, attributes, dtype, out)[0]
    (result,) = computed(callee("bmm" if batch else "matmul"), operands, attributes, dtype)
    shape = (*batch, *result.shape[-2:-1][row:], *result.shape[-1:][column:])
    return placed("matmul", result.reshape(shape), out)


def _batch(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(a, b)
    except (ValueError, RuntimeError):  # RuntimeError: more axes than NumPy broadcasts
        raise SpecError(
            f"matmul: the batch shapes {a} and {b} cannot be broadcast to one shape"
        ) from None


def einsum(
    equation: str,
    /,
    *operands: ArrayLike,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Return sums of products by an equation like "bij,bjk->bik" (clauses T4.einsum, T1, G1).

    There are one to three operands, which are multiplied in pairs from left to right. The op is
    `einsum`. Raises SpecError for an invalid equation, and for operands that do not fit it.
    """
    most = len(callee("einsum").operands)
    if not 1 <= len(operands) <= most:
        raise SpecError(f"einsum: takes 1 to {most} operands, but {len(operands)} were given")
    return only(compute_named("einsum", operands, out, dtype, equation=equation))


def roll(
    x: ArrayLike,
    /,
    shift: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Return x with its elements shifted cyclically along axes (clause S2.roll).

    One shift may apply to all axes. If no axis is given, x is flattened, shifted, and returned in
    its shape. The op is `roll`. Raises SpecError if the number of shifts differs from the number of
    axes.
    """
    array = values.array_of("roll", "x", x)
    if axis is None:
        if isinstance(shift, Sequence):
            raise SpecError("roll: several shifts need as many axes; pass them as axis=")
        flat = compute_named("roll", (array.reshape(-1),), None, shifts=shift, axes=0)
        return placed("roll", flat.reshape(array.shape), out)
    axes = axis if isinstance(axis, Sequence) else (axis,)
    shifts = shift if isinstance(shift, Sequence) else (shift,) * len(axes)
    return only(compute_named("roll", (array,), out, shifts=tuple(shifts), axes=tuple(axes)))


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "linalg.qr": qr,
        "linalg.vector_norm": vector_norm,
        **{
            made.__name__: made
            for made in (
                arange, argsort, astype, clip, concat, cumulative_prod, cumulative_sum, einsum, eye,
                full, linspace, matmul, roll, searchsorted, sort, take, take_along_axis, tile,
            )
        },
    }
)  # fmt: skip
"""The functions of this module, by public name. Each docstring names the ops."""

for _name, _function in FUNCTIONS.items():
    _function.__module__ = f"samebits.numpy.{_name}".rpartition(".")[0]
