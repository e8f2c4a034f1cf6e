"""Cases of pools and their gradients (clause G10).

Windows overlap, are adjacent or leave gaps, with padding and dilation, in either rounding mode.
Averages have many lengths. There are ties, zeros of both signs, NaN and infinities, with and
without padding. Other cases have huge and subnormal elements, or no samples or channels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from samebits.spec.families import pools
from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_GIVES_INDICES = (*pools.MAX, *pools.ADAPTIVE_MAX)
_ADAPTIVE = (*pools.ADAPTIVE_AVERAGE, *pools.ADAPTIVE_MAX, *pools.ADAPTIVE_AVERAGE_GRADIENT)
_GRADIENTS = (*pools.AVERAGE_GRADIENT, *pools.ADAPTIVE_AVERAGE_GRADIENT)


@dataclass(frozen=True, slots=True)
class Situation:
    """A forward call: samples, channels, spatial sizes and attributes. Gradients use it too."""

    name: str
    sizes: Shape
    attributes: Mapping[str, Any] = field(default_factory=dict)
    n: int = 2
    c: int = 3
    level: str = "standard"
    flags: tuple[str, ...] = ("graph", "window")
    reach: tuple[int, int] = (-12, 10)


FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op is a pool or the gradient of one, by its shape rule."""
    return op.shape_rule in pools.SHAPE_RULES


