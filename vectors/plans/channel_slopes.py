"""Cases of rectifiers with a slope for each channel (clause G9.8), and of their gradients.

The sum over samples and positions must use T1 first over positions and then over samples; the terms
distinguish this from other orders. Slopes, operands and gradients have special values. Some cases
have no samples, channels or positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from samebits.spec.families import channel_slopes
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import sized
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 40
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_SIZES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("shape/matrix", {"N": 5, "C": 3, "S": ()}),
    ("shape/places", {"N": 3, "C": 2, "S": (3,)}),
    ("shape/volume", {"N": 2, "C": 3, "S": (3, 2, 5)}),
    ("shape/one-channel", {"N": 7, "C": 1, "S": (5,)}),
    ("shape/no-samples", {"N": 0, "C": 2, "S": (3,)}),
    ("shape/no-channels", {"N": 2, "C": 0, "S": (3,)}),
    ("shape/no-places", {"N": 2, "C": 2, "S": (0,)}),
    ("length/samples", {"N": 37, "C": 2, "S": (3,)}),
    ("length/places", {"N": 3, "C": 2, "S": (11, 23)}),
)


def handles(op: Op) -> bool:
    """Return whether the op is a rectifier with a slope for each channel, or its gradient."""
    return op.shape_rule in channel_slopes.SHAPE_RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format.

    Formats other than f32 have few cases, because all formats share the nodes.
    """
    form = get_format(label)
    sizes = _SIZES if label == "f32" else (*_SIZES[1:2], *_SIZES[-1:])
    return [*(_drawn(op, form, name, given) for name, given in sizes), _special(op, form)]


def _drawn(op: Op, form: Format, name: str, sizes: dict[str, Any]) -> Planned:
    case_id = f"{op.name}/{form.name}/{name}"
    shapes = [sized(pattern, op.shape_rule, {}, sizes) for pattern in op.shape_rule.operands]
    operands = [
        generated(case_id, i, form.name, shape, "spread", low=-6, high=4)
        for i, shape in enumerate(shapes)
    ]
    return _planned(op, form, name, operands, "standard", ("shape", "graph"))


def _planned(
    op: Op,
    form: Format,
    name: str,
    operands: Sequence[PlannedInput],
    level: str,
    flags: tuple[str, ...],
) -> Planned:
    call = op.call([form.name] * len(operands))
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    return Planned(name, call, tuple(operands), level, flags, digest=count > BY_VALUE)


def _special(op: Op, form: Format) -> Planned:
    """Return a case with every pair of special values as x and slope.

    For the gradient, each pair occurs twice, with two gradients.
    """
    some = patterns.unique(patterns.few_specials(form))
    n = len(some)
    x = [p for p in some for _ in range(2 * n)]
    slopes = [*some, *some]
    operands = [values(x, form.name, (n, 2 * n)), values(slopes, form.name)]
    if op.shape_rule is channel_slopes.prelu_gradient:
        few = [patterns.one(form), form.sign_mask, 0, form.infinity, form.canonical_nan, 1]
        gradient = [few[(i + i // (2 * n)) % len(few)] for i in range(2 * n * n)]
        operands.insert(0, values(gradient, form.name, (n, 2 * n)))
    flags = ("special-values", "signed-zero", "nan-canonical", "graph")
    case = _planned(op, form, "special", operands, "smoke", flags)
    return replace(case, digest=False)
