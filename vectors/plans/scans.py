"""Cases of scans along an axis: cumsum, cumprod (clause T6).

A scan of one line gives the result of every prefix, so few lines are enough. Their lengths cross
every block size up to 2^12. There are cases for each axis, for outer axes, special values at every
position, and integers that wrap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samebits.spec.families.scans import scan
from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

RICH = ("f64", "f32")
"""Labels with every case. The others differ only in how operands are read and results rounded."""


def handles(op: Op) -> bool:
    """Return whether the op is a scan."""
    return op.shape_rule is scan


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    ((inputs, outputs),) = op.labels()[label]
    form = get_format(inputs[0])
    cases = [*_lines(op, label, form, outputs)]
    if form.is_float:
        cases += _special(op, form, outputs, rich=label in RICH)
    return cases


def _operand(op: Op, label: str, form: Format, name: str, shape: Shape) -> PlannedInput:
    """Return terms of sums that cancel, or factors near 1.

    The terms cancel over three quarters of the precision.
    """
    case_id = f"{op.name}/{label}/{name}"
    if not form.is_float:
        return generated(case_id, 0, form.name, shape, "bits")
    if op.name == "cumprod":
        return generated(case_id, 0, form.name, shape, "spread", low=-1, high=0)
    low, high = {"f64": (-20, 20), "f8e4m3fn": (-8, 7)}.get(form.name, (-12, 8))
    return generated(case_id, 0, form.name, shape, "spread", low=low, high=high)


def _call(op: Op, form: Format, outputs: Sequence[str], axis: int) -> Call:
    return op.call([form.name], outputs, axis=axis)


def _lines(op: Op, label: str, form: Format, outputs: Sequence[str]) -> Iterator[Planned]:
    """Yield cases with lines of different lengths and axes; long results are stored by digest."""
    shapes: list[tuple[str, Shape, int, str]] = [
        ("line/5", (3, 5), 1, "smoke"), ("line/300", (1, 300), -1, "standard"),
        ("outer/67", (67, 33), 0, "standard"),
    ]  # fmt: skip
    if label in RICH:
        shapes += [
            ("line/1", (1,), 0, "standard"), ("line/1030", (2, 1030), 1, "standard"),
            ("axes/0", (5, 4, 3), 0, "standard"), ("axes/1", (3, 5, 4), 1, "standard"),
            ("axes/minus-1", (2, 3, 9), -1, "standard"),
            ("outer/1030", (1030, 9), 0, "standard"), ("shape/empty", (3, 0, 2), 1, "standard"),
            ("shape/no-lines", (0, 4), 1, "standard"),
        ]  # fmt: skip
        if op.name == "cumsum":
            shapes.append(("line/4100", (1, 4100), 1, "full"))
    for name, shape, axis, level in shapes:
        operand = _operand(op, label, form, name, shape)
        group = name.split("/")[0]
        flags = ["scan", {"line": "length", "axes": "axes"}.get(group, "shape")]
        flags += [] if form.is_float else ["wrapping"]
        call = _call(op, form, outputs, axis)
        yield Planned(name, call, (operand,), level, tuple(flags), digest=name not in _BY_VALUE)


_BY_VALUE = ("line/1", "line/5", "axes/0", "axes/1", "axes/minus-1")


def _special(op: Op, form: Format, outputs: Sequence[str], *, rich: bool) -> Iterator[Planned]:
    minus, one, last = form.sign_mask, patterns.one(form), patterns.last(form)
    nan, top = form.canonical_nan | minus, form.max_finite
    n = 7
    zeros = [[minus] * n, [0] * n, *(_placed([minus] * n, i, 0) for i in range(n))]
    yield _rows("special/zeros", op, form, outputs, zeros, "smoke", ("scan", "signed-zero"))
    base = [one + i for i in range(n)]
    placed = [_placed(base, i, special) for special in (last, nan, last | minus) for i in range(n)]
    placed += [_placed(_placed(base, i, last), 3, last | minus) for i in (0, 2, 4, 6)]
    placed += [_placed(_placed(base, i, last), 3, 0) for i in (0, 2, 4, 6)]
    flags = ("scan", "special-values", "nan-canonical")
    yield _rows("special/placed", op, form, outputs, placed, "standard", flags)
    if not rich:
        return
    signs = [[top, top ^ a, top ^ b, top ^ c, one, 1, minus | 1]
             for a in (0, minus) for b in (0, minus) for c in (0, minus)]  # fmt: skip
    border = ("scan", "overflow-border")
    yield _rows("special/overflow", op, form, outputs, signs, "standard", border)


def _rows(
    name: str, op: Op, form: Format, outputs: Sequence[str], rows: Sequence[Sequence[int]],
    level: str, flags: tuple[str, ...],
) -> Planned:  # fmt: skip
    flat = [pattern for row in rows for pattern in row]
    operand = values(flat, form.name, (len(rows), len(rows[0])))
    return Planned(name, _call(op, form, outputs, 1), (operand,), level, flags)


def _placed(row: Sequence[int], index: int, pattern: int) -> list[int]:
    return [pattern if i == index else p for i, p in enumerate(row)]