_ALWAYS = ("empty/samples", "reach/subnormal", "parts/13-in-13")
"""Situations for every format. The last one is large: its results are stored by digest."""


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have fewer, because all formats share the nodes.
    """
    few = label.split("_")[0] != "f32"
    cases = []
    for number, situation in enumerate(_situations(op)):
        if not few or number % 5 == 0 or situation.name in _ALWAYS:
            cases.append(_drawn(op, label, situation))
    if label == "f16" and op.shape_rule in (*pools.AVERAGE, *pools.ADAPTIVE_AVERAGE):
        cases.append(_twice(op))
    return [*cases, _minus_zeros(op, label), *_special(op, label)]


def _rank(op: Op) -> int:
    return len(op.shape_rule.example[0]) - 2


def _situations(op: Op) -> Iterator[Situation]:
    rank = _rank(op)
    if op.shape_rule in pools.MAX_GRADIENT:
        yield from _chosen(rank)
    elif op.shape_rule in _ADAPTIVE:
        yield from _parts(rank)
    else:
        yield from _windows(op, rank)
    usual, sizes = _USUAL[rank - 1], _SIZES[rank - 1]
    for name, n, c in (("samples", 0, 2), ("channels", 2, 0)):
        yield Situation(f"empty/{name}", sizes, usual, n, c, flags=("graph", "shape"))
    for name, reach, flag in (
        ("large", (110, 127), "overflow-border"),
        ("tiny", (-126, -120), "gradual-underflow"),
        ("subnormal", (-149, -127), "subnormal"),
    ):
        yield Situation(f"reach/{name}", sizes, usual, 1, 2, flags=("graph", flag), reach=reach)
    large = ((331,), (37, 29))[rank - 1]
    yield Situation("bulk", large, usual, 3, 5, flags=("bulk",))


def _each(rank: int, **attributes: Sequence[int]) -> dict[str, Any]:
    """Return the attributes with one value for each of the `rank` spatial axes."""
    return {name: tuple(value[:rank]) for name, value in attributes.items()}


_SIZES = ((13,), (9, 8))
_USUAL = tuple(
    {
        **_each(
            rank, kernel_size=(3, 2), stride=(2, 1), padding=(1, 1), dilation=(1, 2),
            output_size=(4, 5),
        ),
        "ceil_mode": True,
        "count_include_pad": False,
    }
    for rank in pools.RANKS
)  # fmt: skip


def _windows(op: Op, rank: int) -> Iterator[Situation]:
    """Yield situations with different windows, for max pools, average pools and their gradients."""
    sizes = _SIZES[rank - 1]
    for name, attributes in (
        ("plain", _each(rank, kernel_size=(2, 2), stride=(2, 2))),
        ("overlapping", _each(rank, kernel_size=(4, 3), stride=(1, 2))),
        ("padded", _each(rank, kernel_size=(3, 5), stride=(1, 1), padding=(1, 2))),
        ("gaps", _each(rank, kernel_size=(2, 1), stride=(5, 3))),
        ("dilated", _each(rank, kernel_size=(3, 2), stride=(1, 2), dilation=(2, 3))),
        ("holes", _each(rank, kernel_size=(3, 3), stride=(2, 1), padding=(2, 1), dilation=(3, 2))),
        ("point", _each(rank, kernel_size=(1, 1), stride=(1, 1))),
        ("whole", _each(rank, kernel_size=sizes, stride=(1, 1))),
        ("beyond", _each(rank, kernel_size=tuple(n + 3 for n in sizes), stride=(3, 4),
                         padding=(1, 1))),
        ("corner", _each(rank, kernel_size=(2, 3), stride=(3, 4), padding=(1, 1))),
    ):  # fmt: skip
        if name in ("dilated", "holes") and op.shape_rule not in pools.MAX:
            continue
        level = "smoke" if name == "padded" else "standard"
        for ceil_mode in (False, True):
            if (name, ceil_mode) == ("beyond", False):
                continue  # this window is an error without `ceil_mode`
            mode = {"ceil_mode": ceil_mode, "count_include_pad": True}
            text = f"window/{name}{'-ceil' if ceil_mode else ''}"
            yield Situation(text, sizes, {**attributes, **mode}, level=level)
    if op.shape_rule in _GIVES_INDICES:
        return
    for counted in (False, True):
        for divisor in (None, 1, 5) if rank > 1 else (None,):
            given = {"count_include_pad": counted, "divisor_override": divisor}
            text = f"divisor/{divisor or 'count'}{'-padding' if counted else ''}"
            more = {**_USUAL[rank - 1], **given}
            yield Situation(text, sizes, more, flags=("graph", "attribute"))
    for n in (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 127, 129, 256, 257):
        attributes = _each(rank, kernel_size=(n, 1), stride=(1, 1))
        size = (n + 1, 1)[:rank]
        yield Situation(f"length/{n}", size, attributes, 1, 2, flags=("graph", "length"))


def _parts(rank: int) -> Iterator[Situation]:
    """Yield situations of adaptive pools: fewer parts than elements, more, as many, and one."""
    for sizes, parts in (
        ((13, 6), (4, 3)), ((13, 6), (5, 4)), ((13, 6), (13, 6)), ((13, 6), (1, 1)),
        ((5, 3), (7, 8)), ((1, 1), (3, 2)), ((64, 7), (3, 2)), ((257, 3), (2, 2)),
    ):  # fmt: skip
        cut = tuple(parts[:rank])
        name = f"parts/{sizes[0]}-in-{parts[0]}"
        level = "smoke" if name == "parts/13-in-4" else "standard"
        yield Situation(name, sizes[:rank], {"output_size": cut}, level=level)


def _chosen(rank: int) -> Iterator[Situation]:
    """Yield situations with random indices, for gradients of max pools.

    Some elements are chosen many times, and some never.
    """
    for name, sizes, places in (
        ("all", (13, 8), (5, 7)), ("few", (3, 2), (40, 9)), ("one", (1, 1), (9, 5)),
        ("many", (5, 3), (300, 2)), ("mostly-none", (60, 50), (3, 2)),
    ):  # fmt: skip
        level = "smoke" if name == "few" else "standard"
        attributes = {"places": tuple(places[:rank])}
        flags = ("graph", "scatter-order")
        yield Situation(f"chosen/{name}", sizes[:rank], attributes, level=level, flags=flags)


def _call(op: Op, label: str, situation: Situation) -> tuple[Call, tuple[Shape, ...]]:
    """Return the call and the shapes of its operands.

    The gradient operand has the shape of the pool's result.
    """
    inputs, outputs = op.labels()[label][0]
    given = {**situation.attributes, "input_size": situation.sizes}
    known = {k: v for k, v in given.items() if k in {a.name for a in op.attributes}}
    call = op.call(inputs, outputs, **known)
    image = (situation.n, situation.c, *situation.sizes)
    places = (situation.n, situation.c, *_places(op, situation, image))
    if op.shape_rule in pools.MAX_GRADIENT:
        return call, (places, places)
    return call, (places if op.shape_rule in _GRADIENTS else image,)


def _places(op: Op, situation: Situation, image: Shape) -> Shape:
    if op.shape_rule in pools.MAX_GRADIENT:
        given: Any = situation.attributes.get("places", situation.attributes.get("output_size"))
        return tuple(given)
    if op.shape_rule in _ADAPTIVE:
        return tuple(situation.attributes["output_size"])
    rule = pools.AVERAGE[_rank(op) - 1]
    plain: dict[str, Any] = {"padding": (0,) * _rank(op), "ceil_mode": False}
    names = rule.sizes_of({}, [image])
    return sized("[*P]", rule, {**plain, **situation.attributes}, names)


def _drawn(op: Op, label: str, situation: Situation) -> Planned:
    case_id = f"{op.name}/{label}/{situation.name}"
    call, shapes = _call(op, label, situation)
    operands = tuple(
        _operand(case_id, i, name, shape, situation)
        for i, (name, shape) in enumerate(zip(call.inputs, shapes, strict=True))
    )
    results = sum(prod(shape) for shape in op.output_shapes(call, shapes))
    return Planned(
        situation.name, call, operands, situation.level, situation.flags,
        digest=results > BY_VALUE,
    )  # fmt: skip


def _operand(
    case_id: str, place: int, name: str, shape: Shape, situation: Situation
) -> PlannedInput:
    """Return one operand: indices of elements, or numbers.

    Small numbers lose bits in sums with large numbers.
    """
    if name == "i64":
        return generated(case_id, place, name, shape, "below", limit=prod(situation.sizes))
    form = get_format(name)
    low, high = situation.reach
    least, most = form.emin - form.precision + 1, form.emax
    if situation.name.startswith("reach/"):
        low, high = _reach(form, situation.name)
    low, high = max(low, least), min(high, most)
    return generated(case_id, place, name, shape, "spread", low=low, high=high)


def _reach(form: Format, name: str) -> tuple[int, int]:
    """Return the least and largest exponent of numbers at one end of the format's range."""
    if name == "reach/large":
        return form.emax - 2, form.emax
    least = form.emin - form.precision + 1
    return (least, form.emin - 1) if name == "reach/subnormal" else (form.emin, form.emin + 4)


