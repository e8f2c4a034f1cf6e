"""Cases of matrix factorisation (G14): tall, wide, square and low-rank matrices, special values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from samebits.spec.families import factors
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 64
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_DRAWN: tuple[tuple[str, tuple[int, ...], bool], ...] = (
    ("square", (4, 4), False),
    ("tall", (5, 3), False),
    ("wide", (3, 5), False),
    ("complete/tall", (5, 3), True),
    ("complete/wide", (2, 4), True),
    ("batch", (2, 2, 3, 2), False),
    ("shape/row", (1, 5), False),
    ("shape/column", (7, 1), False),
    ("shape/one", (3, 1, 1), False),
    ("complete/column", (3, 1), True),
    ("shape/no-matrices", (0, 3, 2), False),
    ("long", (601, 3), False),
    ("large", (23, 19), False),
)
"""Name, shape, and whether q is square. A column of `long` has more than two blocks of T4."""

_ONES = (
    ("rank/zeros", (0, 0, 0, 0, 0, 0, 0, 0, 0)),
    ("rank/first-column", (0, 1, 2, 0, 2, 1, 0, 1, 1)),
    ("rank/equal-columns", (1, 1, 2, 2, 2, 4, 3, 3, 6)),
    ("rank/triangle", (2, 1, 3, 0, -1, 2, 0, 0, 3)),
    ("rank/triangle-below-zero", (-2, 1, 3, 0, 1, 2, 0, 0, -3)),
    ("rank/head-zero", (0, 1, 2, 3, 4, 5, 4, 6, 7)),
)
"""Elements of 3 x 3 matrices with columns that are +0 on and below the diagonal, or below it."""


def handles(op: Op) -> bool:
    """Return whether the op is the factorisation."""
    return op.shape_rule is factors.factored


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have few, because all formats share the nodes.
    """
    return list(_planned(op, label))


def _planned(op: Op, label: str) -> Iterator[Planned]:
    every = label == "f32"
    for name, shape, complete in _DRAWN if every else (*_DRAWN[1:4], _DRAWN[-1]):
        case_id = f"{op.name}/{label}/{name}"
        operand = generated(case_id, 0, label, shape, "spread", low=-3, high=1)
        flags = ("shape",) if name.startswith("shape/") else ()
        yield _case(op, label, name, operand, complete, *flags)
    form = get_format(label)
    for name, numbers in _ONES if every else ():
        cells = [patterns.nearest(float(number), form) for number in numbers]
        yield _case(op, label, name, values(cells, label, (3, 3)), False)
    yield _special(op, label)


def _special(op: Op, label: str) -> Planned:
    """Return a case of 2 x 2 matrices, each with one special value, and of matrices with zeros."""
    form = get_format(label)
    one, minus = patterns.one(form), form.sign_mask
    cells: list[int] = []
    for special in (*patterns.few_specials(form), form.canonical_nan | 1, minus, 1):
        for place in range(4):
            cells += [special if i == place else one + i for i in range(4)]
    cells += [minus, one, minus, one, one, 0, minus, one, one | minus, one, minus, minus]
    operand = values(cells, label, (len(cells) // 4, 2, 2))
    flags = ("special-values", "signed-zero", "nan-canonical")
    return _case(op, label, "special", operand, False, *flags)


def _case(
    op: Op, label: str, name: str, operand: PlannedInput, complete: bool, *flags: str
) -> Planned:
    call = op.call([label], [label] * 2, complete=complete)
    shapes: Sequence[Sequence[int]] = op.output_shapes(call, [operand.shape])
    level = "smoke" if name == "tall" and label == "f32" else "standard"
    digest = sum(map(prod, shapes)) > BY_VALUE
    return Planned(name, call, (operand,), level, ("graph", *flags), digest=digest)
