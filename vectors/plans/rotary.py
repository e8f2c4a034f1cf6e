"""Cases of rotary embedding and its gradient (clause G11).

They cover both ways to form pairs, one feature and many, and different numbers of leading axes.
Each of x, cosine and sine has infinities, NaN and zeros of both signs. Some products are subnormal,
and some operands are empty.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from samebits.spec.families.rotary import rotary_embedding
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors import generators
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.middles import is_middle

FORMATS_SHARE_NODES = True

_CANDIDATES = 1 << 18

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_SHAPES: dict[str, Shape] = {
    "pair": (1, 2), "pairs": (3, 4), "odd": (5, 6), "heads": (2, 3, 4, 8),
    "deep": (2, 1, 2, 3, 2, 6), "long": (129, 16), "wide": (2, 258),
    "empty/places": (2, 0, 4), "empty/features": (2, 3, 0), "empty/heads": (0, 3, 4),
}  # fmt: skip


def handles(op: Op) -> bool:
    """Return whether the op is a rotary embedding or its gradient."""
    return op.shape_rule is rotary_embedding


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have fewer, because all formats share the nodes.
    """
    few = label != "f32"
    cases = []
    for (name, shape), interleaved in itertools.product(_SHAPES.items(), (False, True)):
        if few and name not in ("pairs", "wide"):  # one case by value, one by digest
            continue
        cases.append(_drawn(op, label, name, shape, interleaved))
    cases.append(_drawn(op, label, "subnormal", (3, 4), False, tiny=True))
    if label == "f16":
        cases.append(_ties(op))
    return [*cases, *_special(op, label)]


def _case(
    op: Op, label: str, name: str, operands: Sequence[PlannedInput], interleaved: bool,
    flags: tuple[str, ...],
) -> Planned:  # fmt: skip
    call = op.call([label] * 3, interleaved=interleaved)
    level = "smoke" if name in ("pairs", "special") else "standard"
    name += "/interleaved" if interleaved else "/halves"
    by_digest = prod(operands[0].shape) > BY_VALUE
    return Planned(name, call, tuple(operands), level, flags, digest=by_digest)


def _drawn(
    op: Op, label: str, name: str, shape: Shape, interleaved: bool, tiny: bool = False
) -> Planned:
    form, angles = get_format(label), (shape[-2], shape[-1] // 2)
    low = form.emin - 4 if tiny else -4
    operands: list[PlannedInput] = []
    for place, each in enumerate((shape, angles, angles)):
        case_id = f"{op.name}/{label}/{name}"
        if 0 in each:
            operands.append(values([], label, each))
            continue
        ends = (low, low + 6) if place == 0 else (-5, 0)
        operands.append(generated(case_id, place, label, each, "spread", low=ends[0], high=ends[1]))
    return _case(op, label, name, operands, interleaved, ("graph", "length"))


def _ties(op: Op) -> Planned:
    """Return a case of pairs whose rotated features are midpoints of f16 when rounded to binary32.

    The midpoint rounds to the even neighbour, although the odd neighbour is nearer to the exact
    value.
    """
    shapes = ((_CANDIDATES, 2), (_CANDIDATES, 1), (_CANDIDATES, 1))
    bits = [
        generators.unchecked(
            generated(f"{op.name}/f16/ties", place, "f16", shape, "spread", low=-9, high=5), "f16"
        )
        for place, shape in enumerate(shapes)
    ]
    x, cos, sin = (from_bits(part, "f16").astype(np.float64) for part in bits)
    sign = 1.0 if op.operands[0] == "gradient" else -1.0
    kept: list[int] = []
    for one, other, factor in ((0, 1, sign), (1, 0, -sign)):
        exact = x[:, one] * cos[:, 0] + factor * (x[:, other] * sin[:, 0])
        found = exact.astype(np.float32)
        tied = is_middle(found) & (exact.astype(np.float16) != found.astype(np.float16))
        kept += np.flatnonzero(tied)[:3].tolist()
    assert len(kept) == 6
    operands = [values(part[kept], "f16", part[kept].shape) for part in bits]
    return _case(op, "f16", "ties", operands, True, ("graph", "double-rounding"))


def _special(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases with every pair of special features, each at several angles."""
    form = get_format(label)
    one, minus = patterns.one(form), form.sign_mask
    few = [0, minus, one, form.infinity, form.canonical_nan | 1, form.max_finite, 1]
    features = [p for pair in itertools.product(few, few) for p in pair]
    angles = [(one, 0), (0, one), (minus, one | minus), (form.infinity, minus), (one, one)]
    for interleaved in (False, True):
        rows = features if interleaved else features[::2] + features[1::2]
        operands = [values(rows * len(angles), label, (len(angles), len(rows)))]
        for part in zip(*angles, strict=True):
            cells = [p for p in part for _ in range(len(rows) // 2)]
            operands.append(values(cells, label, (len(angles), len(rows) // 2)))
        flags = ("special-values", "nan-canonical", "signed-zero", "graph")
        yield _case(op, label, "special", operands, interleaved, flags)