def _special(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases with neighbouring special values.

    Windows have two and three elements per axis.
    """
    form = get_format(op.labels()[label][0][0][0])
    cells = _rows(form)
    rank = _rank(op)
    sizes = (len(cells),) if rank == 1 else (len(cells) // 6, 6)
    window = _each(rank, kernel_size=(2, 2), stride=(1, 1), padding=(1, 1))
    several = _each(rank, kernel_size=(3, 3), stride=(2, 2), padding=(1, 1), dilation=(1, 1))
    parts = {"output_size": (len(cells) // 3,) if rank == 1 else (len(cells) // 12, 3)}
    flags = ("special-values", "nan-canonical", "signed-zero", "graph")
    for name, attributes in (("special", window), ("special-steps", several)):
        if op.shape_rule in _ADAPTIVE and name == "special-steps":
            attributes = {"output_size": sizes}
        attributes = {**parts, **attributes, "ceil_mode": True, "count_include_pad": True}
        situation = Situation(name, sizes, attributes, 1, 1)
        call, shapes = _call(op, label, situation)
        count = prod(shapes[0])
        wanted = values([cells[i % len(cells)] for i in range(count)], form.name, shapes[0])
        rest = [_operand(f"{op.name}/{label}/{name}", 1, "i64", s, situation) for s in shapes[1:]]
        level = "smoke" if name == "special" else "standard"
        yield Planned(name, call, (wanted, *rest), level, flags)


def _rows(form: Format) -> list[int]:
    """Return a sequence with ties, zeros of both signs, infinities and NaN next to each other."""
    minus, one, infinity = form.sign_mask, patterns.one(form), form.infinity
    nan, top = form.canonical_nan, form.max_finite
    low, quiet = infinity | minus, nan | minus
    return [
        one, one, 0, minus, minus, 0, low, low, low, nan, one, quiet,
        infinity, low, one | minus, top, top, top | minus, 1, 1 | minus, minus, minus, minus, 2,
        low, one, nan + 1 if nan + 1 < minus else nan, infinity, infinity, top,
        top | minus, top | minus, low, minus, 0, 0,
    ]  # fmt: skip


def _minus_zeros(op: Op, label: str) -> Planned:
    """Return a case in which all elements are -0.

    Padding must not be added as +0.
    """
    rank = _rank(op)
    attributes = _each(
        rank, kernel_size=(3, 3), stride=(1, 2), padding=(1, 1), output_size=(3, 3), places=(3, 3)
    )
    situation = Situation("minus-zeros", (5,) * rank, attributes, 1, 1)
    call, shapes = _call(op, label, situation)
    form = get_format(call.inputs[0])
    operand = values([form.sign_mask] * prod(shapes[0]), form.name, shapes[0])
    case_id = f"{op.name}/{label}/minus-zeros"
    rest = [_operand(case_id, 1, "i64", shape, situation) for shape in shapes[1:]]
    flags = ("signed-zero", "graph")
    digest = prod(op.output_shapes(call, shapes)[0]) > BY_VALUE
    return Planned("minus-zeros", call, (operand, *rest), "standard", flags, digest=digest)


def _twice(op: Op) -> Planned:
    """Return a case with a quotient so near to a tie of f16 that binary32 rounds it to the tie.

    The result is the even neighbour of the tie, although the odd neighbour is nearer to the exact
    quotient. Such quotients have divisors beyond 2^14, which an average gets from its padding.
    """
    rank, form = _rank(op), get_format("f16")
    total, count = _near_a_tie()
    parts = [total >> 16 << 16, (total & 0xFFFF) >> 5 << 5, total & 0x1F]
    cells = [patterns.nearest(math.ldexp(part, -15), form) for part in parts]
    ones = (1,) * (rank - 1)
    if op.shape_rule in _ADAPTIVE:
        cells += [0] * (count - len(cells))
        call = op.call(["f16"], output_size=(1,) * rank)
    else:
        call = op.call(
            ["f16"], kernel_size=(count, *ones), stride=(1,) * rank,
            padding=(count // 2, *(0,) * (rank - 1)),
        )  # fmt: skip
    operand = values(cells, "f16", (1, 1, len(cells), *ones))
    return Planned("twice", call, (operand,), "standard", ("graph", "double-rounding"))


def _near_a_tie() -> tuple[int, int]:
    """Return a 24-bit sum and an odd count whose quotient is slightly below an odd 12-bit number.

    An odd number of 12 bits is a midpoint of 11-bit numbers. The exact quotient rounds down.
    binary32 rounds the quotient to the midpoint, which then rounds to the even neighbour, in this
    case up.
    """
    for count in range(32_771, 40_000, 2):
        for tie in range(2_051, 4_096, 4):
            product = tie * count
            step = 1 << (product.bit_length() - 24)
            total = product // step * step
            if product > total and (product - total) << 25 < product:
                assert Fraction(total, count) < tie
                return total, count
    raise AssertionError("no quotient is near enough to a tie")
