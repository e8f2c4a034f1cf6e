"""Cases of images sampled at the points of a grid (clause G13.8), and of the gradients.

They cover each mode and padding, with and without aligned corners. Points are at elements, halfway,
at the edges, several images away, at NaN and at infinities. Some images have a single element or
row; some cases have many points and channels.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from samebits.spec.families import sampling
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import sized
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_WAYS = tuple(itertools.product(sampling.MODES, sampling.PADDINGS, (False, True)))

_OF_ONE_WAY: tuple[tuple[str, tuple[int, ...], tuple[int, int, int]], ...] = (
    ("one-element", (2, 1, 1, 1, 3, 4), (1, 2, 1)),
    ("one-row", (1, 2, 1, 5, 2, 7), (0, 2, 1)),
    ("many-places", (1, 1, 2, 2, 17, 19), (0, 1, 0)),
    ("many-channels", (1, 300, 2, 3, 1, 2), (0, 1, 1)),
    ("edges", (1, 1, 3, 4, 23, 19), (0, 0, 0)),
    ("edges-corners", (1, 1, 3, 4, 23, 19), (0, 0, 1)),
    ("large", (2, 3, 17, 13, 11, 9), (0, 2, 0)),
    ("bicubic-one-element", (2, 1, 1, 1, 3, 4), (2, 2, 1)),
    ("bicubic-one-row", (1, 2, 1, 5, 2, 7), (2, 2, 0)),
    ("bicubic-many-channels", (1, 300, 2, 3, 1, 2), (2, 1, 0)),
    ("bicubic-large", (2, 3, 17, 13, 11, 9), (2, 0, 1)),
    ("bicubic-far", (1, 1, 3, 4, 5, 7), (2, 2, 0)),
    ("bicubic-far-corners", (1, 1, 3, 4, 5, 7), (2, 2, 1)),
    ("empty/samples", (0, 2, 3, 2, 2, 2), (0, 0, 0)),
    ("empty/channels", (1, 0, 3, 2, 2, 2), (0, 0, 0)),
    ("empty/places", (1, 2, 3, 2, 0, 2), (0, 0, 0)),
)
"""Name; sizes N, C, H, W, P, Q; and the indices of mode, padding and corners in their lists."""

_SIZES = (2, 2, 3, 4, 3, 5)

_COORDINATES = (
    -1.0, 1.0, 0.0, -0.0, 0.5, -0.75, 0.25, 1.25, -1.25, 2.0, -2.0, 3.0, -3.5, 5.25, 1 / 3, -2 / 3,
    0.75, -0.25, 1e-30, 7.125, 0.875, -0.125, 1.5, -1.5,
)  # fmt: skip
"""Coordinates in images of 3 and 4 elements: at elements, halfway, at the edges, and outside."""


def handles(op: Op) -> bool:
    """Return whether the op samples a grid or is the gradient of that op."""
    return op.shape_rule in sampling.SHAPE_RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have few, because all formats share the nodes.
    """
    return list(_planned(op, label))


def _planned(op: Op, label: str) -> Iterator[Planned]:
    every = label == "f32"
    for number, way in enumerate(_WAYS):
        if every or number in (0, 5, 13):
            yield _drawn(op, label, f"ways/{_text(way)}", _SIZES, way)
        if every or number in (0, 4, 14):
            yield _special(op, label, way)
    for name, sizes, chosen in _OF_ONE_WAY if every else ():
        mode, padding, corners = chosen
        way = (sampling.MODES[mode], sampling.PADDINGS[padding], bool(corners))
        yield _drawn(op, label, name, sizes, way)
    if every and op.shape_rule is sampling.grid_sample:
        yield _infinite(op, label)


def _text(way: tuple[str, str, bool]) -> str:
    mode, padding, corners = way
    return f"{mode}-{padding}" + ("-corners" if corners else "")


def _shapes(op: Op, sizes: Sequence[int]) -> list[tuple[int, ...]]:
    known: dict[str, Any] = dict(zip("NCHWPQ", sizes, strict=True))
    return [sized(pattern, op.shape_rule, {}, known) for pattern in op.shape_rule.operands]


def _drawn(
    op: Op, label: str, name: str, sizes: Sequence[int], way: tuple[str, str, bool]
) -> Planned:
    """Return a case with drawn operands.

    Grid points range from the middle of the image to several images away. In `edges` they are
    around the edges. In `bicubic-far` they are so far away that binary32 cannot represent every
    integer, so two adjacent taps may coincide.
    """
    low, high = (-1, 0) if name.startswith("edges") else (-4, 1)
    if name.startswith("bicubic-far"):
        low, high = 21, 25
    inputs, case_id = op.labels()[label][0][0], f"{op.name}/{label}/{name}"
    operands = [
        generated(case_id, place, form, shape, "spread", low=low, high=high)
        for place, (form, shape) in enumerate(zip(inputs, _shapes(op, sizes), strict=True))
    ]
    return _case(op, label, name, operands, way)


def _infinite(op: Op, label: str) -> Planned:
    """Return a case with points so far away that every weight is 0 or 1.

    An infinite element in the image identifies the elements that are read.
    """
    shapes, name = _shapes(op, (1, 1, 3, 4, 5, 7)), "bicubic-far-infinite"
    form = get_format(label)
    cells = [form.infinity if i == 5 else patterns.one(form) + i for i in range(prod(shapes[0]))]
    grid = generated(f"{op.name}/{label}/{name}", 1, label, shapes[1], "spread", low=21, high=25)
    operands = (values(cells, label, shapes[0]), grid)
    return _case(op, label, name, operands, ("bicubic", "reflection", False))


def _special(op: Op, label: str, way: tuple[str, str, bool]) -> Planned:
    """Return a case with all kinds of points in an image of special values.

    Its gradients are special values too.
    """
    inputs = op.labels()[label][0][0]
    form = get_format(inputs[0])
    near = [patterns.nearest(value, form) for value in _COORDINATES]
    one, minus = patterns.one(form), form.sign_mask
    grid = [*near, one + 1, one - 1, one - 1 | minus, *patterns.few_specials(form)]
    q = len(grid)
    places = [pair for i, x in enumerate(grid) for pair in (x, near[i * 7 % len(near)])]
    places += [pair for i, y in enumerate(grid) for pair in (near[i * 5 % len(near)], y)]
    few = [one, minus, 1, one | minus, form.infinity, one + 1, 0, form.canonical_nan | 1, one, 2]
    plain = [one + 3 * i for i in range(12)]
    image = [*plain, *(few[i % len(few)] for i in range(12))]
    outgoing = [few[i % 4] for i in range(2 * q)] + [few[i % 9] for i in range(2 * q)]
    shapes = _shapes(op, (1, 2, 3, 4, 2, q))
    cells = [outgoing, image, places][-len(inputs) :]
    operands = [values(c, form.name, s) for c, s in zip(cells, shapes, strict=True)]
    flags = ("special-values", "signed-zero", "nan-canonical")
    return _case(op, label, f"special/{_text(way)}", operands, way, *flags)


def _case(
    op: Op,
    label: str,
    name: str,
    operands: Sequence[PlannedInput],
    way: tuple[str, str, bool],
    *flags: str,
) -> Planned:
    inputs, outputs = op.labels()[label][0]
    given: dict[str, Any] = dict(zip(("mode", "padding_mode", "align_corners"), way, strict=True))
    call = op.call(inputs, outputs, **given)
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    level = "smoke" if name == "ways/bilinear-zeros" and inputs[0] == "f32" else "standard"
    return Planned(
        name, call, tuple(operands), level, ("window", "graph", *flags), digest=count > BY_VALUE
    )
