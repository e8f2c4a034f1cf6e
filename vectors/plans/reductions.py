"""Cases of reductions over axes with dense lengths, for formats of 16 bits or more.

plans/totals.py plans the other labels. Lengths are 0 to 300 and around powers of two up to 2^20.
Terms cancel, so that the bits depend on the tree of additions. Special values are at every
position. Every set of axes of a 4-d array is used.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from samebits.spec.catalog import landmarks_of
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import nonempty_reduction
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

DENSE = 300
"""Sums have every length up to this limit."""

LARGEST = 20
"""The exponent of the largest power of two around which lengths are tested."""


FORMATS = ("f64", "f32", "f16", "bf16")


def handles(op: Op) -> bool:
    """Return whether the op is a reduction whose landmarks require dense lengths."""
    return _dense(op) in ("every length", "short lengths")


def _dense(op: Op) -> str | None:
    """Return the lengths that the op's landmarks require, or None if it has no such landmarks."""
    landmarks = landmarks_of(op.name)
    return landmarks.dense if isinstance(landmarks, ReductionLandmarks) else None


def labels(op: Op) -> list[str]:
    """Return the labels of this plan: the result has the operand's format or is an index."""
    return [f"{name}_to_i64" if _is_index(op) else name for name in FORMATS]


def _is_index(op: Op) -> bool:
    return all(outputs == ("i64",) for _, outputs in op.signatures)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and operand format."""
    if label not in labels(op):
        return []
    form = get_format(op.labels()[label][0][0][0])
    return [
        *_lengths(op, label, form),
        *_axes(op, label, form),
        *_shapes(op, label, form),
        *_special(op, form),
    ]


def _is_order_free(op: Op) -> bool:
    return op.shape_rule is nonempty_reduction


def _terms(op: Op, label: str, form: Format, name: str, rows: int, n: int) -> PlannedInput:
    """Return a [rows, n] operand whose reductions along the last axis depend on every term."""
    case_id = f"{op.name}/{label}/{name}"
    if _is_order_free(op):
        return generated(case_id, 0, form.name, (rows, n), "spread", low=-3, high=3)
    low, high = cancelling_range(form)
    if n < 6:
        middle = (low + high) // 2
        return generated(
            case_id, 0, form.name, (rows, n), "spread", low=middle - 4, high=middle + 4
        )
    return generated(case_id, 0, form.name, (rows, n), "cancel", axis=1, sign=1, low=low, high=high)


def cancelling_range(form: Format) -> tuple[int, int]:
    """Return exponents for `cancel` with which small terms lose bits in sums with large terms."""
    gap = {"f64": 50, "f32": 22, "f16": 27, "bf16": 26}[form.name]
    high = {"f64": 30, "f32": 10, "f16": 9, "bf16": 10}[form.name]
    return high - gap, high


def _lengths(op: Op, label: str, form: Format) -> Iterator[Planned]:
    call = op.call([form.name], axes=(1,), keepdims=False)
    least = 1 if _is_order_free(op) else 0
    dense = DENSE if _dense(op) == "every length" else 33
    small = [*range(least, dense + 1)]
    small += [n for k in range(5, 9) for n in _around(k) if n > dense]
    flags = ("order",) if _is_order_free(op) else ("reduction-tree", "length")
    if form.name != "f32":  # the tree is the same, so a quarter of the longer rows is enough
        near = {n for k in range(6, 9) for n in _around(k)}
        small = [n for n in small if n <= 64 or n % 4 == 1 or n in near]
    for n in small:
        level = "smoke" if n in (1, 3, 8, 17, 100) else "standard"
        if n > 40 and n % 4 and level == "standard" and form.name in ("f16", "bf16"):
            level = "full"
        name = f"length/{n}"
        yield Planned(name, call, (_terms(op, label, form, name, 4, n),), level, flags)
    for k in _powers(op, form):
        for n in _around(k):
            name = f"length/{n}"
            rows = 2 if k <= 13 else 1
            level = "standard" if k <= 13 or (form.name == "f32" and k == LARGEST) else "full"
            yield Planned(name, call, (_terms(op, label, form, name, rows, n),), level, flags)


def _powers(op: Op, form: Format) -> list[int]:
    """Return exponents of powers of two beyond DENSE around which lengths are tested.

    Sums of wide formats have all of them.
    """
    every = _dense(op) == "every length"
    if every and form.bits > 16:
        return list(range(9, LARGEST + 1))
    beyond = [17, LARGEST] if form.name == "f32" or every else []
    return [*range(9, 14), *beyond]


def _around(k: int) -> tuple[int, int, int]:
    return (1 << k) - 1, 1 << k, (1 << k) + 1


def _axes(op: Op, label: str, form: Format) -> Iterator[Planned]:
    """Yield every non-empty set of axes of a 4-d array, and None, with and without keepdims."""
    shape = (3, 4, 5, 7)
    subsets = [s for k in (1, 2, 3, 4) for s in itertools.combinations(range(4), k)]
    low, high = cancelling_range(form)
    low = high - 2 * (high - low) // 3
    for axes in [*subsets, None]:
        for keepdims in (False, True):
            kept = "-kept" if keepdims else ""
            text = "all" if axes is None else "".join(map(str, axes))
            name = f"axes/{text}{kept}"
            case_id = f"{op.name}/{label}/{name}"
            operand = generated(case_id, 0, form.name, shape, "spread", low=low, high=high)
            call = op.call([form.name], axes=axes, keepdims=keepdims)
            whole = form.name == "f32" or (keepdims == (len(text) % 2 == 0))
            yield Planned(name, call, (operand,), "standard" if whole else "full", ("axes",))
    for text, order in (("negative", (-1, -3)), ("reversed", (2, 0)), ("last", (-1,))):
        name = f"axes/{text}"
        case_id = f"{op.name}/{label}/{name}"
        operand = generated(case_id, 0, form.name, shape, "spread", low=low, high=high)
        yield Planned(
            name,
            op.call([form.name], axes=order, keepdims=False),
            (operand,),
            "standard",
            ("axes",),
        )


def _shapes(op: Op, label: str, form: Format) -> Iterator[Planned]:
    """Yield cases with long outer axes, many short rows, empty arrays, and an array of rank 0."""
    low, high = cancelling_range(form)
    shapes: list[tuple[str, tuple[int, ...], tuple[int, ...] | None]] = [
        ("outer", (257, 37), (0,)), ("middle", (3, 129, 17), (1,)), ("rows", (513, 9), (1,)),
        ("outer-pairs", (19, 5, 23), (0, 2)), ("scalar", (), None), ("no-rows", (0, 5), (1,)),
        ("no-axes", (2, 3), ()),
    ]  # fmt: skip
    if not _is_order_free(op):
        shapes += [("empty", (0,), None), ("empty-columns", (3, 0, 2), (1,))]
    for text, shape, axes in shapes:
        name = f"shape/{text}"
        operand = generated(
            f"{op.name}/{label}/{name}", 0, form.name, shape, "spread", low=low, high=high
        )
        call = op.call([form.name], axes=axes, keepdims=False)
        yield Planned(name, call, (operand,), "standard", ("shape",))


def _special(op: Op, form: Format) -> Iterator[Planned]:
    for name, rows, level, flags in _special_rows(op, form):
        call = op.call([form.name], axes=(1,), keepdims=False)
        flat = [pattern for row in rows for pattern in row]
        operand = values(flat, form.name, (len(rows), len(rows[0])))
        yield Planned(f"special/{name}", call, (operand,), level, flags)


def _special_rows(
    op: Op, form: Format
) -> Iterator[tuple[str, Sequence[Sequence[int]], str, tuple[str, ...]]]:
    """Yield the groups of special rows: name, rows of equal length, level and flags."""
    one, minus, top = patterns.one(form), form.sign_mask, form.max_finite
    infinity, nan = form.infinity, form.canonical_nan
    for n in (1, 2, 3, 5, 8, 9, 17):
        rows = [[minus] * n, [0] * n, *[_placed([minus] * n, i, 0) for i in range(n)]]
        rows += [_placed([0] * n, i, minus) for i in range(n)]
        yield f"zeros-{n}", rows, "smoke" if n == 5 else "standard", ("signed-zero",)
    for n in (1, 4, 7, 16):
        base = [one + i for i in range(n)]
        payloads = [infinity, infinity | minus, nan, nan | minus, infinity + 1, nan + 1]
        rows = [_placed(base, i, special) for special in payloads for i in range(n)]
        rows += [
            _placed(_placed(base, i, a), j, b)
            for i, j in itertools.combinations(range(n), 2)
            for a, b in ((infinity, infinity | minus), (nan + 1, infinity), (infinity, nan | minus))
        ]
        flags = ("special-values", "nan-canonical")
        yield f"placed-{n}", rows, "smoke" if n == 4 else "standard", flags
    if _is_order_free(op):
        draw = patterns.randomness("ties", op.name, form.name)
        few = [0, minus, one, one | minus, one + 1]
        rows = [[draw.choice(few) for _ in range(33)] for _ in range(32)]
        rows += [[minus | one] * 33, [infinity | minus] * 33, [minus] * 32 + [0]]
        yield "ties", rows, "standard", ("first-index" if _is_index(op) else "order",)
    else:
        big = patterns.power(form, form.emax)
        signs = itertools.product((0, minus), repeat=4)
        rows = [[big ^ s for s in row] for row in signs] + [
            [top ^ s for s in row] for row in itertools.product((0, minus), repeat=4)
        ]
        yield "overflow", rows, "standard", ("overflow-border", "reduction-tree")
    draw = patterns.randomness("subnormal terms", op.name, form.name)
    width = form.precision - 1
    rows = [
        [draw.getrandbits(1) << (form.bits - 1) | draw.getrandbits(width) for _ in range(31)]
        for _ in range(8)
    ]
    yield "subnormal", rows, "standard", ("subnormal",)


def _placed(row: Sequence[int], index: int, pattern: int) -> list[int]:
    return [pattern if i == index else p for i, p in enumerate(row)]
