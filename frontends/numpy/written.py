"""Functions whose signature no declaration gives: those of the array API standard, as it has them.

Each computes ops of the specification and nothing else; what it does besides moves no bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy import values
from samebits.numpy.arrays import computed
from samebits.numpy.callee import callee
from samebits.numpy.calling import compute, compute_named, only
from samebits.numpy.ordering import argsort, searchsorted, sort
from samebits.numpy.parameters import given
from samebits.numpy.running import fill, places_of
from samebits.numpy.values import Array, ArrayLike, DType, Operand, Scalar
from samebits.spec.errors import SpecError
from samebits.spec.formats import format_of


def astype(
    x: ArrayLike, dtype: DType, /, *, saturate: bool = True, out: Array | None = None
) -> Array:
    """X in another format, rounded once from its value, never through a third (clause R5).

    Floats go to integers by truncation and saturation; to the same format it is a copy of the bits.
    `saturate` is of float8_e4m3fn alone, where it gives +-448 beyond the range, else NaN. The op
    `cast`. Raises SpecError for what is no format.
    """
    array = values.array_of("astype", "x", x)
    return only(compute_named("cast", (array,), out, dtype, saturate=saturate))


def clip(
    x: Operand,
    /,
    min: Operand | None = None,  # noqa: A002 (the standard's names)
    max: Operand | None = None,  # noqa: A002
    *,
    out: Array | None = None,
) -> Array:
    """minimum(maximum(x, min), max), NaN where x is one (clause G9).

    Bounds are host scalars (R4.5) or arrays that broadcast with x; None is no bound. The ops
    `clamp` and `clamp_tensor`. Raises SpecError for formats that are no floats of 16 to 64 bits.
    """
    least: Operand = -math.inf if min is None else min
    most: Operand = math.inf if max is None else max
    return only(compute(callee("clamp_tensor"), (x, least, most), {}, None, out))


def concat(
    arrays: Sequence[ArrayLike], /, *, axis: int | None = 0, out: Array | None = None
) -> Array:
    """Arrays of one format, one behind the other along an axis; None flattens them (clause S2).

    They have one shape but for their sizes along the axis. The op `cat`, four arrays at a time.
    Raises SpecError without an array, and for other shapes or formats.
    """
    found = callee("cat")
    together = [values.array_of("concat", f"arrays[{i}]", x) for i, x in enumerate(arrays)]
    if not together:
        raise SpecError("concat: there is no array; give one at least")
    if axis is None:
        together, axis = [x.reshape(-1) for x in together], 0
    attributes = {"axis": given("concat", found.op.attributes[0], axis)}
    most = len(found.op.operands)
    while len(together) > most:
        together = [
            computed(found, together[i : i + most], attributes)[0]
            for i in range(0, len(together), most)
        ]
    return computed(found, together, attributes, None, out)[0]


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
    """The matrix product, each element a contraction by its canonical tree (clauses T1, T4, R4).

    a[.., M, K] and b[.., K, N] give [.., M, N]; axes before the last two broadcast, and a vector is
    a row or a column whose axis vanishes. `transpose_a` and `transpose_b` say that the last two
    axes of an operand of two axes or more are stored in the other order, and bias[N] is added last.
    `dtype` asks for another format of the result, as float32 of bfloat16; of two fp8 formats it is
    required. The ops `matmul` and `bmm`. Raises SpecError for sizes or formats that do not fit.
    """
    left, right = values.array_of("matmul", "a", a), values.array_of("matmul", "b", b)
    if not left.ndim or not right.ndim:
        raise SpecError("matmul: an operand of rank 0 has no axis to contract; use multiply")
    row, column = left.ndim == 1, right.ndim == 1
    if (row and transpose_a) or (column and transpose_b):
        raise SpecError("matmul: a vector has no axes to transpose")
    left = left[None, :] if row else left
    right = right[:, None] if column else right
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
    return _placed("matmul", result.reshape(shape), out)


def _batch(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        raise SpecError(f"matmul: axes {a} and {b} before the last two do not broadcast") from None


def einsum(
    equation: str,
    /,
    *operands: ArrayLike,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Sums of products by an equation like "bij,bjk->bik" (clauses T4.einsum, T1, G1).

    One to three operands, paired from left to right. The op `einsum`. Raises SpecError for an
    equation that is none, and for operands that do not fit it.
    """
    most = len(callee("einsum").operands)
    if not 1 <= len(operands) <= most:
        raise SpecError(f"einsum: takes 1 to {most} operands, {len(operands)} were given")
    return only(compute_named("einsum", operands, out, dtype, equation=equation))


def roll(
    x: ArrayLike,
    /,
    shift: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """X with its elements shifted along axes, round the end (clause S2.roll).

    One shift stands for all axes; without axes x is shifted as if it were flat. The op `roll`.
    Raises SpecError for another number of shifts than of axes.
    """
    array = values.array_of("roll", "x", x)
    if axis is None:
        if not isinstance(shift, (int, np.integer)):
            raise SpecError("roll: several shifts need as many axes; give axis")
        flat = compute_named("roll", (array.reshape(-1),), None, shifts=shift, axes=0)
        return _placed("roll", flat.reshape(array.shape), out)
    axes = axis if isinstance(axis, Sequence) else (axis,)
    shifts = shift if isinstance(shift, Sequence) else (shift,) * len(axes)
    return only(compute_named("roll", (array,), out, shifts=tuple(shifts), axes=tuple(axes)))


def vector_norm(
    x: ArrayLike,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    ord: Scalar = 2,  # noqa: A002 (the standard's name)
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The norm of order 1, 2 or infinity over axes, by the tree T1 (clauses T1, T3.norm).

    `axis` None is all. `dtype` float32 asks for the result in the compute format of a lower one.
    The op `norm`. Raises SpecError for another order, and for an axis that x does not have.
    """
    order = "inf" if ord == math.inf else int(ord) if ord in (1, 2) else ord
    numbers = {"axes": axis, "keepdims": keepdims, "ord": order}
    return only(compute_named("norm", (x,), out, dtype, **numbers))


def _placed(function: str, result: Array, out: Array | None) -> Array:
    """A result whose shape was changed after it was computed, in `out` where that is given."""
    if out is None:
        return result
    (place,) = places_of(function, [result.shape], [format_of(result).name], out)
    return fill([result], [place])[0]


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "linalg.vector_norm": vector_norm,
        **{
            made.__name__: made
            for made in (
                argsort, astype, clip, concat, einsum, matmul, roll, searchsorted, sort,
            )
        },
    }
)  # fmt: skip
"""By public name; each stands for the ops that its text names."""

for _name, _function in FUNCTIONS.items():
    _function.__module__ = f"samebits.numpy.{_name}".rpartition(".")[0]
