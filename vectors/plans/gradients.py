"""Cases of gradients of reductions over axes (G12), of sorts, and of linear layers and biases.

Lengths distinguish different trees and blocks. Every set of axes occurs with and without keepdims,
with each attribute. There are ties, slices of equal elements, results of zero, infinities, NaN,
zeros of both signs, and empty operands.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from samebits.spec.families import aligned, linear_gradients, ordering, reduction_gradients
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import Shape, reduction
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_LENGTHS = (1, 2, 3, 5, 8, 17, 64, 129, 257, 1000)
_AXES: tuple[tuple[int, ...] | None, ...] = (
    None, (0,), (1,), (-1,), (0, 2), (2, 1), (-3, -1), (0, 1, 2), (),
)  # fmt: skip
_EMPTY: tuple[Shape, ...] = ((0, 3), (3, 0), (0, 0))
_CORRECTIONS = (0, 1, 3, 4, 7, -3, -(2**31), 2**31)
_ORDERS = (1, 2, "inf")


def handles(op: Op) -> bool:
    """Return whether the op is one of these gradients, by its shape rule."""
    return op.shape_rule in (
        *reduction_gradients.SHAPE_RULES,
        *linear_gradients.SHAPE_RULES,
        aligned.linear_gradient,
        ordering.sort_gradient,
    )


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have fewer, because all formats share the nodes.
    """
    every = list(_planned(op, label))
    if label == "f32":
        return every
    keep = ("many", "special", "length/17", "length/257", "axes/none", "rows/17")
    kept = [case for case in every if case.name.startswith(keep)]
    bulk = [] if any(c.digest for c in kept) else [c for c in every if c.digest][-1:]
    return kept + bulk  # every format has a case whose results are in no file


def _planned(op: Op, label: str) -> Iterator[Planned]:
    if op.shape_rule in reduction_gradients.SHAPE_RULES:
        yield from _reductions(op, label)
    elif op.shape_rule is ordering.sort_gradient:
        yield from _sorts(op, label)
    else:
        yield from _layers(op, label)


def _variants(op: Op) -> list[dict[str, Any]]:
    """Return the sets of attributes of an op, without the attribute `axes`."""
    names = {a.name for a in op.attributes}
    if "ord" in names:
        return [{"ord": order} for order in _ORDERS]
    return [{"correction": n} for n in _CORRECTIONS] if "correction" in names else [{}]


def _reductions(op: Op, label: str) -> Iterator[Planned]:
    variants = _variants(op)
    usual = variants if "ord" in variants[0] else variants[:2]
    for n, (number, given) in itertools.product(_LENGTHS, enumerate(usual)):
        name = f"length/{n}/{number}"
        yield _drawn(op, label, name, (3, n), {"axes": (-1,), **given}, ("graph", "length"))
    for number, axes in enumerate(_AXES):
        for keep in (False, True):
            name = f"axes/{'none' if axes is None else number}-{'kept' if keep else 'dropped'}"
            given = {"axes": axes, "keepdims": keep, **usual[number % len(usual)]}
            yield _drawn(op, label, name, (3, 4, 5), given, ("graph", "axes"))
    for number, given in enumerate(variants):
        name, attributes = f"attributes/{number}", {"axes": (1,), **given}
        yield _drawn(op, label, name, (5, 4), attributes, ("graph", "attribute"))
        for kind in ("ties", "tiny"):
            name = f"{kind}/{number}"
            yield _drawn(op, label, name, (6, 4), attributes, ("graph", "tie"), kind)
        yield _special(op, label, f"special/{number}", attributes)
    for number, shape in enumerate(_EMPTY):
        given = {"axes": (1,), **usual[0]}
        yield _drawn(op, label, f"empty/{number}", shape, given, ("graph", "shape"))
    yield _drawn(op, label, "empty/scalar", (), {"axes": None, **usual[0]}, ("graph", "shape"))
    if label == "f16" and op.shape_rule is reduction_gradients.of_shape:
        yield _twice(op)
    for number, given in enumerate(usual):
        if label == "f16":
            name = f"many/{number}"
            yield _drawn(op, label, name, (2500, 6), {"axes": (1,), **given}, ("graph", "tie"))


