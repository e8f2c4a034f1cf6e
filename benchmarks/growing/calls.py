"""Growing calls of every op: the example of its shape rule, with all sizes times a factor.

All sizes grow together, so that a cost that is a product of two sizes is visible. Sizes of windows
and numbers of groups stay the same.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.benchmarks.growing.work import work_of
from samebits.spec.formats import get_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Names, Shape, bind, sized


@dataclass(frozen=True, slots=True)
class Start:
    """The smallest call for a shape rule. Missing parts come from the rule's example."""

    shapes: tuple[Shape, ...] | None = None
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)


def _windows(axes: int, *names: str, **others: AttributeValue) -> dict[str, AttributeValue]:
    """Return attributes for windows of size 3 that keep the size of each axis, and `others`."""
    values = {"stride": 1, "padding": 1, "dilation": 1, "kernel_size": 3, "input_size": 8}
    return {name: (values[name],) * axes for name in names} | others


def _same(axes: int, operands: int, *names: str, **others: AttributeValue) -> Start:
    """Return a start with arrays [2, 4, 8, ..] and windows that keep the size of every axis."""
    return Start(((2, 4, *(8,) * axes),) * operands, _windows(axes, *names, **others))


def _conv(axes: int, *names: str, bias: bool = True, **others: AttributeValue) -> Start:
    """Return a convolution from 4 to 4 channels, with windows of size 3, in one group."""
    shapes = ((2, 4, *(8,) * axes), (4, 4, *(3,) * axes), (4,))
    geometry = _windows(axes, "stride", "padding", "dilation", *names, groups=1, **others)
    return Start(shapes if bias else shapes[:2], geometry)


def _convolutions(axes: int) -> dict[str, Start]:
    zeros = (0,) * axes
    whole = ((2, 4, *(8,) * axes),) * 2
    return {
        f"conv{axes}d": _conv(axes),
        f"conv_transpose{axes}d": _conv(axes, output_padding=zeros),
        f"input_gradient{axes}d": _conv(axes, "input_size", bias=False),
        f"weight_gradient{axes}d": Start(whole, _conv(axes, "kernel_size").attributes),
    }


_WHOLE: Mapping[str, AttributeValue] = {"whole": None, "at": None}

STARTS: Mapping[str, Start] = {
    **_convolutions(1),
    **_convolutions(2),
    **_convolutions(3),
    **{
        f"avg_pool{axes}d_gradient": _same(
            axes, 1, "kernel_size", "stride", "padding", "input_size"
        )
        for axes in (1, 2)
    },
    **dict.fromkeys(
        ("bernoulli", "draw", "dropping", "randint", "truncated", "weights"),
        Start(attributes=_WHOLE),
    ),
    "slice_gradient": Start(
        ((2, 3, 4),), {"starts": (0, 0), "steps": (2, 1), "axes": (2, 0), "shape": (2, 3, 8)}
    ),
    "stepped": Start(attributes={"start": 0.0, "end": 4.0, "step": 0.25}),
}
"""Starts for shape rules whose example cannot grow because of its windows or parts."""

_FIXED = frozenset({"k", "G"})
"""The names of sizes that stay the same: the size of a window, and the number of groups."""

_GROWING = frozenset(
    {
        *("shape", "output_size", "input_size", "n", "m", "steps", "num_samples", "rows"),
        *("classes", "k", "stops", "end"),
    }
)
"""The attributes that are multiplied by the factor."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A call with its shapes, the number of elements that it reads and writes, and its work."""

    call: Call
    shapes: tuple[Shape, ...]
    elements: int
    work: float


def formats_of(op: Op) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the formats to measure: f32 if possible, and the largest number of operands."""
    floats = [s for s in op.signatures if {*s[0], *s[1]} & {"f32"} and not _others(s)]
    possible = floats or list(op.signatures)
    return max(possible, key=lambda s: len(s[0]))


def _others(signature: tuple[tuple[str, ...], tuple[str, ...]]) -> bool:
    """Return whether a signature has a float format other than f32."""
    return any(get_format(f).is_float and f != "f32" for s in signature for f in s)


def grown(op: Op, factor: int) -> Grown:
    """Return the call of an op in which every growing size is multiplied by the factor."""
    rule, (inputs, outputs) = op.shape_rule, formats_of(op)
    start = STARTS.get(rule.name, Start())
    example, shapes = op.example(len(inputs))
    shapes = (start.shapes or shapes)[: len(inputs)]
    known = {a.name for a in op.attributes}
    small = {**example, **{n: v for n, v in start.attributes.items() if n in known}}
    full = op.call(inputs, outputs, **small).attributes
    large = {n: _times(v, factor) if _grows(n, v) else v for n, v in small.items()}
    call = op.call(inputs, outputs, **large)
    names: Names = {}
    for number, shape in enumerate(shapes):
        bind(rule.pattern(number), shape, full, names)
    wide = {n: v if n in _FIXED else _times(v, factor) for n, v in names.items()}
    found = tuple(_shape(rule.pattern(number), op, call, wide) for number in range(len(shapes)))
    results = op.output_shapes(call, found)
    elements = sum(math.prod(s) for s in (*found, *results))
    return Grown(call, found, elements, work_of(op, call, found, results))


def _grows(name: str, value: AttributeValue) -> bool:
    """Return whether an attribute grows. A tuple `steps` does not: it contains distances."""
    return name in _GROWING and not (name == "steps" and isinstance(value, tuple))


def _shape(pattern: str, op: Op, call: Call, wide: Names) -> Shape:
    """Return the shape of an operand from its pattern and the larger sizes."""
    named = {name: size for name, size in wide.items() if name.isidentifier()}
    return sized(pattern, op.shape_rule, call.attributes, named)


def _times(value: Any, factor: int) -> Any:
    """Return a size or an attribute times a factor. A size of 1 in a tuple stays 1."""
    if isinstance(value, tuple):
        return tuple(n if n == 1 else n * factor for n in value)
    return value * factor


def operands_of(grown: Grown, op: Op) -> list[Array]:
    """Return operands: positive numbers around 1, valid indices, and masks that are true."""
    draw = np.random.default_rng(zlib.crc32(op.name.encode()))
    arrays = [
        _drawn(draw, form, shape)
        for form, shape in zip(grown.call.inputs, grown.shapes, strict=True)
    ]
    rule = op.shape_rule
    if rule.indices is not None and grown.shapes:
        number, limit = rule.index_limit(grown.call.attributes, grown.shapes)
        dtype = get_format(grown.call.inputs[number]).dtype
        arrays[number] = draw.integers(0, limit, grown.shapes[number]).astype(dtype)
    return arrays


def _drawn(draw: np.random.Generator, form: str, shape: Shape) -> Array:
    found = get_format(form)
    if found.kind == "bool":
        return np.asarray(draw.integers(0, 2, shape).astype(found.dtype))
    if not found.is_float:
        return np.asarray(draw.integers(1, 100, shape).astype(found.dtype))
    return np.asarray(draw.uniform(0.25, 0.75, shape).astype(found.dtype))
