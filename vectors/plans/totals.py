"""Cases of reductions over axes in all formats that plans/reductions.py does not cover.

Each label has lengths around the widths of vectors and blocks, sets of axes, empty and scalar
shapes, rows of special values, and values of the op's own attribute. Terms differ so much in size
that the result depends on the tree of additions, if the compute format rounds them at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from samebits.spec.catalog import landmarks_of
from samebits.spec.families.reductions import SHAPE_RULES, norm, variance
from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import Shape, nonempty_reduction
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns, reductions

Attributes = Mapping[str, object]

LENGTHS = (1, 2, 3, 5, 9, 17, 33, 100, 255, 257, 1025, 4097)
FEW_LENGTHS = (3, 17, 257)
SMOKE = 17
SMOKE_FORMATS = ("f32", "i32")
SHAPE = (3, 4, 2, 5)
AXES: Sequence[tuple[int, ...]] = ((0,), (1, 2), (-1, 0))

SPREAD = {
    "f64": (-20, 30), "f32": (-12, 10), "f16": (-14, 9), "bf16": (-14, 10), "f8e4m3fn": (-6, 7),
    "f8e5m2": (-14, 13),
}  # fmt: skip
"""Exponents of the terms of a sum, by format."""


def handles(op: Op) -> bool:
    """Return whether the op is a reduction over axes."""
    return op.shape_rule in SHAPE_RULES


def labels(op: Op) -> list[str]:
    """Return the labels that plans/reductions.py does not plan."""
    old = reductions.labels(op) if reductions.handles(op) else []
    return [label for label in op.labels() if label not in old]


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    if label not in labels(op):
        return []
    ((source,), (output,)) = op.labels()[label][0]
    planner = _Planner(op, label, get_format(source), output)
    cases = [*planner.lengths(), *planner.shapes()]
    cases += planner.special() if planner.form.is_float else planner.integers()
    return cases


def terms(op: Op, label: str, name: str, formats: tuple[str, str], shape: Shape) -> PlannedInput:
    """Return the operand of a reduction between two formats. Sums of short rows do not overflow."""
    case_id, form, output = f"{op.name}/{label}/{name}", get_format(formats[0]), formats[1]
    landmarks = landmarks_of(op.name)
    assert isinstance(landmarks, ReductionLandmarks)  # see `handles`
    if output == "bool":
        zeros = ("0", f"{form.sign_mask if form.is_float else 0:x}")
        alike = (*zeros, *zeros, "1") if landmarks.drawn == "mostly zeros" else ("1", "2", "3", "0")
        return generated(case_id, 0, form.name, shape, "choice", values=alike)
    if form.name == "bool" or landmarks.drawn == "zeros and small numbers":
        few = ("0", "1", "2", f"{form.sign_mask:x}")
        return generated(case_id, 0, form.name, shape, "choice", values=few)
    if not form.is_float:
        return generated(case_id, 0, form.name, shape, "bits")
    low, high = landmarks.exponents or SPREAD[form.name]
    return generated(case_id, 0, form.name, shape, "spread", low=low, high=high)


def _asks_axes(op: Op) -> bool:
    """Return whether all formats of 16 bits or more have cases with sets of axes.

    Otherwise only the wide formats have them.
    """
    landmarks = landmarks_of(op.name)
    return isinstance(landmarks, ReductionLandmarks) and landmarks.dense == "few lengths"


class _Planner:
    """Maker of the cases of one op and label."""

    def __init__(self, op: Op, label: str, form: Format, output: str) -> None:
        self.op, self.label, self.form, self.output = op, label, form, output
        self.needs_terms = op.shape_rule is nonempty_reduction
        self.smokes = form.name in SMOKE_FORMATS
        self.wide = form.name in ("f64", "f32") and output == form.name
        self.over_axes = self.wide or (
            _asks_axes(op) and form.name in ("f16", "bf16") and output == form.name
        )

    def _call(self, axes: tuple[int, ...] | None, **attributes: object) -> Call:
        return self.op.call([self.form.name], [self.output], axes=axes, **attributes)

    def _terms(self, name: str, shape: Shape) -> PlannedInput:
        return terms(self.op, self.label, name, (self.form.name, self.output), shape)

    def _own(self) -> Sequence[tuple[str, Attributes]]:
        """Return values of the op's own attribute, each with the suffix of the case's name.

        A narrow format splits the orders of a norm between its two labels.
        """
        if self.op.shape_rule is not norm:
            return [("", {})]
        orders: list[tuple[str, Attributes]] = [
            ("", {"ord": 2}), ("-one", {"ord": 1}), ("-inf", {"ord": "inf"})
        ]  # fmt: skip
        return orders if self.wide else orders[1:] if self.output == "f32" else orders[:1]

    def lengths(self) -> Iterator[Planned]:
        """Yield cases with two rows of n terms, for several n."""
        flags = ("order",) if self.needs_terms else ("length", "reduction-tree")
        for suffix, attributes in self._own():
            for n in LENGTHS if self.wide and not suffix else FEW_LENGTHS:
                name = f"length/{n}{suffix}"
                level = (
                    "smoke" if self.smokes and n == SMOKE else "standard" if n < 1000 else "full"
                )
                operand = self._terms(name, (2, n))
                yield Planned(name, self._call((1,), **attributes), (operand,), level, flags)

    def shapes(self) -> Iterator[Planned]:
        """Yield cases with sets of axes, and with unusual shapes."""
        for axes in AXES if self.over_axes else ():
            name = "axes/" + "".join(map(str, axes)).replace("-1", "m")
            call = self._call(axes, keepdims=axes == AXES[1])
            yield Planned(name, call, (self._terms(name, SHAPE),), "standard", ("axes",))
        edges: list[tuple[str, Shape, tuple[int, ...] | None]] = [("outer", (37, 19), (0,))]
        if self.wide:
            edges += [("scalar", (), None), ("no-axes", (2, 3), ())]
        if not self.needs_terms:
            edges += [("empty-columns", (3, 0, 2), (1,))]
        for text, shape, over in edges:
            for suffix, attributes in self._own():
                name = f"shape/{text}{suffix}"
                call = self._call(over, **attributes)
                yield Planned(name, call, (self._terms(name, shape),), "standard", ("shape",))
        if self.op.shape_rule is variance and self.wide:
            yield from self._divisors()

    def _divisors(self) -> Iterator[Planned]:
        """Yield cases with corrections below, at and above n.

        Some corrections are negative, and some slices are empty.
        """
        for n, correction in ((5, 0), (5, 4), (5, 5), (5, 7), (5, -3), (0, -1), (7, 1 << 31)):
            name = f"divisor/{n}-less-{correction}".replace("less--", "plus-")
            call = self._call((1,), correction=correction)
            yield Planned(name, call, (self._terms(name, (2, n)),), "standard", ("divisor",))

    def special(self) -> Iterator[Planned]:
        """Yield cases with special rows.

        They have zeros of both signs, infinities and NaN at every position, overflow, and subnormal
        terms. A narrow format with a wider result has two of these cases, because the others would
        test nothing more.
        """
        form = self.form
        one, minus, nan = patterns.one(form), form.sign_mask, form.canonical_nan
        last, below = patterns.last(form), one | minus
        zeros = [list(row) for n in (1, 3) for row in itertools.product((0, minus), repeat=n)]
        big, signs = patterns.power(form, form.emax), itertools.product((0, minus), repeat=3)
        groups: list[tuple[str, list[list[int]], tuple[str, ...]]] = [
            ("zero", zeros[:2], ("signed-zero",)),
            ("zeros", zeros[2:], ("signed-zero",)),
            ("placed", self._placed([last, last | minus, nan, nan | minus, nan - 1]),
             ("special-values", "nan-canonical")),
            ("overflow", [[big ^ s for s in row] for row in signs], ("overflow-border",)),
            ("subnormal", [[1, minus | 2, 3, 1], [1, 1, 1, minus | 3]], ("subnormal",)),
            ("ties", [[one, below, one], [below, one, below], [0, minus, 0]], ("order",)),
        ]  # fmt: skip
        for name, rows, flags in groups if self.output != "f32" or self.wide else groups[1:3]:
            flat = [pattern for row in rows for pattern in row]
            operand = values(flat, form.name, (len(rows), len(rows[0])))
            for suffix, attributes in self._own():
                call = self._call((1,), **attributes)
                yield Planned(f"special/{name}{suffix}", call, (operand,), "standard", flags)

    def _placed(self, specials: Sequence[int]) -> list[list[int]]:
        base = [patterns.one(self.form) + i for i in range(3)]
        rows = [[*base[:i], p, *base[i + 1 :]] for p in specials for i in range(3)]
        return [*rows, [specials[0], specials[1], base[0]], [specials[1]] * 3, [specials[0]] * 3]

    def integers(self) -> Iterator[Planned]:
        """Yield cases of integers: extremes, ties, and sums and products that wrap."""
        form = self.form
        high = form.sign_mask - 1 if form.kind == "int" else (1 << form.bits) - 1
        low = form.sign_mask if form.kind == "int" else 0
        rows = [[0, 0, 0], [high] * 3, [low] * 3, [low, high, low], [high, low, high], [1, 0, 1]]
        operand = values([p for row in rows for p in row], form.name, (len(rows), 3))
        yield Planned("special/ends", self._call((1,)), (operand,), "standard", ("order",))
