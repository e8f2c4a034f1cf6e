"""Cases of exact sums and dot products (clause T10).

Terms cancel over the whole range of the format, and a far smaller term breaks a tie. Intermediate
sums overflow or underflow. Some operands are zeros and special values. Any rounding before the last
one changes the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samebits.spec.families.exact_sums import exact_dot, exact_sum
from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

Rows = Sequence[Sequence[int]]

RICH = ("f64", "f32")
"""Labels with every case. The others differ only in how operands are read and results rounded."""


def handles(op: Op) -> bool:
    """Return whether the op is the exact sum or the exact dot product."""
    return op.shape_rule in (exact_sum, exact_dot)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    ((inputs, outputs),) = op.labels()[label]
    if op.shape_rule is exact_sum:
        form = get_format(inputs[0])
        return [*_sums(op, label, form, outputs), *_special_sums(op, form, outputs)]
    call = op.call(inputs, outputs)
    return [*_dots(op, label, call), *_special_dots(call, ties_wanted=6 if label in RICH else 2)]


def _near(form: Format) -> tuple[int, int]:
    """Return the range of exponents of ordinary numbers."""
    return (-6, 7) if form.bits == 8 else (-12, 10)


def _far(form: Format) -> tuple[int, int]:
    """Return nearly all exponents of the format. Sums need a few more at the upper end."""
    return form.emin - min(3, form.precision - 2), form.emax - min(12, form.emax // 2)


def _term_list(
    case_id: str, operand: int, form: Format, shape: Shape, kind: str, reach: tuple[int, int],
    sign: int = 1,
) -> PlannedInput:  # fmt: skip
    low, high = reach
    if kind == "spread" or shape[-1] < 6:
        return generated(case_id, operand, form.name, shape, "spread", low=low, high=high)
    return generated(
        case_id, operand, form.name, shape, "cancel", axis=len(shape) - 1, sign=sign,
        low=low, high=max(high, low + 7),
    )  # fmt: skip


def _sums(op: Op, label: str, form: Format, outputs: Sequence[str]) -> Iterator[Planned]:
    near, far = _near(form), _far(form)
    lengths: list[tuple[str, Shape, str, tuple[int, int], str]] = [
        ("near/17", (8, 17), "cancel", near, "smoke"),
        ("near/300", (4, 300), "spread", near, "standard"),
        ("far/33", (16, 33), "cancel", far, "standard"),
        ("far/2049", (2, 2049), "cancel", far, "standard"),
        ("range/40", (16, 40), "spread", far, "standard"),
    ]
    if label in RICH:
        lengths += [
            (f"near/{n}", (2, n), "cancel", near, "standard")
            for n in (1, 2, 3, 64, 2047, 2048, 5000)
        ]
    for name, shape, kind, reach, level in lengths:
        operand = _term_list(f"{op.name}/{label}/{name}", 0, form, shape, kind, reach)
        call = op.call([form.name], outputs, axes=(1,), keepdims=False)
        yield Planned(name, call, (operand,), level, ("exact-sum", "length"))
    shapes: list[tuple[str, Shape, tuple[int, ...] | None, bool]] = [
        ("axes/02", (3, 4, 5), (0, 2), False),
        ("axes/outer", (70, 19), (0,), True),
    ]
    if label == "f32":
        shapes += [
            ("axes/all", (3, 4, 5), None, True), ("axes/none", (2, 3), (), False),
            ("axes/empty", (3, 0, 2), (1,), False), ("axes/scalar", (), None, False),
            ("axes/wide", (300, 150), (0,), False),
        ]  # fmt: skip
    for name, shape, axes, keepdims in shapes:
        low, high = near
        operand = generated(
            f"{op.name}/{label}/{name}", 0, form.name, shape, "spread", low=low, high=high
        )
        call = op.call([form.name], outputs, axes=axes, keepdims=keepdims)
        yield Planned(name, call, (operand,), "standard", ("exact-sum", "axes"))


def ties(form: Format, output: Format) -> Rows:
    """Return rows of terms that sum to 1 + half an ulp of the output, or to 1 + 3 half ulps.

    They occur in both signs, as exact ties, and with the smallest number of either sign added,
    which breaks the tie. The half ulp is 2^-p, or the least number of the terms' format if that is
    larger.
    """
    minus, one = form.sign_mask, patterns.one(form)
    half = max(-output.precision, form.least_exponent)
    tie = patterns.power(form, half)
    unit = patterns.power(form, half + 1)
    rows = []
    for start in (one, one | minus):
        for odd in (0, unit):
            for breaker in (0, 1, minus | 1):
                sign = start & minus
                rows.append([start, tie | sign, odd | sign if odd else minus, breaker, minus])
    return rows


def _special_sums(op: Op, form: Format, outputs: Sequence[str]) -> Iterator[Planned]:
    minus, one, last = form.sign_mask, patterns.one(form), patterns.last(form)
    nan, top = form.canonical_nan, form.max_finite
    groups: list[tuple[str, Rows, tuple[str, ...]]] = [
        ("ties", ties(form, get_format(outputs[0])), ("exact-sum", "near-tie")),
        (
            "zeros",
            [[minus] * 4, [0] * 4, [minus, minus, 0, minus], [one, one | minus, minus, minus],
             [1, minus | 1, minus, minus]],
            ("exact-sum", "signed-zero"),
        ),
        (
            "placed",
            [[one, x, one, y] for x in (last, last | minus, nan | minus, last + 1)
             for y in (one, last, last | minus, top, minus)],
            ("exact-sum", "special-values", "nan-canonical"),
        ),
        (
            "overflow",
            [[top, top ^ a, top ^ b, top ^ c, 1 ^ d] for a in (0, minus) for b in (0, minus)
             for c in (0, minus) for d in (0, minus)],
            ("exact-sum", "overflow-border"),
        ),
        (
            "subnormal",
            [[1, 2, 3, 1 | minus], [patterns.min_normal(form), 1 | minus, minus, 0],
             [top, 1, top | minus, 2]],
            ("exact-sum", "subnormal"),
        ),
    ]  # fmt: skip
    for name, rows, flags in groups:
        flat = [pattern for row in rows for pattern in row]
        operand = values(flat, form.name, (len(rows), len(rows[0])))
        call = op.call([form.name], outputs, axes=(1,), keepdims=False)
        level = "smoke" if name == "ties" else "standard"
        yield Planned(f"special/{name}", call, (operand,), level, flags)


def _dots(op: Op, label: str, call: Call) -> Iterator[Planned]:
    forms = [get_format(f) for f in call.inputs]
    lengths = [("near", 17, "smoke"), ("near", 300, "standard"), ("far", 33, "standard")]
    if label in RICH:
        lengths += [("near", n, "standard") for n in (0, 1, 2, 2048, 2049, 5000)]
        lengths += [("far", n, "standard") for n in (6, 2050)]
    for group, n, level in lengths:
        reach = _near if group == "near" else _half_of_far
        name = f"{group}/{n}"
        operands = tuple(
            _term_list(
                f"{op.name}/{label}/{name}", i, form, (n,), "cancel", reach(form), sign=1 - i
            )
            for i, form in enumerate(forms)
        )
        yield Planned(name, call, operands, level, ("exact-sum", "length"))


def _half_of_far(form: Format) -> tuple[int, int]:
    """Return exponents of factors whose products stay below the format's upper end."""
    return form.emin, form.emax // 2 - 2


