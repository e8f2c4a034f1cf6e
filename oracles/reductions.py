"""Oracles that apply the exact trees to arrays: over axes (T2), in matrix products (T4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from samebits.oracles import trees
from samebits.oracles.arithmetic import add
from samebits.oracles.rounding import Real, decode, round_to
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, compute_format, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Reduction:
    """A reduction over axes: `exact(values, compute)` is the result of one row of exact values.

    The result is exact or rounded to the compute format. It is rounded once more to the output
    format (clause R4). `attributes` names the attributes of the call that are passed to `exact` as
    further arguments, in order. If `whole` is given, it is used instead of `exact` for operands of
    integers and bool.
    """

    exact: Callable[..., Real]
    attributes: tuple[str, ...] = ()
    whole: Callable[[Sequence[Real]], Real] | None = None

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Reduce the axes of the call: each result from its row, in row-major order (T2)."""
        (x,), (source,), (output,) = inputs, call.inputs, call.outputs
        (shape,) = get_op(call.op).output_shapes(call, [x.shape])
        results = [
            round_to(self._row([decode(p, source) for p in row], call), output)
            for row in rows_of(call, x)
        ]
        return [array_of(results, shape, output)]

    def _row(self, values: Sequence[Real], call: Call) -> Real:
        if self.whole is not None and not get_format(call.inputs[0]).is_float:
            return self.whole(values)
        extra = (call.attributes[name] for name in self.attributes)
        return self.exact(values, compute_format(call.inputs), *extra)


def matrices(call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return both operands of dot, matmul or bmm with their terms on the last axis."""
    left = _terms_last(inputs[0], bool(call.attributes.get("transpose_a")))
    return left, _terms_last(inputs[1], not call.attributes.get("transpose_b"))


def linear_terms(call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return both operands of linear, with the leading axes of x as rows.

    Their terms are on the last axis already.
    """
    x, weight = inputs[0], inputs[1]
    rows = int(np.prod(x.shape[:-1], dtype=np.int64))
    return x.reshape(1, rows, x.shape[-1]), weight[None]


@dataclass(frozen=True, slots=True)
class Contraction:
    """A contraction by clause T4 for every element, with an optional bias, rounded once at the end.

    `terms` returns both operands as [batches, rows, terms]. An element is the contraction of a row
    of one operand with a row of the other operand. The last rounding is by clause R4. Integers are
    exact, modulo 2^32.
    """

    terms: Callable[[Call, Sequence[Array]], tuple[Array, Array]] = matrices

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the product of the (batches of) matrices that the call describes."""
        output, compute = call.outputs[0], compute_format(call.inputs)
        (shape,) = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        left, right = self.terms(call, inputs)
        if not get_format(output).is_float:
            return [array_of(list(_integer_products(left, right)), shape, output)]
        rows, row_unit = _in_units(left, call.inputs[0])
        columns, column_unit = _in_units(right, call.inputs[1])
        arithmetic = trees.Arithmetic(compute, row_unit + column_unit)
        bias = [
            decode(p, f)
            for x, f in zip(inputs[2:], call.inputs[2:], strict=True)
            for p in bits_of(x).tolist()
        ]
        results = []
        for batch_rows, batch_columns in zip(rows, columns, strict=True):
            for row, (n, column) in product(batch_rows, enumerate(batch_columns)):
                total = trees.contract(row, column, arithmetic)
                value = trees.from_units(total, arithmetic.unit)
                if bias:
                    value = decode(round_to(add(value, bias[n]), compute), compute)
                results.append(round_to(value, output))
        return [array_of(results, shape, output)]


def rows_of(call: Call, x: Array) -> Iterator[list[int]]:
    """Yield the bits that are reduced to each result, in row-major order of the kept axes (T2)."""
    patterns = bits_of(x)
    axes = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    kept = [range(n) for i, n in enumerate(patterns.shape) if i not in axes]
    for place in product(*kept):
        where = iter(place)
        index = tuple(slice(None) if i in axes else next(where) for i in range(patterns.ndim))
        yield np.asarray(patterns[index]).ravel(order="C").tolist()


def _terms_last(x: Array, swap: bool) -> Array:
    """Return a vector or (a batch of) matrices as [batches, rows, terms].

    `swap` transposes matrices.
    """
    if x.ndim == 1:
        return x.reshape(1, 1, -1)
    matrices = x if x.ndim == 3 else x[None]
    return np.swapaxes(matrices, 1, 2) if swap else matrices


def _integer_products(left: Array, right: Array) -> Iterator[int]:
    """Yield every element as a 32-bit integer: the exact sum of products, modulo 2^32."""
    for rows, columns in zip(left.tolist(), right.tolist(), strict=True):
        for row, column in product(rows, columns):
            yield sum(x * y for x, y in zip(row, column, strict=True)) & 0xFFFFFFFF


def _in_units(batches: Array, name: str) -> tuple[list[list[list[trees.Value]]], int]:
    """Return (values, u): the exact values, as nested lists of integers in the common unit 2**u."""
    patterns = bits_of(batches)
    values = {p: decode(p, name) for p in np.unique(patterns).tolist()}
    unit = trees.common_unit(list(values.values()))
    scaled = {p: trees.to_units(v, unit) for p, v in values.items()}
    return [[[scaled[p] for p in row] for row in matrix] for matrix in patterns.tolist()], unit


def array_of(results: Sequence[int], shape: Sequence[int], name: str) -> Array:
    """Return an array of the format `name` with these bits."""
    return from_bits(np.array(results, dtype=get_format(name).bits_dtype).reshape(shape), name)