def _operand_shapes(op: Op, full: Shape, attributes: dict[str, Any]) -> tuple[list[Shape], Any]:
    known = {"keepdims": False, **attributes}
    (result,) = reduction(op.name, known, [full])
    if op.shape_rule is reduction_gradients.of_shape:
        return [result], {**known, "shape": full}
    return [result, full, result][: len(op.operands)], known


def _case(
    op: Op, name: str, label: str, operands: Sequence[PlannedInput], attributes: Any,
    flags: tuple[str, ...],
) -> Planned:  # fmt: skip
    call = op.call([label] * len(operands), **attributes)
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    first = name in ("length/17/0", "special/0", "special", "length/17", "rows/17")
    level = "smoke" if first else "standard"
    return Planned(name, call, tuple(operands), level, flags, digest=count > BY_VALUE)


def _drawn(
    op: Op, label: str, name: str, full: Shape, attributes: dict[str, Any],
    flags: tuple[str, ...], kind: str = "",
) -> Planned:  # fmt: skip
    shapes, given = _operand_shapes(op, full, attributes)
    operands = _operands(op, label, name, shapes, kind)
    return _case(op, name, label, operands, given, flags)


def _operands(
    op: Op, label: str, name: str, shapes: Sequence[Shape], kind: str
) -> list[PlannedInput]:
    """Return operands with numbers around 1, with repeated values (ties), or with subnormals."""
    form, case_id = get_format(label), f"{op.name}/{label}/{name}"
    found: list[PlannedInput] = []
    for place, shape in enumerate(shapes):
        if 0 in shape:
            found.append(values([], label, shape))
        elif kind == "ties" and place:
            few = [patterns.nearest(x, form) for x in (1.0, -1.0, 2.0, 1.5)]
            texts = tuple(f"{p:0{form.bits // 4}x}" for p in (*few, 0, form.sign_mask))
            found.append(generated(case_id, place, label, shape, "choice", values=texts))
        elif kind == "tiny" and place:
            low = form.emin - form.precision + 1
            found.append(generated(case_id, place, label, shape, "spread", low=low, high=low + 4))
        else:
            found.append(generated(case_id, place, label, shape, "spread", low=-4, high=2))
    return found


def _rows(form: Format) -> list[list[int]]:
    minus, one, infinity = form.sign_mask, patterns.one(form), patterns.last(form)
    nan, top = form.canonical_nan, form.max_finite
    low, two = infinity | minus, patterns.power(form, 1)
    return [
        [0, minus, 0, minus], [one, one, 0, minus], [one] * 4, [minus] * 4, [0, one, two, one],
        [one, two, one | minus, two | minus], [infinity, one, infinity, 0], [low, one, 0, low],
        [nan, one, 0, minus], [one, nan | minus, infinity, 1], [top, top | minus, 1, one],
        [1, 1 | minus, 2, 3], [low] * 4, [0, two, 0, one], [two, one, two, minus],
    ]  # fmt: skip