def _special_dots(call: Call, ties_wanted: int) -> Iterator[Planned]:
    x, y = (get_format(f) for f in call.inputs)
    output = get_format(call.outputs[0])
    minus, one, last = x.sign_mask, patterns.one(x), patterns.last(x)
    other = patterns.one(y)
    groups: list[tuple[str, Sequence[int], Sequence[int], tuple[str, ...]]] = [
        ("zeros", [minus, 0, minus], [other, y.sign_mask, other], ("signed-zero",)),
        ("products", [one + 1, one | minus], [other - 2, other], ("contraction",)),
        ("nan", [one, x.canonical_nan | minus], [other, other], ("nan-canonical",)),
        ("opposite", [last, last | minus], [other, other], ("special-values",)),
        ("times-zero", [last, one], [0, other], ("special-values",)),
        (
            "overflow",
            [x.max_finite, x.max_finite, x.max_finite | minus, one],
            [y.max_finite, y.max_finite, y.max_finite, other],
            ("overflow-border",),
        ),
        (
            "returned",
            [x.max_finite, x.max_finite | minus, one],
            [y.max_finite, y.max_finite, other],
            ("overflow-border",),
        ),
        ("underflow", [1, 1 | minus, 1], [1, 1, y.sign_mask | 1], ("gradual-underflow",)),
    ]
    for i, row in enumerate(ties(x, output)[:ties_wanted]):
        groups.append((f"tie-{i}", row, [other] * len(row), ("near-tie",)))
    for name, a, b, flags in groups:
        operands = (values(a, x.name), values(b, y.name))
        level = "smoke" if name == "tie-1" else "standard"
        yield Planned(f"special/{name}", call, operands, level, ("exact-sum", *flags))
