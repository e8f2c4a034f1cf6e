"""Convolutions in exact arithmetic: the terms of each result are gathered and contracted (T5).

No unfolded array is built. For one result, the geometry gives the pairs of elements that are
multiplied, in order. An element outside an operand has the value +0, which is represented by the
integer 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles import trees
from samebits.oracles.arithmetic import add
from samebits.oracles.rounding import Real, decode, round_to
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import Axis, axes_of
from samebits.spec.formats import bits_of, compute_format, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape

Array = np.ndarray[Any, Any]
Values = Sequence[trees.Value]
Sizes = tuple[int, ...]
Contract = Callable[[Values, Values], trees.Value]


@dataclass(frozen=True, slots=True)
class _Operands:
    """Both operands as flat lists of integers in their units; axes: first, second, spatial axes."""

    first: list[trees.Value]
    second: list[trees.Value]
    shapes: tuple[Shape, Shape]
    axes: tuple[Axis, ...]
    groups: int
    contract: Contract
    arithmetic: trees.Arithmetic


@dataclass(frozen=True, slots=True)
class Convolution:
    """An oracle for clause T5; `kind` is a result of `samebits.spec.families.windows.kind_of`."""

    kind: str

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Contract every element, add the bias once, and round once at the end (R4)."""
        output, compute = call.outputs[0], compute_format(call.inputs)
        shapes = [x.shape for x in inputs]
        (shape,) = get_op(call.op).output_shapes(call, shapes)
        (first, unit_1), (second, unit_2) = (
            _in_units(x, f) for x, f in zip(inputs[:2], call.inputs[:2], strict=True)
        )
        arithmetic = trees.Arithmetic(compute, unit_1 + unit_2)
        operands = _Operands(
            first,
            second,
            (shapes[0], shapes[1]),
            axes_of(self.kind, call.op, call.attributes, shapes),
            int(str(call.attributes["groups"])),
            lambda a, b: trees.contract(a, b, arithmetic),
            arithmetic,
        )
        bias = _decoded(inputs[2], call.inputs[2]) if len(inputs) == 3 else []
        per_channel = prod(shape[2:])
        results = []
        for index, total in enumerate(_KINDS[self.kind](operands, shape)):
            value = trees.from_units(total, arithmetic.unit)
            if bias:
                addend = bias[index // per_channel % shape[1]]
                value = decode(round_to(add(value, addend), compute), compute)
            results.append(round_to(value, output))
        patterns = np.array(results, dtype=get_format(output).bits_dtype)
        return [from_bits(patterns.reshape(shape), output)]


def _decoded(x: Array, name: str) -> list[Real]:
    return [decode(p, name) for p in bits_of(x).ravel().tolist()]


def _in_units(x: Array, name: str) -> tuple[list[trees.Value], int]:
    """Return (values, u): the exact values, row-major, as integers in the common unit 2**u."""
    values = _decoded(x, name)
    unit = trees.common_unit(values)
    return [trees.to_units(v, unit) for v in values], unit


def _flat(place: Sequence[int], sizes: Sequence[int]) -> int | None:
    """Return the row-major index of a position, or None if the position is outside the array."""
    index = 0
    for i, n in zip(place, sizes, strict=True):
        if not 0 <= i < n:
            return None
        index = index * n + i
    return index


def _all(sizes: Sequence[int]) -> Iterator[Sizes]:
    return product(*(range(n) for n in sizes))


def _reads(axes: Sequence[Axis]) -> list[list[int | None]]:
    """Return each tap's flat input index for every output position; None for an index outside."""
    sizes = [a.input for a in axes]
    return [
        [
            _flat([a.read(i, t) for a, i, t in zip(axes, position, taps, strict=True)], sizes)
            for taps in _all([a.taps for a in axes])
        ]
        for position in _all([a.output for a in axes])
    ]


def _fits(axes: Sequence[Axis]) -> list[list[tuple[int, int | None]]]:
    """Return, for every input position, the taps that read it.

    Each tap is a pair: its flat index, and the flat index of the output position whose window it
    belongs to. The output index is None if that position is outside the output.
    """
    found: list[list[tuple[int, int | None]]] = []
    for position in _all([a.input for a in axes]):
        pairs: list[tuple[int, int | None]] = []
        for chosen in product(*(a.fitting(i) for a, i in zip(axes, position, strict=True))):
            tap = _flat([t for t, _ in chosen], [a.taps for a in axes])
            assert tap is not None
            pairs.append((tap, _flat([p for _, p in chosen], [a.output for a in axes])))
        found.append(pairs)
    return found


def _forward(x: _Operands, shape: Shape) -> Iterator[trees.Value]:
    """Yield the elements of a convolution.

    `first` is x[N, C, S], and `second` is the weight[O, C / groups, taps].
    """
    (_, channels), (outputs, per_group) = x.shapes[0][:2], x.shapes[1][:2]
    space, taps = prod(a.input for a in x.axes), prod(a.taps for a in x.axes)
    reads = _reads(x.axes)
    for n, o in _all((shape[0], outputs)):
        weight = x.second[o * per_group * taps : (o + 1) * per_group * taps]
        base = n * channels + o // (outputs // x.groups) * per_group
        for window in reads:
            terms = [
                0 if i is None else x.first[(base + c) * space + i]
                for c in range(per_group)
                for i in window
            ]
            yield x.contract(weight, terms)


def _weight_gradient(x: _Operands, shape: Shape) -> Iterator[trees.Value]:
    """Yield the elements of a weight gradient.

    `first` is x[N, C, S], and `second` is the gradient[N, O, P].
    """
    (samples, channels), outputs = x.shapes[0][:2], shape[0]
    space, positions = prod(a.input for a in x.axes), prod(a.output for a in x.axes)
    by_tap = list(zip(*_reads(x.axes), strict=True))
    for o, c in _all(shape[:2]):
        channel = o // (outputs // x.groups) * shape[1] + c
        for read in by_tap:
            parts = []
            for n in range(samples):
                base = (n * channels + channel) * space
                start = (n * outputs + o) * positions
                terms = [0 if i is None else x.first[base + i] for i in read]
                parts.append(x.contract(x.second[start : start + positions], terms))
            yield trees.balanced(parts, x.arithmetic.add, 0)


def _input_gradient(x: _Operands, shape: Shape) -> Iterator[trees.Value]:
    """Yield the elements of an input gradient.

    `first` is the gradient[N, O, P], and `second` is the weight[O, C / groups, taps].
    """
    outputs, per_group = x.shapes[1][:2]
    in_group = outputs // x.groups
    positions, taps = prod(a.output for a in x.axes), prod(a.taps for a in x.axes)
    fits = _fits(x.axes)
    for n, channel in _all(shape[:2]):
        group, c = divmod(channel, per_group)
        own = range(group * in_group, (group + 1) * in_group)
        for pairs in fits:
            weight = [x.second[(o * per_group + c) * taps + t] for o in own for t, _ in pairs]
            terms = [
                0 if p is None else x.first[(n * outputs + o) * positions + p]
                for o in own
                for _, p in pairs
            ]
            yield x.contract(weight, terms)


_KINDS: Mapping[str, Callable[[_Operands, Shape], Iterator[trees.Value]]] = MappingProxyType(
    {
        "forward": _forward,
        "weight_gradient": _weight_gradient,
        "input_gradient": _input_gradient,
        "transposed": _input_gradient,
    }
)