def _special(op: Op, label: str, name: str, attributes: dict[str, Any]) -> Planned:
    """Return a case of rows of four elements with special values.

    Each gradient and result is an element of the row or a zero.
    """
    form = get_format(label)
    rows = _rows(form)
    shapes, given = _operand_shapes(op, (len(rows), 4), attributes)
    one, minus = patterns.one(form), form.sign_mask
    few = [one, one | minus, minus, 0, patterns.power(form, 1)]
    few += [patterns.last(form), form.canonical_nan, form.max_finite]
    gradient = [few[i % 5] if i % 7 else few[5 + i // 7 % 3] for i in range(1, len(rows) + 1)]
    results = [max(row, key=lambda p: p & ~minus) if i % 5 else 0 for i, row in enumerate(rows)]
    parts = (gradient, [p for row in rows for p in row], results)
    operands = [values(part, label, shape) for part, shape in zip(parts, shapes, strict=False)]
    flags = ("special-values", "nan-canonical", "signed-zero", "graph")
    return _case(op, name, label, operands, given, flags)


def _twice(op: Op) -> Planned:
    """Return a case in f16 in which a mean's gradient rounds to a tie in binary32, then to even."""
    g, n = _near_a_tie()
    operand = values([patterns.nearest(float(g), get_format("f16"))], "f16", (1,))
    shapes, given = _operand_shapes(op, (1, n), {"axes": (1,)})
    assert shapes == [operand.shape]
    return _case(op, "many/twice", "f16", [operand], given, ("graph", "double-rounding"))


def _near_a_tie() -> tuple[int, int]:
    """Return g and n such that g / n is very near a midpoint of f16.

    g has 11 bits. The midpoint is an odd 12-bit number times 2^-s. The difference to the midpoint
    is lost in binary32. The exact quotient is on the side of the neighbour with an odd significand.
    """
    for n in range(16_385, 30_000, 2):
        for tie in range(2_049, 4_096, 2):
            product = tie * n
            step = 1 << (product.bit_length() - 11)
            for g in (product // step, product // step + 1):
                missed = g * step - product
                even_is_above = tie % 4 == 3
                if missed and abs(missed) << 25 < product and (missed < 0) == even_is_above:
                    return g, n
    raise AssertionError("no quotient is near enough to a tie")


def _sorts(op: Op, label: str) -> Iterator[Planned]:
    for n, down in itertools.product((*_LENGTHS, 0), (False, True)):
        name = f"length/{n}" + ("-descending" if down else "")
        given = {"axis": -1, "descending": down}
        kind = "ties" if n % 2 else ""
        operands = _operands(op, label, name, [(3, n)] * 2, kind)
        yield _case(op, name, label, operands, given, ("graph", "length"))
    for axis in (0, 1, -3):
        name = f"axes/{axis}" if axis >= 0 else f"axes/minus-{-axis}"
        operands = _operands(op, label, name, [(3, 4, 5)] * 2, "")
        yield _case(op, name, label, operands, {"axis": axis}, ("graph", "axes"))
    form = get_format(label)
    rows = [p for row in _rows(form) for p in row]
    backwards = values(rows[::-1], label, (-1, 4))
    flags = ("special-values", "nan-canonical", "graph")
    both = [backwards, values(rows, label, (-1, 4))]
    yield _case(op, "special", label, both, {"axis": 1}, flags)


def _layers(op: Op, label: str) -> Iterator[Planned]:
    form = get_format(label)
    for many in (0, 1, 2, 3, 5, 17, 64, 129, 257, 600):
        name = f"rows/{many}"
        yield _layer(op, label, name, {"S": (many,), "P": (3,), "N": many, "K": 3, "C": 2})
    for places in (0, 1, 2, 5, 17, 64, 257):
        name = f"places/{places}"
        sizes = {"S": (2, places), "P": (places,), "N": 3, "K": 2, "C": 2}
        yield _layer(op, label, name, sizes)
    for number, shape in enumerate(((), (2, 3), (2, 1, 3))):
        sizes = {"S": shape, "P": shape, "N": 3, "K": 5, "C": 4}
        yield _layer(op, label, f"axes/{number}", sizes)
    for width in (0, 300):
        sizes = {"S": (2,), "P": (2,), "N": width, "K": 3, "C": width}
        yield _layer(op, label, f"width/{width}", sizes)
    rows = [p for row in _rows(form) for p in row]
    sizes = {"S": (3,), "P": (4,), "N": 5, "K": 2, "C": 3}
    shapes = [sized(p, op.shape_rule, {}, sizes) for p in op.shape_rule.operands]
    operands = [
        values([rows[(i + 7 * k) % len(rows)] for i in range(prod(shape))], label, shape)
        for k, shape in enumerate(shapes)
    ]
    flags = ("special-values", "nan-canonical", "signed-zero", "graph")
    yield _several(op, "special", label, operands, flags)


def _layer(op: Op, label: str, name: str, sizes: dict[str, Any]) -> Planned:
    shapes = [sized(p, op.shape_rule, {}, sizes) for p in op.shape_rule.operands]
    return _several(op, name, label, _operands(op, label, name, shapes, ""), ("graph", "length"))


def _several(
    op: Op, name: str, label: str, operands: Sequence[PlannedInput], flags: tuple[str, ...]
) -> Planned:
    return _case(op, name, label, operands, _widths(op, name), flags)


def _widths(op: Op, name: str) -> dict[str, Any]:
    """Return a pair of widths that depends on the name, if products are aligned."""
    if op.shape_rule is not aligned.linear_gradient:
        return {}
    return {"bits": aligned.PAIRS[zlib.crc32(name.encode()) % len(aligned.PAIRS)]}
