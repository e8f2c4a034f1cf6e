"""Convolutions as matrix products with an unfolded operand, made by padding and slices (T5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.contractions_route import contract
from samebits.oracles.numpy_route.formats_route import from_compute, to_compute
from samebits.oracles.numpy_route.reductions_route import sum_levels
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import Axis, axes_of
from samebits.spec.formats import compute_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]
Kind = Callable[[Array, Array, Sequence[Axis], int, Shape], Array]


def unfolded(x: Array, axes: Sequence[Axis], groups: int) -> Array:
    """Return x[N, C, S..] unfolded: [groups, N, C / groups * taps, positions], +0 outside of x."""
    samples, channels = x.shape[:2]
    padded = np.pad(x, ((0, 0), (0, 0), *((a.padding, a.padding) for a in axes)))
    positions = prod(a.output for a in axes)
    columns = []
    for taps in product(*(range(a.taps) for a in axes)):
        starts = [a.dilation * t for a, t in zip(axes, taps, strict=True)]
        cut = tuple(
            slice(s, s + a.stride * (a.output - 1) + 1, a.stride)
            for a, s in zip(axes, starts, strict=True)
        )
        columns.append(
            padded[(slice(None), slice(None), *cut)].reshape(samples, channels, positions)
        )
    stacked = np.stack(columns, axis=2)
    terms = channels // groups * len(columns)
    split = stacked.reshape(samples, groups, terms, positions)
    return np.ascontiguousarray(np.moveaxis(split, 1, 0))


def _products(rows: Array, columns: Array) -> Array:
    """Return rows[groups, 1, M, K] times columns[groups, N, K, positions] for every sample."""
    samples = columns.shape[1]
    return contract(np.broadcast_to(rows, (len(rows), samples, *rows.shape[2:])), columns)


def _forward(x: Array, weight: Array, axes: Sequence[Axis], groups: int, shape: Shape) -> Array:
    rows = weight.reshape(groups, 1, weight.shape[0] // groups, prod(weight.shape[1:]))
    sums = _products(rows, unfolded(x, axes, groups))
    return np.moveaxis(sums, 0, 1).reshape(shape)


def _weight_gradient(
    x: Array, gradient: Array, axes: Sequence[Axis], groups: int, shape: Shape
) -> Array:
    samples, outputs = gradient.shape[:2]
    positions = prod(gradient.shape[2:])
    rows = gradient.reshape(samples, groups, outputs // groups, positions)
    columns = np.swapaxes(unfolded(x, axes, groups), -1, -2)
    each = contract(np.moveaxis(rows, 1, 0), columns)  # [groups, N, O / groups, K]
    return sum_levels(np.moveaxis(each, 1, -1)).reshape(shape)


def _input_gradient(
    gradient: Array, weight: Array, axes: Sequence[Axis], groups: int, shape: Shape
) -> Array:
    """Return an input gradient, by one product per residue class of positions modulo the stride."""
    result = np.zeros(shape, gradient.dtype)
    for residues in product(*(range(min(a.stride, a.input)) for a in axes)):
        places = [np.arange(r, a.input, a.stride) for a, r in zip(axes, residues, strict=True)]
        chosen = [
            [t for t in range(a.taps) if (r + a.padding - a.dilation * t) % a.stride == 0]
            for a, r in zip(axes, residues, strict=True)
        ]
        positions = prod(len(p) for p in places)
        columns = []
        for taps in product(*chosen):
            part = gradient
            for number, (a, t, place) in enumerate(zip(axes, taps, places, strict=True)):
                index = (place + a.padding - a.dilation * t) // a.stride
                part = _taken(part, index, number + 2)
            columns.append(part.reshape(*gradient.shape[:2], positions))
        part_shape = (*shape[:2], *(len(p) for p in places))
        where = (slice(None), slice(None), *(slice(p[0], None, a.stride)
                 for p, a in zip(places, axes, strict=True)))  # fmt: skip
        if columns:
            taken = np.ix_(range(weight.shape[0]), range(weight.shape[1]), *chosen)
            result[where] = _one_residue(columns, weight[taken], groups, part_shape)
    return result


def _taken(x: Array, index: Array, axis: int) -> Array:
    """Return elements along one axis by index; +0 if an index is outside."""
    inside = (index >= 0) & (index < x.shape[axis])
    shape = [1] * x.ndim
    shape[axis] = len(index)
    if not x.shape[axis]:
        return np.zeros((*x.shape[:axis], len(index), *x.shape[axis + 1 :]), x.dtype)
    values = np.take(x, np.clip(index, 0, x.shape[axis] - 1), axis=axis)
    return np.where(inside.reshape(shape), values, x.dtype.type(0))


def _one_residue(columns: list[Array], weight: Array, groups: int, shape: Shape) -> Array:
    """Return the gradient at the positions of one residue class, in `shape`.

    `columns` has an array [N, O, positions] for each contributing tap. The weight is [O, C /
    groups, taps..] with only these taps.
    """
    samples, outputs, positions = columns[0].shape
    in_group, terms = outputs // groups, outputs // groups * len(columns)
    right = np.stack(columns, axis=2).reshape(samples, groups, terms, positions)
    left = weight.reshape(groups, in_group, weight.shape[1], len(columns))
    left = np.moveaxis(left, 2, 1).reshape(groups, 1, weight.shape[1], terms)
    sums = _products(left, np.moveaxis(right, 1, 0))
    return np.moveaxis(sums, 0, 1).reshape(shape)


_KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "forward": _forward,
        "weight_gradient": _weight_gradient,
        "input_gradient": _input_gradient,
        "transposed": _input_gradient,
    }
)


def convolution(kind: str) -> Route:
    """Return the route of the convolutions of a kind, as named by `windows.kind_of`."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        compute = compute_format(call.inputs)
        shapes = [x.shape for x in inputs]
        (shape,) = get_op(call.op).output_shapes(call, shapes)
        operands = [to_compute(x, f, compute) for x, f in zip(inputs, call.inputs, strict=True)]
        axes = axes_of(kind, call.op, call.attributes, shapes)
        groups = int(str(call.attributes["groups"]))
        if prod(shape) == 0:
            return from_compute(np.zeros(shape, operands[0].dtype), call.outputs[0])
        result = _KINDS[kind](operands[0], operands[1], axes, groups, shape)
        if len(operands) == 3:
            result = result + operands[2].reshape(-1, *(1 for _ in axes))
        return from_compute(result, call.outputs[0])

    return route
