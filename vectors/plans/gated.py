"""Cases of gated linear units (clause G9): axes, special values in both halves, large gates."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import prod

from samebits.spec.families import gated
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_SHAPES: tuple[tuple[str, Shape, int], ...] = (
    ("last", (2, 3, 4), -1),
    ("first", (4, 3), 0),
    ("middle", (2, 6, 2), 1),
    ("long", (3, 514), 1),
    ("empty", (2, 0), 1),
    ("no-rows", (0, 4), -1),
)


def handles(op: Op) -> bool:
    """Return whether the op is a gated linear unit or its gradient."""
    return op.shape_rule in (gated.glu, gated.glu_gradient)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    form = get_format(label)
    return [*_shapes(op, form), *_specials(op, form)]


def _shapes(op: Op, form: Format) -> Iterator[Planned]:
    for name, x, axis in _SHAPES:
        call = op.call([form.name] * len(op.operands), axis=axis)
        half = (*x[: axis % len(x)], x[axis] // 2, *x[axis % len(x) + 1 :])
        case_id = f"{op.name}/{form.name}/shape/{name}"
        drawn = tuple(
            generated(case_id, i, form.name, shape, "spread", low=-6, high=4)
            for i, shape in enumerate((x, half)[: len(op.operands)])
        )
        digest = prod(x) > BY_VALUE
        flags = ("shape", "graph")
        yield Planned(f"shape/{name}", call, drawn, "standard", flags, digest=digest)


def _specials(op: Op, form: Format) -> Iterator[Planned]:
    """Yield cases with every pair of special values as value and gate, with a few gradients."""
    some = patterns.unique(patterns.few_specials(form))
    rows = list(itertools.product(some, repeat=2))
    x = [pattern for row in rows for pattern in row]
    operands = [values(x, form.name, (len(rows), 2))]
    if op.shape_rule is gated.glu_gradient:
        few = [patterns.one(form), form.sign_mask, form.infinity, form.canonical_nan, 1]
        gradient = [few[i % len(few)] for i in range(len(rows))]
        operands.append(values(gradient, form.name, (len(rows), 1)))
    call = op.call([form.name] * len(operands), axis=1)
    flags = ("special-values", "signed-zero", "nan-canonical", "graph")
    yield Planned("specials", call, tuple(operands), "smoke", flags)
