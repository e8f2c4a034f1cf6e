"""Hypotheses about minima, maxima and their indices: NaN, ties, signed zeros (S3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import narrow, to_f64
from samebits.conformance.reveal.layout import reduction_rows
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.shapes import nonempty_reduction


def extremes(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations for the op: an index, an extreme over axes, or an extreme of pairs."""
    op = evidence.call.op
    if not get_format(evidence.call.inputs[0]).is_float:
        return
    if op in ("argmax", "argmin"):
        yield from _index(evidence, "maximum" if op == "argmax" else "minimum")
    elif get_op(op).shape_rule is nonempty_reduction:
        yield from _extreme(evidence, least=op.endswith("min"))
    elif op in ("maximum", "minimum"):
        yield from _pairs(evidence)


def _rows(evidence: Evidence) -> Array:
    """Return the terms of the chosen outputs."""
    return reduction_rows(evidence.call, evidence.inputs[0])[evidence.chosen]


def _key(values: Array) -> Array:
    """Return numbers in the order of S3: -0 becomes a number just below +0, and NaN stays NaN."""
    wide = to_f64(values)
    tiny = np.where(np.signbit(wide), -5e-324, 0.0)
    return np.where(wide == 0, tiny, wide)


def _index(evidence: Evidence, extreme: str) -> Iterator[Explanation]:
    sign = 1.0 if extreme == "maximum" else -1.0
    rows = to_f64(_rows(evidence))
    key, plain = sign * _key(rows), sign * rows
    nan = np.isnan(rows)
    ranked = np.where(nan, np.inf, key)  # a NaN counts as the extreme
    ranked = np.where(nan.any(axis=1, keepdims=True), nan.astype(np.float64), ranked)
    ignoring = np.where(nan, -np.inf, key)
    width = rows.shape[1] - 1
    last = width - np.argmax(ranked[:, ::-1], axis=1)
    other = "argmin" if extreme == "maximum" else "argmax"
    ways = (
        (
            f"{evidence.call.op}-last",
            f"the last index that holds the {extreme} instead of the first (S3)",
            last,
        ),
        (
            "nan-ignored",
            "a NaN is passed over; it is the extreme (S3)",
            np.argmax(ignoring, axis=1),
        ),
        (
            "signed-zero",
            "-0 and +0 count as equal; -0 is less (S3)",
            np.argmax(np.where(nan.any(axis=1, keepdims=True), nan, plain), axis=1),
        ),
        (
            f"{evidence.call.op}-last",
            f"the last index of the {extreme}, NaN passed over, -0 equal to +0 (S3)",
            width - np.argmax(np.where(nan, -np.inf, plain)[:, ::-1], axis=1),
        ),
        (other, "the index of the other extreme", np.argmin(np.where(nan, -np.inf, key), axis=1)),
    )
    for name, text, index in ways:
        found = index.astype(np.int64)

        def predict(positions: Array, found: Array = found) -> Array:
            return found[positions]

        yield from by_prediction(evidence, name, text, predict)


def _extreme(evidence: Evidence, *, least: bool) -> Iterator[Explanation]:
    wide = to_f64(_rows(evidence))
    sign = -1.0 if least else 1.0
    nan = np.isnan(wide)
    best = np.argmax(np.where(nan, -np.inf, sign * _key(wide)), axis=1)
    values = np.where(nan.all(axis=1), np.nan, wide[np.arange(len(wide)), best])
    zero_first = wide[np.arange(len(wide)), np.argmax(np.where(nan, np.inf, sign * wide), axis=1)]

    def ignoring(positions: Array) -> Array:
        return narrow(values[positions], evidence.format)

    def loose(positions: Array) -> Array:
        return narrow(zero_first[positions], evidence.format)

    yield from by_prediction(
        evidence, "nan-ignored", "a NaN is passed over; it must propagate (S3)", ignoring
    )
    yield from by_prediction(
        evidence, "signed-zero", "-0 and +0 count as equal; -0 is less (S3)", loose
    )


def _pairs(evidence: Evidence) -> Iterator[Explanation]:
    greater = evidence.call.op == "maximum"

    def compare(x: Array, y: Array) -> Array:
        return np.asarray(x > y if greater else x < y)

    def ignored(x: Array, y: Array) -> Array:
        key_x, key_y = _key(x), _key(y)
        pick = np.where(compare(key_x, key_y), x, y)
        return np.where(np.isnan(x), y, np.where(np.isnan(y), x, pick))

    ways: tuple[tuple[str, str, Callable[[Array, Array], Array]], ...] = (
        ("nan-ignored", "a NaN operand is passed over; it must propagate (S3)", ignored),
        (
            "nan-ignored",
            "a comparison picks the second operand where one is NaN, as SSE's max does (S3)",
            lambda x, y: np.where(compare(x, y), x, y),
        ),
        (
            "nan-ignored",
            "a comparison picks the first operand where one is NaN (S3)",
            lambda x, y: np.where(compare(y, x), y, x),
        ),
    )
    for name, text, function in ways:

        def predict(
            positions: Array, function: Callable[[Array, Array], Array] = function
        ) -> Array:
            x, y = (to_f64(v) for v in evidence.operands(positions))
            return narrow(function(x, y), evidence.format)

        yield from by_prediction(evidence, name, text, predict)
