"""Cases of norms and their gradients (clause G6).

They cover many lengths of slices, many numbers of samples and positions, each number of operands,
and every attribute. Slices have equal, huge and subnormal elements, infinities and NaN, or are
empty. Shapes are made from the sizes that the patterns of the shape rule name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.families import batch_norms, channel_norms, layer_norms
from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import Shape, ShapeRule
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Sizes by their names in shape patterns, attributes, and exponents of drawn operands."""

    name: str
    sizes: Mapping[str, Any]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    level: str = "standard"
    flags: tuple[str, ...] = ("graph", "length")
    reach: tuple[int, int] = (-6, 3)


def _rows(name: str, rows: int, length: int, **more: Any) -> Situation:
    return Situation(name, {"S": (rows,), "D": (length,)}, {"axis": -1}, **more)


def _last_axes() -> Iterator[Situation]:
    """Yield the situations for norms over the last axes."""
    for n in (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 64, 65, 127, 129, 255, 256, 257, 1025):
        level = "smoke" if n in (5, 17) else "standard"
        yield _rows(f"length/{n}", 20 if n < 1000 else 2, n, level=level)
    for rows in (1, 2, 5, 8, 33, 130):
        yield _rows(f"rows/{rows}", rows, 6)
    shape = (3, 4, 5)
    for axis in (0, 1, 2, -1, -2, -3):
        sizes = {"S": shape[: axis % 3], "D": shape[axis % 3 :]}
        text = f"axes/{axis}" if axis >= 0 else f"axes/minus-{-axis}"
        yield Situation(text, sizes, {"axis": axis}, flags=("graph", "axes"))
    for name, rows, length in (("no-rows", 0, 3), ("no-elements", 3, 0), ("nothing", 0, 0)):
        yield _rows(f"empty/{name}", rows, length, flags=("graph", "shape"))


def _channels() -> Iterator[Situation]:
    """Yield the situations for norms of channels."""
    for n in (1, 2, 3, 4, 5, 8, 17, 33, 64, 127, 257, 1025):
        level = "smoke" if n in (5, 17) else "standard"
        samples = 2 if n > 1000 else 5
        yield _samples(f"length/{n}", samples, 4, (n,), 2, level=level)
    for n in (1, 2, 3, 7, 8, 33, 130):
        yield _samples(f"samples/{n}", n, 4, (3,), 2)
    for groups in (1, 2, 3, 6):
        yield _samples(f"groups/{groups}", 3, 6, (5,), groups, flags=("graph", "groups"))
    ranks: tuple[Shape, ...] = ((), (3, 2), (2, 3, 2), (2, 1, 2, 3))
    for places in ranks:
        yield _samples(f"axes/{len(places)}", 5, 4, places, 2, flags=("graph", "axes"))
    flags = ("graph", "shape")
    for name, n, c, places in (
        ("no-samples", 0, 4, (3,)), ("no-places", 3, 4, (0,)), ("no-channels", 3, 0, (2,)),
        ("nothing", 0, 0, (0,)),
    ):  # fmt: skip
        yield _samples(f"empty/{name}", n, c, places, 2, flags=flags)


def _samples(name: str, n: int, c: int, places: Shape, groups: int, **more: Any) -> Situation:
    return Situation(name, {"N": n, "C": c, "S": places}, {"num_groups": groups}, **more)


MOMENTA = (None, 0.0, 1.0, 1e-60, 0.9, -0.0, 1.5)
"""Momenta. None means the mean over all batches; 0 keeps the statistics; 1 replaces them."""

EPS = (0.0, -0.0, 1e-12, 1.0, 2.0**-149, 1e-60, 3e38, -0.25)
"""Values of eps.

Two values are zeros. 1e-12 is lost when it is added to most variances. 2^-149 is subnormal in
binary32, and 1e-60 rounds to zero there. 3e38 is so large that the variance is lost. The negative
value causes square roots of negative numbers.
"""


FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op is a norm or the gradient of one, by its shape rule."""
    return op.shape_rule in _SITUATIONS


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    signatures = op.labels()[label]
    most = max(signatures, key=lambda s: len(s[0]))
    cases = [_drawn(op, label, most, situation) for situation in _situations(op, label)]
    for signature in signatures:
        whole = Situation(f"operands/{len(signature[0])}", *_EXAMPLES[op.shape_rule])
        cases.append(_drawn(op, label, signature, whole))
    cases += _special(op, most)
    if _shares(op, label)[0] and not _is_of_binary64(op, label):
        cases.append(_bulk(op, label, most))
    return cases


def _situations(op: Op, label: str) -> Iterator[Situation]:
    """Yield the situations of one op and label.

    f32 has all of them, or a sixth if the op has many results. Other formats have fewer, because
    they share the nodes. Labels without all operands have none, because `plan` has a case for each
    number of operands.
    """
    every, first = _shares(op, label)
    if not every:
        return
    for number, situation in enumerate(_SITUATIONS[op.shape_rule]()):
        is_empty = situation.name.startswith("empty") and not _is_of_binary64(op, label)
        wanted = number % every == first or is_empty
        if wanted and _is_call(op, situation):
            yield situation
    sizes, attributes = _EXAMPLES[op.shape_rule]
    for attribute, several in (("eps", EPS), ("momentum", MOMENTA)):
        all_of_them = every == 1 or (attribute == "momentum" and _is_first(op, label))
        for value in several[
            :: 1 if all_of_them else len(several) - 1 if _is_of_binary64(op, label) else 2
        ]:
            given = Situation(
                f"{attribute}/{value}".replace("+", ""),
                sizes,
                {**attributes, attribute: value},
                flags=("graph", "attribute"),
            )
            if attribute in {a.name for a in op.attributes} and _is_call(op, given):
                yield given
    for name, reach in (("large", (60, 70)), ("tiny", (-80, -60)), ("subnormal", (-149, -120))):
        if _is_first(op, label) or label.startswith("bf16"):
            yield Situation(f"reach/{name}", sizes, attributes, flags=_REACHED[name], reach=reach)


_REACHED = {
    "large": ("graph", "overflow-border"),
    "tiny": ("graph", "gradual-underflow"),
    "subnormal": ("graph", "subnormal"),
}


def _shares(op: Op, label: str) -> tuple[int, int]:
    """Return the step between used situations, and the first index. Step 0 selects no situation.

    Tables of ops with many results consist mostly of digests, so they have fewer situations.
    """
    most = max(len(inputs) for inputs, _ in op.signatures)
    if all(len(inputs) < most for inputs, _ in op.labels()[label]):
        return 0, 0
    many = len(op.results) > 3
    if _is_first(op, label):
        return (6, 0) if many else (1, 0)
    if _is_of_binary64(op, label):
        return (56, 55) if many else (10, 1)  # there are fewer than 55: none
    return (28, 1) if many else (5, 1)


def _is_of_binary64(op: Op, label: str) -> bool:
    """Return whether a label has f64. Its results are the largest, so it has the fewest cases."""
    return "f64" in op.labels()[label][0][0]


def _is_first(op: Op, label: str) -> bool:
    """Return whether a label has f32 and the largest number of operands."""
    most = max(len(inputs) for inputs, _ in op.signatures)
    return any(len(s[0]) == most and s[0][0] == "f32" for s in op.labels()[label])


def _is_call(op: Op, situation: Situation) -> bool:
    """Return whether the op accepts these sizes and attributes."""
    inputs, outputs = op.signatures[0]
    try:
        call = op.call(inputs, outputs, **_known(op, situation.attributes))
        op.output_shapes(call, shapes_of(op, len(inputs), situation.sizes, call.attributes))
    except SpecError:
        return False
    return True


def shapes_of(
    op: Op, count: int, sizes: Mapping[str, Any], attributes: Mapping[str, Any]
) -> tuple[Shape, ...]:
    """Return the shapes of the first `count` operands."""
    rule = op.shape_rule
    return tuple(sized(rule.pattern(i), rule, attributes, dict(sizes)) for i in range(count))


def _drawn(op: Op, label: str, signature: Signature, situation: Situation) -> Planned:
    inputs, outputs = signature
    case_id = f"{op.name}/{label}/{situation.name}"
    call = op.call(inputs, outputs, **_known(op, situation.attributes))
    shapes = shapes_of(op, len(inputs), situation.sizes, call.attributes)
    operands = tuple(
        _operand(case_id, i, name, shape, situation.reach, op.operands[i])
        for i, (name, shape) in enumerate(zip(inputs, shapes, strict=True))
    )
    results = sum(prod(shape) for shape in op.output_shapes(call, shapes))
    return Planned(
        situation.name, call, operands, situation.level, situation.flags,
        digest=results > BY_VALUE,
    )  # fmt: skip


def _known(op: Op, attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in attributes.items() if k in {a.name for a in op.attributes}}


DATA = ("x", "gradient")
"""Operands that are neither weights nor statistics."""


def _data(op: Op) -> tuple[int, ...]:
    """Return the indices of operands that are data."""
    return tuple(i for i, name in enumerate(op.operands) if name in DATA)


def _operand(
    case_id: str, place: int, name: str, shape: Shape, reach: tuple[int, int], operand: str
) -> PlannedInput:
    """Return one operand with the given exponents.

    Weights and statistics are around 1, variances are positive, and a count of batches is an
    integer.
    """
    form = get_format(name)
    if not form.is_float:
        return values([6] * prod(shape), name, shape)
    if operand == "running_var":
        some = [patterns.power(form, e) + k for e, k in ((-3, 1), (-1, 5), (0, 0), (1, 3))]
        told = tuple(form.hex(pattern) for pattern in some)
        return generated(case_id, place, name, shape, "choice", values=told)
    low, high = reach if operand in DATA else (-2, 1)
    low, high = (max(low, form.emin - form.precision + 1), min(high, form.emax))
    return generated(case_id, place, name, shape, "spread", low=min(low, high), high=high)


def _bulk(op: Op, label: str, signature: Signature) -> Planned:
    """Return a case with many rows, stored by digest. For the first label its level is standard."""
    first = _is_first(op, label)
    sizes, attributes = _BULK[op.shape_rule][0 if first else 1]
    level = "standard" if first else "full"
    case = _drawn(op, label, signature, Situation("bulk", sizes, attributes, level, ("bulk",)))
    return Planned("bulk", case.call, case.inputs, level, ("bulk",), digest=True)


def _special(op: Op, signature: Signature) -> Iterator[Planned]:
    """Yield cases with special slices in each data operand, and special weights and statistics."""
    inputs, outputs = signature
    sizes, attributes, flat = _SPECIAL[op.shape_rule]
    call = op.call(inputs, outputs, **_known(op, attributes))
    shapes = shapes_of(op, len(inputs), sizes, call.attributes)
    form = get_format(inputs[0])
    flags = ("special-values", "nan-canonical", "graph")
    for place in _data(op):
        operands = [
            _filled(i, name, s) for i, (name, s) in enumerate(zip(inputs, shapes, strict=True))
        ]
        operands[place] = values(flat(form), inputs[place], shapes[place])
        name = "special" if place == _data(op)[-1] else f"special-{op.operands[place]}"
        yield Planned(name, call, tuple(operands), "smoke", flags)
    for place in range(len(inputs)):
        if place in _data(op) or not get_format(inputs[place]).is_float or form.name == "f64":
            continue
        yield _weights(op, call, shapes, place, flags)


def _filled(place: int, name: str, shape: Shape) -> PlannedInput:
    """Return an operand of numbers from 1/2 to 3 that differ between neighbours and operands."""
    form = get_format(name)
    if not form.is_float:
        return values([place] * prod(shape), name, shape)
    few = [patterns.power(form, e) | half for e in (-1, 0, 1) for half in (0, _half(form))]
    return values([few[(i + place) % len(few)] for i in range(prod(shape))], name, shape)


def _half(form: Format) -> int:
    """Return the highest fraction bit of a format, which has the weight 1/2."""
    return 1 << (form.precision - 2)


def _weights(
    op: Op, call: Call, shapes: Sequence[Shape], place: int, flags: tuple[str, ...]
) -> Planned:
    """Return a case with special values in operand `place`, a weight or statistic."""
    form = get_format(call.inputs[place])
    minus = form.sign_mask
    some = [form.infinity, minus, form.canonical_nan | minus, 1, 0, form.infinity | minus]
    operands = [
        _filled(i, name, s) for i, (name, s) in enumerate(zip(call.inputs, shapes, strict=True))
    ]
    count = prod(shapes[place])
    cells = [some[i % len(some)] for i in range(count)]
    operands[place] = values(cells, form.name, shapes[place])
    return Planned(f"special-{op.operands[place]}", call, tuple(operands), "standard", flags)


def slices(form: Format) -> list[list[int]]:
    """Return slices of four elements.

    They have infinities, NaN, zeros, and equal, huge and subnormal numbers.
    """
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


def _by_channel(form: Format) -> list[int]:
    """Return the slices as channels of two samples with two positions each."""
    rows = slices(form)
    return [row[2 * n + s] for n in (0, 1) for row in rows for s in (0, 1)]


Given = tuple[Mapping[str, Any], Mapping[str, Any]]
"""Sizes, and attributes."""

Situations = Callable[[], Iterator[Situation]]
_LAST = layer_norms.SHAPE_RULES
_WITHIN = channel_norms.SHAPE_RULES
_BATCH = batch_norms.SHAPE_RULES
_GROUPS = {"num_groups": 2}
_SITUATIONS: Mapping[ShapeRule, Situations] = {
    **dict.fromkeys(_LAST, _last_axes),
    **dict.fromkeys((*_WITHIN, *_BATCH), _channels),
}
_EXAMPLES: Mapping[ShapeRule, Given] = {
    **dict.fromkeys(_LAST, ({"S": (17,), "D": (21,)}, {"axis": -1})),
    **dict.fromkeys((*_WITHIN, *_BATCH), ({"N": 7, "C": 4, "S": (3, 5)}, _GROUPS)),
}
_BULK: Mapping[ShapeRule, tuple[Given, Given]] = {
    **dict.fromkeys(
        _LAST,
        (
            ({"S": (331,), "D": (7, 19)}, {"axis": -2}),
            ({"S": (31, 5), "D": (33,)}, {"axis": -1}),
        ),
    ),
    **dict.fromkeys(
        (*_WITHIN, *_BATCH),
        (
            ({"N": 67, "C": 6, "S": (9, 11)}, _GROUPS),
            ({"N": 9, "C": 6, "S": (71,)}, _GROUPS),
        ),
    ),
}
_SPECIAL: Mapping[ShapeRule, tuple[*Given, Callable[[Format], list[int]]]] = {
    **dict.fromkeys(_LAST, ({"S": (17,), "D": (4,)}, {"axis": -1}, _flat_slices)),
    **dict.fromkeys(
        channel_norms.SHAPE_RULES[:2],
        ({"N": 17, "C": 2, "S": (2,)}, {"num_groups": 1}, _flat_slices),
    ),
    **dict.fromkeys(
        channel_norms.SHAPE_RULES[2:], ({"N": 17, "C": 1, "S": (4,)}, {}, _flat_slices)
    ),
    **dict.fromkeys(_BATCH, ({"N": 2, "C": 17, "S": (2,)}, {}, _by_channel)),
}
