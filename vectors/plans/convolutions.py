"""Cases of convolutions, their gradients and transposed convolutions (clause T5).

Every case is a geometry. Its operands cancel along the contracted axes. So the bits depend on the
order of taps and channels, the block of 256, fma, and the tree over samples. Special values are at
positions that a single tap reads, or that only taps outside the input would read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from samebits.spec.families.windows import kind_of
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.geometries import GEOMETRIES, Geometry

_PLAIN = ("f64", "f16", "bf16")
FEW = ("padded", "stride", "channels-256", "channels-260", "channels-261", "groups", "samples-5")
"""The names of the geometries for f64, f16 and bf16."""

ONE = ("padded",)
"""The geometry for formats that differ only in conversions to and from the compute format."""


def handles(op: Op) -> bool:
    """Return whether the op belongs to clause T5."""
    return kind_of(op.shape_rule) is not None


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label: all geometries in f32, fewer in other formats."""
    cases = []
    for formats in op.labels()[label]:
        cases += [_planned(op, label, formats, g) for g in _geometries(op, label, formats)]
        if len(formats[0]) == 2 and label in ("f32", *_PLAIN):
            cases += list(_special(op, formats))
    return cases


def _geometries(op: Op, label: str, formats: Signature) -> Iterator[Geometry]:
    """Yield the geometries for a signature; those with a bias belong to signatures with a bias."""
    with_bias = len(formats[0]) == 3
    for geometry in GEOMETRIES[_rank(op)]:
        few = FEW if label in _PLAIN else ONE
        if label != "f32" and geometry.name not in few:
            continue
        if label in ("f32", *_PLAIN) and op.optional_from and geometry.bias != with_bias:
            continue
        if label.startswith("f8") and label in formats[1] and op.optional_from and not with_bias:
            continue
        flags = tuple(f for f in geometry.flags if f != "bias")
        flags += ("bias",) if with_bias else ()
        level = geometry.level if label == "f32" else "standard"
        yield replace(geometry, bias=with_bias, flags=flags, level=level)


def _kind(op: Op) -> str:
    kind = kind_of(op.shape_rule)
    assert kind is not None
    return kind


def _rank(op: Op) -> int:
    return next(r for r in (1, 2, 3) if f"{r}d" in op.name)


def _shapes(kind: str, g: Geometry) -> tuple[Shape, ...]:
    """Return the shapes of the operands."""
    image, outcome = (g.n, g.c, *g.size), (g.n, g.o, *g.outcome())
    weight = (g.o, g.c // g.groups, *g.kernel)
    bias: tuple[Shape, ...] = ((g.c if kind == "transposed" else g.o,),) if g.bias else ()
    return {
        "forward": (image, weight, *bias),
        "input_gradient": (outcome, weight),
        "weight_gradient": (image, outcome),
        "transposed": (outcome, weight, *bias),
    }[kind]


def _call(op: Op, formats: Signature, g: Geometry) -> Call:
    kind = _kind(op)
    attributes = g.attributes()
    if kind == "input_gradient":
        attributes["input_size"] = g.size
    if kind == "weight_gradient":
        attributes["kernel_size"] = g.kernel
    if kind == "transposed":
        attributes["output_padding"] = g.extra or (0,) * g.rank
    return op.call(formats[0], formats[1], **attributes)


_CONTRACTED = {
    "forward": (1, 1),
    "input_gradient": (1, 0),
    "weight_gradient": (-1, -1),
    "transposed": (1, 0),
}
"""The axis of each operand along which the terms cancel, by kind of op."""

_RANGES = {
    "f64": (-20, 30), "f32": (-12, 10), "f16": (-14, 9), "bf16": (-16, 10),
    "f8e4m3fn": (-6, 5), "f8e5m2": (-13, 9),
}  # fmt: skip
"""Exponents of the first operand, by format. Small terms lose bits next to large terms."""


def _planned(op: Op, label: str, formats: Signature, g: Geometry) -> Planned:
    kind = _kind(op)
    case_id = f"{op.name}/{label}/geometry/{g.name}"
    shapes = _shapes(kind, g)
    operands: list[PlannedInput] = []
    for index, (shape, name) in enumerate(zip(shapes, formats[0], strict=True)):
        low, high = _RANGES[name]
        if index == 2 or 0 in shape:
            reach = {"low": -1, "high": 3}
            operands.append(generated(case_id, index, name, shape, "spread", **reach))
            continue
        axis = _CONTRACTED[kind][index] % len(shape)
        if index == 1:
            low, high = -7, 0
        if name.startswith("f8"):  # the range of fp8 is too short for cancelling terms
            operands.append(generated(case_id, index, name, shape, "spread", low=-5, high=high))
            continue
        operands.append(
            generated(case_id, index, name, shape, "cancel", axis=axis, sign=1 - index,
                      low=low, high=high)
        )  # fmt: skip
    call = _call(op, formats, g)
    results = prod(op.output_shapes(call, shapes)[0])
    return Planned(
        f"geometry/{g.name}", call, tuple(operands), g.level, g.flags,
        digest=g.digest or results > 150 or (results > 0 and label != "f32"),
    )  # fmt: skip


def _special(op: Op, formats: Signature) -> Iterator[Planned]:
    """Yield cases with special values at single taps and at padded taps, and with signed zeros.

    Two-dimensional ops in f32 have all of these cases. Others have an infinity, a NaN and negative
    zeros.
    """
    for case in _all_special(op, formats):
        few = ("infinity-second", "nan-first", "zeros-negative-weight")
        if (_rank(op) == 2 and formats[1] == ("f32",)) or case.name.split("/")[1] in few:
            yield case


def _all_special(op: Op, formats: Signature) -> Iterator[Planned]:
    kind, rank = _kind(op), _rank(op)
    form = get_format(formats[0][0])
    ones = (1,) * rank
    g = Geometry("special", 2, 2, 2, (3,) * rank, (2,) * rank, ones, ones)
    call, shapes = _call(op, formats, g), _shapes(kind, g)[:2]
    one, minus = patterns.one(form), form.sign_mask
    specials = {
        "infinity": form.infinity,
        "minus-infinity": form.infinity | minus,
        "nan": form.canonical_nan | 1,
        "largest": form.max_finite,
    }
    for name, special in specials.items():
        for which in (0, 1):
            operands = [_filled(one, s, form.name) for s in shapes]
            cells = [one] * prod(shapes[which])
            cells[0] = special
            operands[which] = values(cells, form.name, shapes[which])
            text = f"special/{name}-{'first' if which == 0 else 'second'}"
            flags = ("outside-taps", "special-values", "nan-canonical")
            yield Planned(text, call, tuple(operands), "standard", flags)
    for name, first, second in (
        ("minus-one", minus, one), ("one-minus", one, minus), ("minus-minus", minus, minus),
        ("negative-weight", 0, one | minus), ("negative", one | minus, 0),
    ):  # fmt: skip
        operands = [_filled(v, s, form.name) for v, s in zip((first, second), shapes, strict=True)]
        zeros = ("outside-taps", "signed-zero")
        yield Planned(f"special/zeros-{name}", call, tuple(operands), "standard", zeros)
    lowest = patterns.power(form, form.emin // 2 - 1)
    operands = [_filled(lowest | 3, s, form.name) for s in shapes]
    yield Planned(
        "special/subnormal", call, tuple(operands), "standard", ("subnormal", "gradual-underflow")
    )


def _filled(pattern: int, shape: Shape, name: str) -> PlannedInput:
    return values([pattern] * prod(shape), name, shape)
