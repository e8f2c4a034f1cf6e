"""Hypotheses: aligned contractions with one mistake (clause T11).

The model computes the clause in binary64 and int64, which represent all of its integers. It has a
field for each possible deviation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import Array, add, narrow, to_f64
from samebits.conformance.reveal.layout import bias_of, contraction_rows
from samebits.spec.catalog import get_op
from samebits.spec.families import aligned as declared
from samebits.spec.language.trees import CONTRACTION_BLOCK

MOST_TERMS = 1 << 13
_EMIN = -126


def _away(x: Array) -> Array:
    return np.asarray(np.copysign(np.floor(np.abs(x) + 0.5), x))


@dataclass(frozen=True, slots=True)
class _Model:
    """A way to compute an aligned contraction; the default fields follow clause T11.

    `integers` is a function that changes the integers of the second operand's rows.
    """

    block: int = CONTRACTION_BLOCK
    whole: bool = False
    round: Callable[[Array], Array] = np.rint
    clamped: bool = True
    least: int | None = None
    integers: Callable[[Array], Array] = lambda q: q
    products: Callable[[Array], Array] = lambda p: p
    total: Callable[[Array], Array] = lambda i: i
    value: Callable[[Array], Array] = lambda v: v
    left_to_right: bool = False
    lost: float = np.nan


def _odd(total: Array) -> Array:
    """Return integers of up to 62 bits as binary64, rounded to odd."""
    cut = (total >> 10) | ((total & 1023) != 0)
    return np.where(np.abs(total) < 1 << 53, total.astype(np.float64), cut * 1024.0)


def _24_bits(x: Array) -> Array:
    significand, exponent = np.frexp(x)
    return np.asarray(np.ldexp(np.rint(np.ldexp(significand, 24)), exponent - 24))


_MODELS: tuple[tuple[str, str, _Model], ...] = (
    ("whole-k", "rows are aligned over all of K, not in each block", _Model(whole=True)),
    ("truncated", "integers are truncated towards zero", _Model(round=np.trunc)),
    ("ties-away", "ties of the alignment go away from zero", _Model(round=_away)),
    ("unclamped", "integers beyond the width are not clamped", _Model(clamped=False)),
    (
        "exponent-of-subnormals",
        "the exponent of a subnormal row is taken to be -126",
        _Model(least=_EMIN),
    ),
    (
        "overflow",
        "the sum of products wraps at 32 bits",
        _Model(total=lambda i: i.astype(np.int32).astype(np.int64)),
    ),
    (
        "rounded-products",
        "every product is rounded to 24 bits before it is added",
        _Model(products=lambda p: _24_bits(p.astype(np.float64)).astype(np.int64)),
    ),
    (
        "signed-low-digit",
        "the lowest byte of the second integers is read with a sign, and not corrected",
        _Model(integers=lambda q: q - ((q & 128) << 1)),
    ),
    (
        "double-rounding",
        "a block is rounded to 24 bits before it is scaled",
        _Model(value=_24_bits),
    ),
    ("left-to-right", "blocks are added from left to right", _Model(left_to_right=True)),
    ("lost-nan", "a block that is not finite is +0", _Model(lost=0.0)),
    ("block-128", "blocks have 128 terms", _Model(block=128)),
    ("block-512", "blocks have 512 terms", _Model(block=512)),
)


def aligned(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by aligned contractions that deviate from clause T11 in one point."""
    call = evidence.call
    if get_op(call.op).shape_rule not in declared.SHAPE_RULES or not evidence.chosen.size:
        return
    widths: Any = call.attributes["bits"]
    sides = contraction_rows(call, evidence.inputs, evidence.chosen)
    if sides[0].shape[1] > MOST_TERMS:
        return
    a, b = (to_f64(x) for x in sides)
    bias = bias_of(call, evidence.inputs, evidence.chosen)
    for name, text, model in _MODELS:

        def predict(positions: Array, model: _Model = model) -> Array:
            with np.errstate(all="ignore"):
                total = _contracted(model, a[positions], b[positions], widths)
                if bias is not None:
                    total = np.asarray(add(total, narrow(to_f64(bias[positions]), "f32")))
                return narrow(to_f64(total), evidence.format)

        yield from by_prediction(evidence, f"aligned:{name}", f"{text} (T11)", predict)


def _contracted(model: _Model, a: Array, b: Array, widths: tuple[int, int]) -> Array:
    """Return the contraction of each row of `a` with the corresponding row of `b`, in binary32."""
    terms, blocks = a.shape[1], []
    tops = [_top(model, x) for x in (a, b)] if model.whole else None
    for start in range(0, terms, model.block):
        parts = [x[:, start : start + model.block] for x in (a, b)]
        used = tops or [_top(model, x) for x in parts]
        blocks.append(_block(model, parts, used, widths))
    if not blocks:
        return np.zeros(len(a), np.float32)
    return _joined(model, blocks)


def _top(model: _Model, x: Array) -> Array:
    """Return the exponent of the largest element of each row.

    Elements that are not finite count as 0 here; the results of their rows are replaced later.
    """
    size = np.abs(np.where(np.isfinite(x), x, 0.0)).max(axis=1)
    exponent = np.frexp(size)[1] - 1
    least = exponent if model.least is None else np.maximum(exponent, model.least)
    return np.asarray(least)


def _block(model: _Model, parts: list[Array], tops: list[Array], widths: tuple[int, int]) -> Array:
    integers, scales = [], []
    finite = np.ones(len(parts[0]), bool)
    for x, top, width in zip(parts, tops, widths, strict=True):
        known = np.asarray(np.isfinite(x).all(axis=1))
        finite &= known
        unit, limit = top - (width - 2), 2.0 ** (width - 1) - 1
        q = model.round(np.ldexp(np.where(known[:, None], x, 0.0), -unit[:, None]))
        integers.append((np.clip(q, -limit, limit) if model.clamped else q).astype(np.int64))
        scales.append(np.ldexp(1.0, unit))
    products = model.products(integers[0] * model.integers(integers[1]))
    total = model.total(products.sum(axis=1))
    value = (model.value(_odd(total)) * (scales[0] * scales[1])).astype(np.float32)
    return np.where(finite, np.where(total == 0, np.float32(0), value), np.float32(model.lost))


def _joined(model: _Model, blocks: list[Array]) -> Array:
    while len(blocks) > 1:
        if model.left_to_right:
            blocks = [blocks[0] + blocks[1], *blocks[2:]]
            continue
        pairs = [x + y for x, y in zip(blocks[::2], blocks[1::2], strict=False)]
        blocks = pairs + blocks[len(blocks) - len(blocks) % 2 :]
    return blocks[0]
