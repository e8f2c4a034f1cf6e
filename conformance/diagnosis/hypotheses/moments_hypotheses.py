"""Hypotheses about prod, var, std, norm, logsumexp and truth counts: wrong formulas (R5, T3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import fma, narrow, to_f64
from samebits.conformance.reveal.layout import REDUCTIONS, reduction_rows
from samebits.spec.catalog import get_op
from samebits.spec.formats import compute_format, format_of, get_format

Way = tuple[str, str, Callable[[Array], Array]]
"""A name, a description, and a formula that computes results from rows of terms."""


def moments(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: formulas that other software uses for the op."""
    if evidence.call.op not in REDUCTIONS or not get_format(evidence.call.inputs[0]).is_float:
        return
    rows = reduction_rows(evidence.call, evidence.inputs[0])[evidence.chosen]
    if not rows.shape[1]:
        return
    leaves = to_f64(rows).astype(get_format(compute_format(evidence.call.inputs)).dtype)
    for name, text, formula in _ways(evidence):

        def predict(positions: Array, formula: Callable[[Array], Array] = formula) -> Array:
            with np.errstate(all="ignore"):
                result = formula(leaves[positions])
            form = get_format(evidence.format)
            return narrow(result, form.name) if form.is_float else result.astype(form.dtype)

        yield from by_prediction(evidence, name, text, predict)


def _tree(rows: Array) -> Array:
    """Return the sums of the rows by T1."""
    while (n := rows.shape[1]) > 1:
        pairs = rows[:, 0 : n - 1 : 2] + rows[:, 1:n:2]
        rows = np.concatenate([pairs, rows[:, n - 1 :]], axis=1) if n % 2 else pairs
    return np.asarray(rows[:, 0])


def _mean(rows: Array) -> Array:
    return np.asarray(_tree(rows) / rows.dtype.type(rows.shape[1]))


def _squares(rows: Array) -> Array:
    deviations = rows - _mean(rows)[:, None]
    return _tree(deviations * deviations)


_FUSED = (
    (0, "the first square of each pair is fused into the addition of the other"),
    (1, "the second square of each pair is fused into the addition of the other"),
    (2, "squares are added from left to right by fma"),
)


def _fused_squares(rows: Array, first: int) -> Array:
    """Return sums of squares in which some additions are an fma.

    With `first` 0 or 1, the first additions of T1 are an fma: the square of the first or of the
    second term of each pair is not rounded. With 2, all terms are added in one chain of fma.
    """
    name = format_of(rows).name
    squares = rows * rows
    if first == 2:
        total = squares[:, 0]
        for k in range(1, rows.shape[1]):
            total = fma(rows[:, k], rows[:, k], total, name)
        return np.asarray(total)
    whole = rows.shape[1] - rows.shape[1] % 2
    leaf = rows[:, first:whole:2]
    pairs = fma(leaf, leaf, squares[:, 1 - first : whole : 2], name)
    return _tree(np.concatenate([pairs, squares[:, whole:]], axis=1))


def _fused_norm(rows: Array, first: int) -> Array:
    return np.asarray(np.sqrt(_fused_squares(rows, first)))


def _prod(evidence: Evidence) -> Iterator[Way]:
    def sequential(rows: Array) -> Array:
        return np.asarray(np.multiply.accumulate(rows, axis=1)[:, -1])

    def wide(rows: Array) -> Array:
        return sequential(rows.astype(np.float64))

    yield "sequential-product", "multiplies from left to right; the tree is T1 (T3)", sequential
    yield "accumulator:f64", "multiplies in binary64 (R4)", wide


