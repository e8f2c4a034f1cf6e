"""Cases of graph ops along one axis, such as softmax and log_softmax.

Slices have many lengths, along each axis, with large and equal arguments, infinities and NaN.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, same_as_input
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns

LENGTHS = (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100, 127, 128, 129, 255, 256, 257)
LONG = (1000, 1025, 4097)
STORED = {"G7": 33, "G12": 9}
"""Maximal length of rows whose results are stored by value, by the op's clause.

Softmax has longer rows, because its cases are older than the limit on data size.
"""


def handles(op: Op) -> bool:
    """Return whether the op is a graph op with one operand and an `axis`."""
    return op.op_class == "graph" and op.shape_rule is same_as_input


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    form = get_format(label)
    return [*_lengths(op, form), *_axes(op, form), *_special(op, form)]


def _case(
    op: Op, form: Format, name: str, shape: Shape, axis: int, level: str, high: int
) -> Planned:
    operand = generated(
        f"{op.name}/{form.name}/{name}", 0, form.name, shape, "spread", low=-6, high=high
    )
    flags = ("graph", "length") if name.startswith("length") else ("graph", "axes")
    by_digest = any(shape[-1] > most for clause, most in STORED.items() if clause in op.clauses)
    return Planned(name, op.call([form.name], axis=axis), (operand,), level, flags, by_digest)


def _lengths(op: Op, form: Format) -> Iterator[Planned]:
    for n in LENGTHS[:: 2 if form.name == "f64" else 1]:
        level = "smoke" if n in (1, 5, 17) else "standard"
        yield _case(op, form, f"length/{n}", (4, n), -1, level, 3)
    for n in LONG:
        yield _case(op, form, f"length/{n}", (1, n), -1, "standard" if n < 2000 else "full", 3)
    yield _case(op, form, "length/large-arguments", (6, 40), -1, "standard", 8)
    yield _case(op, form, "length/0", (3, 0), 0, "standard", 3)


def _axes(op: Op, form: Format) -> Iterator[Planned]:
    for axis in (0, 1, 2, -1, -2, -3):
        text = f"axes/{axis}" if axis >= 0 else f"axes/minus-{-axis}"
        yield _case(op, form, text, (3, 4, 5), axis, "standard", 3)


def _special(op: Op, form: Format) -> Iterator[Planned]:
    minus, one, infinity = form.sign_mask, patterns.one(form), patterns.last(form)
    nan, top = form.canonical_nan, form.max_finite
    low = infinity | minus
    rows: Sequence[Sequence[int]] = [
        [low, one, 0, minus], [low, low, low, one], [low] * 4, [infinity, one, 0, minus],
        [infinity, infinity, low, 0], [nan, one, 0, 0], [one, one, infinity + 1, one],
        [nan | minus, low, infinity, 0], [0, minus, 0, minus], [one] * 4, [top, top, one, 0],
        [top | minus, top, 0, one], [top | minus] * 4, [1, 2, 3, minus | 1], [minus] * 4,
    ]  # fmt: skip
    flat = [pattern for row in rows for pattern in row]
    operand = values(flat, form.name, (len(rows), 4))
    flags = ("special-values", "nan-canonical", "graph")
    yield Planned("special", op.call([form.name], axis=-1), (operand,), "smoke", flags)
    transposed = [row[i] for i in range(4) for row in rows]
    operand = values(transposed, form.name, (4, len(rows)))
    yield Planned("special-outer", op.call([form.name], axis=0), (operand,), "standard", flags)
