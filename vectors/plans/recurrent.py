"""Cases of recurrent cells and layers, and of their gradients (clause G11).

Each size is 1 in some cases and larger in others, with contractions longer than a block. There are
cases with and without biases, and without samples, features or hidden units. Gates are shut, open
or in between. Each operand has infinities, NaN, zeros of both signs, subnormal and huge numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from samebits.spec.families import recurrent_layers as recurrent
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_SIZES: Mapping[str, tuple[int, int, int, int]] = {
    "plain": (3, 2, 3, 2), "one": (1, 1, 1, 1), "steps/2": (2, 3, 2, 2), "steps/17": (17, 2, 1, 2),
    "samples/5": (2, 5, 2, 3), "samples/129": (2, 129, 1, 1), "features/257": (2, 2, 257, 2),
    "hidden/7": (3, 2, 2, 7), "hidden/257": (1, 1, 2, 257), "empty/no-samples": (2, 0, 3, 2),
    "empty/no-features": (2, 3, 0, 2), "empty/no-hidden": (2, 3, 2, 0),
}  # fmt: skip
"""Numbers of steps, samples, features and hidden units, by the name of the case."""

_EITHER = ("plain", "samples/129")
"""The cases that exist both with and without biases."""

_MANY = (1, 1600, 1, 4)
"""Sizes with enough results that some are next to a tie of f16.

There a missing rounding changes the result.
"""

_REACHES = {"everyday": (-4, 1), "large": (0, 4), "subnormal": (-132, -118), "huge": (100, 120)}
_FLAGS = ("graph", "length")


def handles(op: Op) -> bool:
    """Return whether the op is a recurrent cell or layer (clause G11), by its shape rule."""
    return op.shape_rule in (*recurrent.CELLS, *recurrent.LAYERS)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have a third, because all formats share the nodes. f64 has
    fewer.
    """
    signatures = op.labels()[label]
    form = get_format(signatures[0][0][0])
    few = form.name != "f32"
    cases = [
        _drawn(op, label, _named(name, signature, signatures), signature, sizes)
        for number, (name, sizes) in enumerate(_SIZES.items())
        if not (few and number % (6 if form.name == "f64" else 3))
        for signature in (signatures if name in _EITHER else signatures[-1:])
    ]
    for name, reach in _REACHES.items():
        if form.name == "f64" and name not in ("everyday", "subnormal"):
            continue
        if name in ("everyday", "large") or form.bits > 16 or form.name == "bf16":
            given = (2, 3, 2, 2)
            case = f"reach/{name}"
            cases.append(_drawn(op, label, case, signatures[-1], given, reach, ("graph",)))
    if form.name == "f16" and op.shape_rule in recurrent.CELLS:
        cases += [_drawn(op, label, f"many/{i}", signatures[-1], _MANY) for i in range(3)]
    return [*cases, *_specials(op, label, signatures[-1], form)]


def _named(name: str, signature: Signature, every: tuple[Signature, ...]) -> str:
    return name if signature == every[-1] or len(every) == 1 else f"{name}-without-biases"


def _shapes(op: Op, signature: Signature, sizes: tuple[int, int, int, int]) -> list[Shape]:
    names: dict[str, Any] = dict(zip("TNIH", sizes, strict=True))
    rule = op.shape_rule
    return [sized(rule.pattern(i), rule, {}, names) for i in range(len(signature[0]))]


def _planned(
    op: Op, name: str, signature: Signature, operands: list[PlannedInput], level: str,
    flags: tuple[str, ...],
) -> Planned:  # fmt: skip
    call = op.call(*signature)
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    return Planned(name, call, tuple(operands), level, flags, digest=count > BY_VALUE)


def _drawn(
    op: Op, label: str, name: str, signature: Signature, sizes: tuple[int, int, int, int],
    reach: tuple[int, int] = (-4, 1), flags: tuple[str, ...] = _FLAGS,
) -> Planned:  # fmt: skip
    """Return a case with drawn operands.

    Saved values are drawn too, because gradients only read them.
    """
    low, high = reach
    operands: list[PlannedInput] = []
    for place, (f, shape) in enumerate(
        zip(signature[0], _shapes(op, signature, sizes), strict=True)
    ):
        case_id = f"{op.name}/{label}/{name}"
        if 0 in shape:
            operands.append(values([], f, shape))
        else:
            operands.append(generated(case_id, place, f, shape, "spread", low=low, high=high))
    level = "smoke" if name in ("plain", "plain-without-biases", "one") else "standard"
    return _planned(op, name, signature, operands, level, flags)


def _specials(op: Op, label: str, signature: Signature, form: Format) -> Iterator[Planned]:
    """Yield cases in which one operand has special values.

    The other operands have few bits, so that sums are exact.
    """
    sizes = (2, 2, 2, 2)
    shapes = _shapes(op, signature, sizes)
    flags = ("special-values", "nan-canonical", "signed-zero", "graph")
    for turn in range(len(shapes)):
        if form.name != "f32" and turn % (6 if form.name == "f64" else 3):
            continue
        operands: list[PlannedInput] = []
        for place, (name, shape) in enumerate(zip(signature[0], shapes, strict=True)):
            other = get_format(name)
            row = _special(other) if place == turn else _plain(other)
            cells = [row[(i + place) % len(row)] for i in range(prod(shape))]
            operands.append(values(cells, name, shape))
        level = "smoke" if turn == 0 else "standard"
        yield _planned(op, f"special/{op.operands[turn]}", signature, operands, level, flags)
    operands = [
        values([get_format(name).sign_mask] * prod(shape), name, shape)
        for name, shape in zip(signature[0], shapes, strict=True)
    ]
    yield _planned(op, "minus-zeros", signature, operands, "standard", flags)


def _special(form: Format) -> list[int]:
    minus, one, infinity = form.sign_mask, patterns.one(form), form.infinity
    return [
        minus, one, infinity, 0, infinity | minus, form.canonical_nan | minus, form.max_finite, 1,
        one | minus, form.max_finite | minus, 1 | minus,
    ]  # fmt: skip


def _plain(form: Format) -> list[int]:
    values_of = (1.0, -0.5, 0.25, -0.0, 2.0, 0.75, -1.5)
    return [patterns.nearest(x, form) if x else form.sign_mask for x in values_of]
