"""Cases of aligned contractions (T11): ragged and empty sizes, pairs of widths, directed rows.

Directed rows consist of integers times a unit, and each row detects one mistake. They contain ties
of the alignment and the clamp, sums at the limits of accumulators, and ties of the final rounding.
They also contain scales at both ends of binary32, blocks that are aligned separately, and special
values. Terms of generated operands go down to 2^-12 of the greatest, so that some are lost in the
alignment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from samebits.spec.families import aligned
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import aligned_rows, patterns
from samebits.vectors.plans.aligned_rows import Rows

BY_VALUE = 18
"""Maximum number of results of a case that are stored by value."""

Pair = tuple[int, int]

_SIZES = ((3, 5, 258), (17, 16, 17), (2, 9, 300))  # for every pair of widths
_MORE = (
    (1, 7, 513), (6, 1, 260), (1, 1, 1), (2, 3, 1), (2, 2, 255), (3, 2, 256), (2, 3, 257),
    (49, 33, 31), (13, 17, 1025), (4, 3, 1100), (5, 2, 2049),
)  # fmt: skip
_EMPTY = ((2, 3, 0), (0, 3, 4), (3, 0, 4), (1, 1, 0))
_LEADS: tuple[Shape, ...] = ((2, 3), (4, 1, 2), (), (2, 0))
_SPREAD = 12


def handles(op: Op) -> bool:
    """Return whether the op's elements are aligned contractions."""
    return op.shape_rule in aligned.SHAPE_RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have a few sizes, and the directed rows that they can
    represent.
    """
    cases: list[Planned] = []
    for signature in op.labels()[label]:
        cases += _generated(op, label, signature)
        if len(signature[0]) == 2:
            cases += _directed(op, label, signature)
            cases.append(_specials(op, label, signature))
        elif get_format(signature[1][0]).bits < 32:
            cases.append(_rounded_twice(op, signature))
    return cases


def _usual(op: Op, label: str, count: int) -> list[Pair]:
    """Return every pair of widths for f32, and `count` pairs for other labels.

    Each of the three ops has three pairs for such a label, so together they cover every pair.
    """
    if label == "f32":
        return list(aligned.PAIRS)
    first = list(op.labels()).index(label) + 3 * aligned.SHAPE_RULES.index(op.shape_rule)
    return [aligned.PAIRS[(first + i) % len(aligned.PAIRS)] for i in range(count)]


def _generated(op: Op, label: str, signature: Signature) -> Iterator[Planned]:
    biased, plain = len(signature[0]) == 3, label == "f32"
    pairs = _usual(op, label, 1 if biased else 3)
    for index, pair in enumerate(pairs[::3] if biased else pairs):
        sizes = _SIZES[index % 3 :][: 1 if biased or not plain else 2]
        for m, n, k in sizes:
            yield _case(op, label, signature, "ragged", (m, n, k), pair)
    if not plain:
        return
    for m, n, k in _EMPTY[: 1 if biased else 4]:
        yield _case(op, label, signature, "empty", (m, n, k), aligned.USUAL)
    if biased:
        return
    for index, (m, n, k) in enumerate(_MORE):
        pair = aligned.PAIRS[(4 * index + 6) % len(aligned.PAIRS)]
        flags = ((False, False), (True, False), (False, True), (True, True))[index % 4]
        turned = flags if op.shape_rule is not aligned.linear else (False, False)
        yield _case(op, label, signature, "ragged", (m, n, k), pair, turned)
    for index, pair in enumerate(aligned.PAIRS):
        yield _case(op, label, signature, ("tiny", "huge")[index % 2], (3, 4, 40), pair)
    if op.shape_rule is aligned.linear:
        for lead in _LEADS:
            yield _case(op, label, signature, "leading", (1, 3, 67), aligned.USUAL, lead=lead)


def _case(
    op: Op, label: str, signature: Signature, group: str, sizes: tuple[int, int, int], pair: Pair,
    turned: tuple[bool, bool] = (False, False), lead: Shape | None = None,
) -> Planned:  # fmt: skip
    """Return a case with generated operands.

    The groups `tiny` and `huge` have results at the ends of binary32.
    """
    m, n, k = sizes
    shapes, attributes = _layout(op, m, n, k, turned, lead)
    shapes = shapes[: len(signature[0])]
    shown = "x".join(map(str, sizes if lead is None else (*lead, n, k)))
    name = f"{group}/{pair[0]}-{pair[1]}/{shown}" + "".join("nt"[t] for t in turned if any(turned))
    name += "-bias" if len(shapes) == 3 else ""
    highs = {"tiny": (-76, -68), "huge": (66, 60)}.get(group)
    inputs: list[PlannedInput] = []
    for place, (form, shape) in enumerate(zip(signature[0], shapes, strict=True)):
        low, high = _reach(get_format(form), signature[1][0])
        if highs and place < 2:
            low, high = highs[place] - _SPREAD, highs[place]
        case_id = f"{op.name}/{label}/{name}"
        inputs.append(generated(case_id, place, form, shape, "spread", low=low, high=high))
    call = op.call(*signature, bits=pair, **attributes)
    flags = ["shape"] if group in ("ragged", "empty", "leading") else []
    flags += ["alignment"] if group != "empty" else []
    flags += {"tiny": ["gradual-underflow"], "huge": ["overflow-border"]}.get(group, [])
    flags += ["bias"] if len(inputs) == 3 else []
    flags += ["mixed-formats"] if len({*signature[0], *signature[1]}) > 1 else []
    smoke = label == "f32" and pair in (aligned.USUAL, (24, 24)) and sizes == _SIZES[1]
    (shape,) = op.output_shapes(call, [x.shape for x in inputs])
    digest = int(np.prod(shape)) > BY_VALUE
    return Planned(
        name, call, tuple(inputs), "smoke" if smoke else "standard", tuple(flags), digest
    )


def _reach(form: Format, result: str) -> tuple[int, int]:
    """Return the range of exponents for terms whose sums stay within the result's format."""
    high = 1 if get_format(result).bits > 8 else -1
    return max(high - _SPREAD, form.least_exponent), high


