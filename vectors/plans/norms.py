"""Norms and their gradients (clause G6).

Slices of every kind of length, samples and positions, each number of operands, every attribute,
slices of equal, huge and subnormal elements, with infinities and NaN, and empty ones. Shapes are
made of the sizes that the patterns of the shape rule name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from samebits.spec import layer_norms
from samebits.spec.call import Call
from samebits.spec.declare import Op, Signature
from samebits.spec.formats import Format, get_format
from samebits.spec.geometry import sized
from samebits.spec.shapes import Shape, ShapeRule
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

BY_VALUE = 24
"""So many results of one case are stored; of more there is a digest."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Sizes by their names in the patterns, attributes, and the exponents of drawn operands."""

    name: str
    sizes: Mapping[str, Any]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    level: str = "standard"
    flags: tuple[str, ...] = ("graph", "length")
    reach: tuple[int, int] = (-6, 3)


def _rows(name: str, rows: int, length: int, **more: Any) -> Situation:
    return Situation(name, {"S": (rows,), "D": (length,)}, {"axis": -1}, **more)


def _last_axes() -> Iterator[Situation]:
    """Those of the norms over the last axes."""
    for n in (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 64, 65, 127, 129, 255, 256, 257, 1025):
        level = "smoke" if n in (5, 17) else "standard"
        yield _rows(f"length/{n}", 3, n, level=level)
    for rows in (1, 2, 5, 8, 33, 130):
        yield _rows(f"rows/{rows}", rows, 6)
    shape = (3, 4, 5)
    for axis in (0, 1, 2, -1, -2, -3):
        sizes = {"S": shape[: axis % 3], "D": shape[axis % 3 :]}
        text = f"axes/{axis}" if axis >= 0 else f"axes/minus-{-axis}"
        yield Situation(text, sizes, {"axis": axis}, flags=("graph", "axes"))
    for name, rows, length in (("no-rows", 0, 3), ("no-elements", 3, 0), ("nothing", 0, 0)):
        yield _rows(f"empty/{name}", rows, length, flags=("graph", "shape"))


EPS = (0.0, -0.0, 1e-12, 1.0, 2.0**-149, 1e-60, 3e38, -0.25)
"""A zero of each sign, one that most sums round away, subnormal in binary32 and rounded to zero
there, so large that it hides the variance, and one below zero, which makes roots of negatives."""


def handles(op: Op) -> bool:
    """Ops with a shape rule of norms."""
    return op.shape_rule in _SITUATIONS


def plan(op: Op, label: str) -> list[Planned]:
    """The cases of one op and label."""
    signatures = op.labels()[label]
    most = max(signatures, key=lambda s: len(s[0]))
    cases = []
    for number, situation in enumerate(_situations(op, label)):
        signature = signatures[number % len(signatures)]
        cases.append(_drawn(op, label, signature, situation))
    for signature in signatures:
        whole = Situation(f"operands/{len(signature[0])}", *_EXAMPLES[op.shape_rule])
        cases.append(_drawn(op, label, signature, whole))
    cases += _special(op, most)
    return [*cases, _bulk(op, label, most)]


def _situations(op: Op, label: str) -> Iterator[Situation]:
    """All in f32; in other formats, which share the nodes, some."""
    few = label != "f32"
    for number, situation in enumerate(_SITUATIONS[op.shape_rule]()):
        if not few or number % 4 == 1 or situation.name.startswith("empty"):
            yield situation
    sizes, attributes = _EXAMPLES[op.shape_rule]
    if any(attribute.name == "eps" for attribute in op.attributes):
        legal = [eps for eps in EPS if eps > 0 or not _positive(op)]
        for eps in legal[:: 2 if few else 1]:
            text = f"eps/{eps:g}".replace("+", "")
            given = {**attributes, "eps": eps}
            yield Situation(text, sizes, given, flags=("graph", "attribute"))
    for name, reach in (("large", (60, 70)), ("tiny", (-80, -60)), ("subnormal", (-149, -120))):
        if not few or label.startswith("bf16"):
            yield Situation(f"reach/{name}", sizes, attributes, flags=_REACHED[name], reach=reach)


_REACHED = {
    "large": ("graph", "overflow-border"),
    "tiny": ("graph", "gradual-underflow"),
    "subnormal": ("graph", "subnormal"),
}


def _positive(op: Op) -> bool:
    """Whether an eps of zero is an error."""
    return any(dict(r.attributes).get("eps") == 0.0 for r in op.shape_rule.refusals)


def shapes_of(
    op: Op, count: int, sizes: Mapping[str, Any], attributes: Mapping[str, Any]
) -> tuple[Shape, ...]:
    """The shapes of so many operands."""
    rule = op.shape_rule
    return tuple(sized(rule.pattern(i), rule, attributes, dict(sizes)) for i in range(count))


def _drawn(op: Op, label: str, signature: Signature, situation: Situation) -> Planned:
    inputs, outputs = signature
    case_id = f"{op.name}/{label}/{situation.name}"
    call = op.call(inputs, outputs, **_known(op, situation.attributes))
    shapes = shapes_of(op, len(inputs), situation.sizes, call.attributes)
    operands = tuple(
        _operand(case_id, i, name, shape, situation.reach, i in _data(op))
        for i, (name, shape) in enumerate(zip(inputs, shapes, strict=True))
    )
    results = sum(prod(shape) for shape in op.output_shapes(call, shapes))
    return Planned(
        situation.name, call, operands, situation.level, situation.flags,
        digest=results > BY_VALUE,
    )  # fmt: skip


