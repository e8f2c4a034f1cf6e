"""Cases of sums by destination (T7): scatter_add, index_add, gradients of gather, embedding.

Updates with the same destination cancel in distant pairs, and small updates are lost in a wrong
order. So the bits distinguish the canonical tree from a left-to-right sum, from a tree with the
prior as a leaf, and from a tree with a padded zero. Destinations get 0, 1, 2 ... updates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from samebits.spec.families import indexing
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.moves import WHOLE

_RULES = (
    indexing.embedding_gradient,
    indexing.gather_gradient,
    indexing.index_add,
    indexing.scatter_add,
)
_WITH_PRIOR = (indexing.index_add, indexing.scatter_add)
RANGES = {
    "f64": (-20, 30), "f32": (-12, 10), "f16": (-14, 9), "bf16": (-16, 10),
    "f8e4m3fn": (-9, 7), "f8e5m2": (-16, 13),
}  # fmt: skip
"""Exponents, by format, with which small terms lose bits in sums with large terms."""


def handles(op: Op) -> bool:
    """Return whether the op sums by destination (clause T7), by its shape rule."""
    return op.shape_rule in _RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    inputs = op.labels()[label][0][0]
    cases = list(_counts(op, label, inputs))
    if inputs[1] == "i32":
        return cases[:1]
    cases += _shapes(op, label, inputs)
    if inputs[0] in ("f32", "f64", "bf16", "f8e4m3fn"):
        cases += _special(op, inputs)
    return cases


def _terms(case_id: str, number: int, name: str, shape: Shape, axis: int = 0) -> PlannedInput:
    """Return updates or priors. Along the axis, an element and its mirror image cancel."""
    form = get_format(name)
    if not form.is_float:
        return generated(case_id, number, name, shape, "bits")
    low, high = RANGES[name]
    if 0 in shape or shape[axis] < 6:
        return generated(case_id, number, name, shape, "spread", low=high - 4, high=high)
    return generated(case_id, number, name, shape, "cancel", axis=axis, sign=1, low=low, high=high)


def _mirrored(counts: Sequence[int], seed: str) -> list[int]:
    """Return a shuffled index vector with each destination as often as its count says.

    Element j and element n-1-j have the same destination.
    """
    draw = patterns.randomness("destinations", seed)
    half = [goal for goal, count in enumerate(counts) for _ in range(count // 2)]
    odd = [goal for goal, count in enumerate(counts) if count % 2]
    draw.shuffle(half)
    return [*half, *odd, *reversed(half)]


def _case(
    op: Op, label: str, inputs: Sequence[str], name: str, index: list[int], goals: int, width: int
) -> Planned:
    """Return a case with one index vector over rows of `width` elements, in the op's shapes.

    `goals` is the number of destinations.
    """
    n, case_id = len(index), f"{op.name}/{label}/{name}"
    attributes: dict[str, Any] = {}
    shape, bits = (n, width), index
    index_shape: Shape = (n,)
    if op.shape_rule in (indexing.scatter_add, indexing.gather_gradient):
        index_shape = (n, width)
        bits = np.repeat(np.array(index, np.int64), width).tolist()
        attributes["axis"] = 0
    if op.shape_rule is indexing.gather_gradient:
        attributes["shape"] = (goals, width)
    if op.shape_rule is indexing.embedding_gradient:
        attributes["rows"] = goals
    updates = _terms(case_id, 1, inputs[0], shape)
    indices = values(bits, inputs[1], index_shape)
    operands: tuple[PlannedInput, ...] = (updates, indices)
    if op.shape_rule in _WITH_PRIOR:
        prior = _terms(case_id, 0, inputs[0], (goals, width))
        operands = (prior, indices, updates)
        attributes["axis"] = 0
    smoke = name == "counts/single" and label == "f32_i64_to_f32"
    flags = ("scatter-order",)
    return Planned(
        name, op.call(inputs, **attributes), operands, "smoke" if smoke else "standard", flags
    )


def _counts(op: Op, label: str, inputs: Sequence[str]) -> Iterator[Planned]:
    """Yield cases with every number of updates per destination up to 35 or 17.

    Some destinations have very many updates.
    """
    most = 36 if inputs[0] in WHOLE else 18
    counts = list(range(most))
    yield _case(op, label, inputs, "counts/single", _mirrored(counts, "single"), most, 1)
    few = [0, 1, 2, 3, 5, 8, 9, 17, 33]
    yield _case(op, label, inputs, "counts/rows", _mirrored(few, "rows"), 9, 3)
    if inputs[0] not in WHOLE:
        return
    many = [1000, 1, 0, 263]
    yield _case(op, label, inputs, "counts/many", _mirrored(many, "many"), 4, 1)
    yield _case(op, label, inputs, "counts/wide", _mirrored([70, 33], "wide"), 2, 19)
    sparse = [0] * 300
    sparse[3], sparse[299], sparse[150] = 5, 6, 9
    yield _case(op, label, inputs, "counts/sparse", _mirrored(sparse, "sparse"), 300, 1)


def _shapes(op: Op, label: str, inputs: Sequence[str]) -> Iterator[Planned]:
    """Yield cases with different axes, smaller indices, empty operands and padding rows."""
    for name, attributes, shapes, limit in _scenes(op)[: 9 if inputs[0] in WHOLE else 1]:
        case_id = f"{op.name}/{label}/{name}"
        draw = patterns.randomness("scattered", name)
        operands: list[PlannedInput] = []
        for number, (shape, form) in enumerate(zip(shapes, inputs, strict=True)):
            if number == 1:
                count = int(np.prod(shape, dtype=np.int64))
                operands.append(values([draw.randrange(limit) for _ in range(count)], form, shape))
            else:
                operands.append(_terms(case_id, number, form, shape, len(shape) - 1))
        call = op.call(inputs, **attributes)
        yield Planned(name, call, tuple(operands), "standard", ("scatter-order", "shape"))


def _scenes(op: Op) -> list[tuple[str, dict[str, Any], tuple[Shape, ...], int]]:
    """Return the scenes of an op: name, attributes, operand shapes, and limit of the index."""
    if op.shape_rule is indexing.embedding_gradient:
        return [
            ("shape/batch", {"rows": 5}, ((3, 7, 4), (3, 7)), 5),
            ("padding/first", {"rows": 3, "padding_index": 0}, ((19, 3), (19,)), 3),
            ("padding/last", {"rows": 3, "padding_index": 2}, ((19, 1), (19,)), 3),
            ("shape/empty", {"rows": 3}, ((0, 2), (0,)), 1),
            ("shape/scalar", {"rows": 3}, ((4,), ()), 3),
        ]
    if op.shape_rule is indexing.gather_gradient:
        return [
            ("axis/1", {"axis": 1, "shape": (3, 4, 2)}, ((3, 11, 2), (3, 11, 2)), 4),
            ("axis/last", {"axis": -1, "shape": (4, 3)}, ((4, 13), (4, 13)), 3),
            ("shape/empty", {"axis": 0, "shape": (3, 2)}, ((0, 2), (0, 2)), 1),
            ("shape/smaller", {"axis": 0, "shape": (4, 9)}, ((7, 3), (7, 3)), 4),
            ("shape/inner", {"axis": 1, "shape": (3, 4, 5)}, ((2, 11, 4), (2, 11, 4)), 4),
        ]
    if op.shape_rule is indexing.index_add:
        return [
            ("axis/1", {"axis": 1}, ((3, 4, 5), (11,), (3, 11, 5)), 4),
            ("axis/last", {"axis": -1}, ((4, 3), (13,), (4, 13)), 3),
            ("shape/empty", {"axis": 0}, ((3, 2), (0,), (0, 2)), 1),
        ]
    return [
        ("axis/1", {"axis": 1}, ((3, 4, 5), (2, 11, 5), (2, 11, 5)), 4),
        ("axis/last", {"axis": -1}, ((4, 3), (4, 13), (4, 13)), 3),
        ("shape/empty", {"axis": 0}, ((3, 2), (0, 2), (0, 2)), 1),
        ("shape/smaller", {"axis": 0}, ((4, 9), (7, 3), (7, 3)), 4),
    ]


def _special(op: Op, inputs: Sequence[str]) -> Iterator[Planned]:
    """Yield cases with signed zeros, infinities and NaN as priors and updates.

    Destinations get one or two of these updates.
    """
    form = get_format(inputs[0])
    some = _specials(form)
    pairs = [(a, b) for a in some for b in some]
    # One destination gets no update, some get one, and some get two
    goals = 1 + len(some) + len(pairs)
    index = [*range(1, 1 + len(some)), *(1 + len(some) + i // 2 for i in range(2 * len(pairs)))]
    updates = [*some, *(p for pair in pairs for p in pair)]
    attributes: dict[str, Any] = {}
    for number, prior in enumerate(some if op.shape_rule in _WITH_PRIOR else [0]):
        terms, bits, places = updates, updates, index
        n, rows = len(terms), goals
        column: Shape = (n, 1) if op.shape_rule is indexing.embedding_gradient else (n,)
        if op.shape_rule is indexing.embedding_gradient:
            attributes = {"rows": rows}
        elif op.shape_rule is indexing.gather_gradient:
            attributes = {"shape": (rows,)}
        operands: tuple[PlannedInput, ...] = (
            values(bits, form.name, column),
            values(places, inputs[1], (n,)),
        )
        if op.shape_rule in _WITH_PRIOR:
            operands = (values([prior] * rows, form.name), operands[1], operands[0])
        call = op.call(inputs, **attributes)
        flags = ("special-values", "signed-zero", "nan-canonical", "absent-destination")
        yield Planned(f"special/{number}", call, operands, "standard", flags)


def _specials(form: Format) -> list[int]:
    last = patterns.last(form)
    found = [0, form.sign_mask, patterns.one(form), last, last | form.sign_mask]
    return [*found, form.canonical_nan | form.sign_mask, form.max_finite]
