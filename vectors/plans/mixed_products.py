"""Cases of contractions (T4) of fp8 and of mixed formats, with wider results; linear and outer.

Each signature has a few sizes, on both sides of a block of 256, with products that cancel. It has
every pair of special values, and also borders of the result's format if that is narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from samebits.spec.families.products import linear, outer
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.shapes import Shape, ShapeRule, bmm, dot, matmul
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import contractions, patterns
from samebits.vectors.plans.reductions import cancelling_range
from samebits.vectors.schema import Parameter

Sizes = tuple[Shape, Shape, Shape, Mapping[str, Any]]
"""Shapes of the two operands and of the bias, and the attributes."""


def _product(m: int, n: int, k: int, ta: bool = False, tb: bool = False) -> Sizes:
    a, b = (k, m) if ta else (m, k), (n, k) if tb else (k, n)
    return a, b, (n,), {"transpose_a": ta, "transpose_b": tb}


def _batched(batch: int, *sizes: Any) -> Sizes:
    a, b, bias, attributes = _product(*sizes)
    return (batch, *a), (batch, *b), bias, attributes


SIZES: Mapping[ShapeRule, Sequence[Sizes]] = {
    dot: [((k,), (k,), (0,), {}) for k in (6, 255, 258, 515)],
    matmul: [_product(3, 5, 258), _product(7, 2, 300, tb=True), _product(15, 3, 33, ta=True)],
    bmm: [_batched(3, 2, 4, 259, False, True), _batched(2, 7, 3, 18, True)],
    linear: [
        ((3, 258), (5, 258), (5,), {}), ((2, 3, 33), (7, 33), (7,), {}),
        ((515,), (2, 515), (2,), {}),
    ],
    outer: [((7,), (5,), (0,), {}), ((1,), (18,), (0,), {})],
}  # fmt: skip
"""Sizes for every signature, by shape rule."""

MORE: Mapping[ShapeRule, Sequence[Sizes]] = {
    linear: [
        *(((m, k), (n, k), (n,), {}) for m, n, k in ((1, 17, 256), (9, 16, 257), (17, 33, 600))),
        ((2, 1, 3, 40), (4, 40), (4,), {}), ((3, 0), (2, 0), (2,), {}), ((0, 4), (3, 4), (3,), {}),
        ((2, 0, 4), (3, 4), (3,), {}), ((16, 16), (16, 16), (16,), {}),
    ],
    outer: [((33,), (17,), (0,), {}), ((0,), (3,), (0,), {}), ((3,), (0,), (0,), {})],
}  # fmt: skip
"""Further sizes of linear and outer for binary32."""


def handles(op: Op) -> bool:
    """Return whether the op is a contraction, by its shape rule."""
    return op.shape_rule in SIZES


def labels(op: Op) -> list[str]:
    """Return the labels with a float result that `contractions` does not plan."""
    return [label for label in op.labels() if _is_planned(op, label)]


def _is_planned(op: Op, label: str) -> bool:
    integer = label.endswith("i32")
    return not integer and not (contractions.handles(op) and label in contractions.LABELS)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    if not _is_planned(op, label):
        return []
    cases: list[Planned] = []
    for signature in op.labels()[label]:
        cases += _sizes(op, label, signature)
        if len(signature[0]) == 2:
            cases += _specials(op, label, signature)
    return cases


def _sizes(op: Op, label: str, signature: Signature) -> Iterator[Planned]:
    operands, results = signature
    sizes = list(SIZES[op.shape_rule])
    sizes += MORE.get(op.shape_rule, []) if label == "f32" else []
    for index, (a, b, bias, attributes) in enumerate(sizes):
        if len(operands) == 3 and index and label not in contractions.LABELS:
            continue  # one size with a bias is enough
        shapes = (a, b, bias)[: len(operands)]
        shown = "-".join("x".join(map(str, shape)) or "scalar" for shape in shapes)
        name = f"mixed/{shown}" + "".join(f"-{k[-1]}t" for k, v in attributes.items() if v)
        case_id = f"{op.name}/{label}/{name}"
        inputs = [_operand(case_id, i, op, signature, s, attributes) for i, s in enumerate(shapes)]
        flags = ["shape"]
        if op.shape_rule is not outer and get_format(results[0]).bits > 8:
            flags.append("contraction-tree")
        flags += ["bias"] if len(operands) == 3 else []
        flags += ["mixed-formats"] if len({*operands, *results}) > 1 else []
        level = "smoke" if index == 0 and label in ("f32", "bf16_to_f32") else "standard"
        call = op.call(operands, results, **attributes)
        yield Planned(name, call, tuple(inputs), level, tuple(flags))


def _operand(
    case_id: str,
    index: int,
    op: Op,
    signature: Signature,
    shape: Shape,
    attributes: Mapping[str, Any],
) -> PlannedInput:
    """Return an operand whose terms cancel along K.

    Terms of 8 bits have every exponent, or only a few exponents if the result is narrow.
    """
    name, narrow = signature[0][index], get_format(signature[1][0]).bits == 8
    form = get_format(name)
    if form.bits == 8:
        low, high = form.least_exponent, form.emax - 1
    else:
        low, high = cancelling_range(form)
    if index == 2 or op.shape_rule is outer:
        return generated(case_id, index, name, shape, "spread", low=-4, high=2)
    if narrow:  # sums stay within the range of the result, near its least numbers
        return generated(case_id, index, name, shape, "spread", low=-6, high=-1)
    swapped = attributes.get(("transpose_a", "transpose_b")[index], False)
    last = (index == 0) != swapped or op.shape_rule is linear or op.shape_rule is dot
    axis = len(shape) - 1 if last else len(shape) - 2
    if shape[axis] < 3:
        return generated(case_id, index, name, shape, "spread", low=-4, high=2)
    parameters: dict[str, Parameter] = {"axis": axis, "sign": 1, "low": low, "high": high}
    if index == 1:
        parameters |= {"sign": 0, "low": -7, "high": 0}
    return generated(case_id, index, name, shape, "cancel", **parameters)


def _specials(op: Op, label: str, signature: Signature) -> Iterator[Planned]:
    """Yield cases with every pair of special values, as products of one term.

    If K can be 2, there are also products of two terms.
    """
    (first, second), results = signature
    a, b = _special_values(first), _special_values(second)
    flags = ("special-values", "nan-canonical", "signed-zero")
    if op.shape_rule is dot:
        pairs = [(x, y) for x in a[::2] for y in b[::3]]
        rows: list[tuple[list[int], Shape, list[int], Shape]] = [
            ([x for x, _ in pairs[i : i + 2]], (2,), [y for _, y in pairs[i : i + 2]], (2,))
            for i in range(0, 8, 2)
        ]
    elif op.shape_rule is outer:
        rows = [(a, (len(a),), b, (len(b),))]
    else:
        lead = (1,) if op.shape_rule is bmm else ()
        right = (len(b), 1) if op.shape_rule is linear else (1, len(b))
        rows = [(a, (*lead, len(a), 1), b, (*lead, *right))]
    for index, (x, x_shape, y, y_shape) in enumerate(rows):
        inputs = (values(x, first, x_shape), values(y, second, y_shape))
        call = op.call((first, second), results)
        yield Planned(f"special/pairs-{index}", call, inputs, "standard", flags)


def _special_values(name: str) -> list[int]:
    form = get_format(name)
    low, one, top = patterns.min_normal(form), patterns.one(form), form.max_finite
    positive = [0, 1, low, one, patterns.power(form, 1) + 1, top, patterns.last(form)]
    return [*patterns.both_signs(positive, form), form.canonical_nan | form.sign_mask]