def _known(op: Op, attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in attributes.items() if k in {a.name for a in op.attributes}}


def _data(op: Op) -> tuple[int, ...]:
    """Which operands are data, and not a weight or statistic."""
    return tuple(i for i, name in enumerate(op.operands) if name in ("x", "gradient"))


def _operand(
    case_id: str, place: int, name: str, shape: Shape, reach: tuple[int, int], is_data: bool
) -> PlannedInput:
    """Numbers of the exponents that are asked, of a weight or statistic around 1."""
    form = get_format(name)
    low, high = reach if is_data else (-2, 1)
    low, high = (max(low, form.emin - form.precision + 1), min(high, form.emax))
    return generated(case_id, place, name, shape, "spread", low=min(low, high), high=high)


def _bulk(op: Op, label: str, signature: Signature) -> Planned:
    """More rows than any written case, by digest alone: at standard in f32."""
    first = label.split("_")[0] == "f32"
    sizes, attributes = _BULK[op.shape_rule][0 if first else 1]
    level = "standard" if first else "full"
    case = _drawn(op, label, signature, Situation("bulk", sizes, attributes, level, ("bulk",)))
    return Planned("bulk", case.call, case.inputs, level, ("bulk",), digest=True)


def _special(op: Op, signature: Signature) -> Iterator[Planned]:
    """Slices of special values in each operand that is data, and special weights and statistics."""
    inputs, outputs = signature
    sizes, attributes, flat = _SPECIAL[op.shape_rule]
    call = op.call(inputs, outputs, **_known(op, attributes))
    shapes = shapes_of(op, len(inputs), sizes, call.attributes)
    form = get_format(inputs[0])
    flags = ("special-values", "nan-canonical", "graph")
    for place in _data(op):
        operands = [_filled(i, name, s) for i, (name, s) in enumerate(zip(inputs, shapes))]
        operands[place] = values(flat(form), inputs[place], shapes[place])
        name = "special" if place == _data(op)[-1] else f"special-{op.operands[place]}"
        yield Planned(name, call, tuple(operands), "smoke", flags)
    for place in range(len(inputs)):
        if place in _data(op) or not get_format(inputs[place]).is_float:
            continue
        yield _weights(op, call, shapes, place, flags)


def _filled(place: int, name: str, shape: Shape) -> PlannedInput:
    """Numbers that differ: halves from 1/2 on, of each operand others."""
    form = get_format(name)
    few = [patterns.power(form, e) | half for e in (-1, 0, 1) for half in (0, _half(form))]
    return values([few[(i + place) % len(few)] for i in range(prod(shape))], name, shape)


def _half(form: Format) -> int:
    """The highest bit of a fraction."""
    return 1 << (form.precision - 2)


def _weights(
    op: Op, call: Call, shapes: Sequence[Shape], place: int, flags: tuple[str, ...]
) -> Planned:
    """Special values in one weight or statistic."""
    form = get_format(call.inputs[place])
    minus = form.sign_mask
    some = [form.infinity, minus, form.canonical_nan | minus, 1, 0, form.infinity | minus]
    operands = [_filled(i, name, s) for i, (name, s) in enumerate(zip(call.inputs, shapes))]
    count = prod(shapes[place])
    cells = [some[i % len(some)] for i in range(count)]
    operands[place] = values(cells, form.name, shapes[place])
    return Planned(f"special-{op.operands[place]}", call, tuple(operands), "standard", flags)


def slices(form: Format) -> list[list[int]]:
    """Slices of four elements: infinities, NaN, zeros, equal, huge and subnormal ones."""
    minus, one, infinity = form.sign_mask, patterns.one(form), form.infinity
    nan, top, third = form.canonical_nan, form.max_finite, patterns.one(form) - 3
    low = infinity | minus
    return [
        [low, one, 0, minus], [infinity, one, infinity, 0], [infinity, low, 0, one],
        [nan, one, 0, 0], [one, one, infinity + 1, one], [nan | minus, low, infinity, 0],
        [0, minus, 0, minus], [minus] * 4, [one] * 4, [third] * 4, [third | minus] * 4,
        [top, top, one, 0], [top | minus, top, 0, one], [top] * 4, [1, 2, 3, minus | 1],
        [1] * 4, [one, one + 1, one, one - 1],
    ]  # fmt: skip


def _flat_slices(form: Format) -> list[int]:
    return [pattern for row in slices(form) for pattern in row]


_LAST = layer_norms.SHAPE_RULES
_SITUATIONS = {**dict.fromkeys(_LAST, _last_axes)}
_EXAMPLES: Mapping[ShapeRule, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    **dict.fromkeys(_LAST, ({"S": (3,), "D": (6,)}, {"axis": -1})),
}
_BULK: Mapping[ShapeRule, tuple[tuple[Mapping[str, Any], Mapping[str, Any]], ...]] = {
    **dict.fromkeys(
        _LAST,
        (
            ({"S": (331,), "D": (7, 19)}, {"axis": -2}),
            ({"S": (31, 5), "D": (33,)}, {"axis": -1}),
        ),
    ),
}
_SPECIAL: Mapping[ShapeRule, tuple[Mapping[str, Any], Mapping[str, Any], Any]] = {
    **dict.fromkeys(_LAST, ({"S": (17,), "D": (4,)}, {"axis": -1}, _flat_slices)),
}