def _layout(
    op: Op, m: int, n: int, k: int, turned: tuple[bool, bool], lead: Shape | None = None
) -> tuple[list[Shape], dict[str, Any]]:
    """Return the shapes of the operands as stored, and the attributes that describe them."""
    if op.shape_rule is aligned.linear:
        return [(*((m,) if lead is None else lead), k), (n, k), (n,)], {}
    batch = (3,) if op.shape_rule is aligned.bmm else ()
    a, b = (k, m) if turned[0] else (m, k), (n, k) if turned[1] else (k, n)
    flags = {"transpose_a": turned[0], "transpose_b": turned[1]}
    return [(*batch, *a), (*batch, *b), (n,)], flags


def _directed(op: Op, label: str, signature: Signature) -> Iterator[Planned]:
    """Yield cases that combine hand-written rows of `a` with hand-written columns of `b`.

    In both operands, the terms are on the last axis. Mixed formats get no cases, because each
    format has its own rows.
    """
    if len({*signature[0], *signature[1]}) > 1:
        return
    first, second = (get_format(name) for name in signature[0])
    pairs = _usual(op, label, 1)
    for pair in pairs[::4] if op.shape_rule is aligned.bmm else pairs:
        for directed in aligned_rows.every(first, second, pair):
            if label == "f32" or directed.everywhere:
                yield _written(op, signature, pair, directed)


def _written(op: Op, signature: Signature, pair: Pair, directed: Rows) -> Planned:
    inputs = [
        _stacked(op, side, name)
        for side, name in zip((directed.a, directed.b), signature[0][:2], strict=True)
    ]
    turned: dict[str, Any] = {} if op.shape_rule is aligned.linear else {"transpose_b": True}
    call = op.call(*signature, bits=pair, **turned)
    digest = len(directed.a) * len(directed.b) > BY_VALUE
    name = f"{directed.name}/{pair[0]}-{pair[1]}"
    level = "smoke" if pair == aligned.USUAL and directed.name == "ties-a" else "standard"
    return Planned(name, call, tuple(inputs), level, directed.flags, digest)


def _rounded_twice(op: Op, signature: Signature) -> Planned:
    """Return a case with a bias where rounding first to binary32 gives a wrong result (T11.9)."""
    a, b, bias, result = (get_format(name) for name in (*signature[0], *signature[1]))
    sides, line = aligned_rows.biased(a, b, bias, result)
    rows = Rows("bias-twice", sides[0], sides[1], ("bias", "double-rounding"))
    written = _written(op, signature, aligned.USUAL, rows)
    return replace(written, inputs=(*written.inputs, values(line, signature[0][2], (len(line),))))


def _stacked(op: Op, rows: Sequence[Sequence[int]], name: str) -> PlannedInput:
    lead = (1,) if op.shape_rule is aligned.bmm else ()
    flat = [pattern for row in rows for pattern in row]
    return values(flat, name, (*lead, len(rows), len(rows[0])))


def _specials(op: Op, label: str, signature: Signature) -> Planned:
    """Return a case with every pair of special values as a product of one term.

    The widths are the usual ones.
    """
    sides = [[[p] for p in _special_values(name)] for name in signature[0]]
    flags = ("special-values", "nan-canonical", "signed-zero")
    rows = Rows("special", sides[0], sides[1], flags, everywhere=True)
    return _written(op, signature, aligned.USUAL, rows)


def _special_values(name: str) -> list[int]:
    form = get_format(name)
    low, one, top = patterns.min_normal(form), patterns.one(form), form.max_finite
    positive = [0, 1, low, one, patterns.power(form, 1) + 1, top, patterns.last(form)]
    return [*patterns.both_signs(positive, form), form.canonical_nan | form.sign_mask]