def _variance(evidence: Evidence) -> Iterator[Way]:
    correction = evidence.call.attributes["correction"]
    assert isinstance(correction, int)

    def last(value: Array) -> Array:
        return np.asarray(np.sqrt(value)) if evidence.call.op == "std" else value

    def over(total: Array, rows: Array, less: int) -> Array:
        return np.asarray(total / rows.dtype.type(max(0, rows.shape[1] - less)))

    def one_pass(rows: Array) -> Array:
        squares = _tree(rows * rows) - _tree(rows) * _mean(rows)
        return last(over(squares, rows, correction))

    def wide(rows: Array) -> Array:
        leaves = rows.astype(np.float64)
        return last(over(_squares(leaves), leaves, correction))

    def unclamped(rows: Array) -> Array:
        return last(np.asarray(_squares(rows) / rows.dtype.type(rows.shape[1] - correction)))

    def reciprocal(rows: Array) -> Array:
        one = rows.dtype.type(1)
        return last(_squares(rows) * (one / rows.dtype.type(max(0, rows.shape[1] - correction))))

    def with_correction(less: int) -> Way:
        text = f"divides by n - {less} for any correction (T3)"
        return "correction", text, lambda rows: last(over(_squares(rows), rows, less))

    def fused(rows: Array, first: int) -> Array:
        deviations = rows - _mean(rows)[:, None]
        return last(over(_fused_squares(deviations, first), rows, correction))

    for first, what in _FUSED:
        yield "fused-squares", f"{what} (T3)", partial(fused, first=first)
    yield from (with_correction(less) for less in (0, 1) if less != correction)
    yield "unclamped-divisor", "divides by n - correction where that is below 0 (T3)", unclamped
    yield "one-pass", "subtracts n times the squared mean from the sum of squares (T3)", one_pass
    yield "reciprocal", "multiplies by the rounded reciprocal of the divisor (T3)", reciprocal
    yield "accumulator:f64", "computes in binary64 (R4)", wide


def _norm(evidence: Evidence) -> Iterator[Way]:
    order = evidence.call.attributes["ord"]

    def wide(rows: Array) -> Array:
        leaves = np.abs(rows.astype(np.float64))
        return _tree(leaves) if order == 1 else np.asarray(np.sqrt(_tree(leaves * leaves)))

    def scaled(rows: Array) -> Array:
        largest = np.abs(rows).max(axis=1)
        parts = rows / np.where(largest > 0, largest, 1)[:, None]
        return np.asarray(largest * np.sqrt(_tree(parts * parts)))

    def ignoring(rows: Array) -> Array:
        return np.asarray(np.fmax.reduce(np.abs(rows), axis=1))

    if order == "inf":
        yield "nan-ignored", "a NaN is passed over; it must propagate (S3)", ignoring
        return
    if order == 2:
        for first, what in _FUSED:
            words = f"{what} (T3)"
            yield "fused-squares", words, partial(_fused_norm, first=first)
    yield "accumulator:f64", "computes in binary64 (R4)", wide
    if order == 2:
        yield "scaled", "divides by the greatest magnitude first; nothing is scaled (T3)", scaled


def _logsumexp(evidence: Evidence) -> Iterator[Way]:
    def unshifted(rows: Array) -> Array:
        powers = np.exp(rows.astype(np.float64)).astype(np.float32)
        return np.log(_tree(powers).astype(np.float64)).astype(np.float32)

    def wide(rows: Array) -> Array:
        leaves = rows.astype(np.float64)
        m = leaves.max(axis=1)
        shift = np.where(np.isinf(m), 0, m)
        return np.asarray(shift + np.log(_tree(np.exp(leaves - shift[:, None]))))

    yield "unshifted", "takes the exponentials without subtracting the maximum (T3)", unshifted
    yield "accumulator:f64", "computes in binary64 and rounds once (R4)", wide


def _truth(evidence: Evidence) -> Iterator[Way]:
    def count(truth: Array) -> Array:
        if evidence.call.op == "any":
            return np.asarray(truth.any(axis=1))
        return np.asarray(truth.all(axis=1) if evidence.call.op == "all" else truth.sum(axis=1))

    def without_nan(rows: Array) -> Array:
        return count((rows != 0) & ~np.isnan(rows))

    def with_minus_zero(rows: Array) -> Array:
        return count((rows != 0) | np.signbit(rows))

    yield "nan-is-false", "a NaN counts as zero; it is true (R5)", without_nan
    yield "minus-zero-is-true", "a -0 counts as true; it is zero (R5)", with_minus_zero


def _ways(evidence: Evidence) -> Iterator[Way]:
    """Yield the wrong formulas for the op of the evidence."""
    op = get_op(evidence.call.op)
    attributes = {a.name for a in op.attributes}
    if "correction" in attributes:
        yield from _variance(evidence)
    elif "ord" in attributes:
        yield from _norm(evidence)
    elif "R5" in op.clauses:
        yield from _truth(evidence)
    elif op.name == "prod":
        yield from _prod(evidence)
    elif op.name == "logsumexp":
        yield from _logsumexp(evidence)
