"""Hypotheses about sum_exact and dot_exact: rounding at each step, or twice at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import collapse_odd, narrow, to_f64
from samebits.conformance.reveal.layout import reduction_rows
from samebits.spec.catalog import get_op
from samebits.spec.families.exact_sums import exact_dot, exact_sum

Sums = Callable[[Array], Array]


def exact_sums(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by sums that are rounded at every step, or twice at the end (T10)."""
    rule = get_op(evidence.call.op).shape_rule
    with np.errstate(all="ignore"):
        if rule is exact_sum:
            rows = to_f64(reduction_rows(evidence.call, evidence.inputs[0])[evidence.chosen])
        elif rule is exact_dot:
            rows = (to_f64(evidence.inputs[0]) * to_f64(evidence.inputs[1]))[None, :]
        else:
            return
    if rule is exact_dot:
        low = to_f64(narrow(rows.reshape(-1), "f32")).reshape(rows.shape)
        yield from _by(evidence, "rounded-products", "products are rounded to f32", low, _exactly)
    for name in ("f64", "f32"):
        text = f"the exact sum is rounded to {name} before {evidence.format}"

        def twice(x: Array, name: str = name) -> Array:
            return _nearest(x) if name == "f64" else to_f64(narrow(_exactly(x), name))

        if name not in (evidence.format, evidence.call.inputs[0]):
            yield from _by(evidence, "double-rounding", text, rows, twice)
    for dtype in (np.float64, np.float32):
        for name, text, sums in (
            ("tree", "the terms are added on the tree T1", _pairwise),
            ("running", "the terms are added from left to right", _running),
        ):

            def rounded(x: Array, dtype: type = dtype, sums: Sums = sums) -> Array:
                return sums(x.astype(dtype)).astype(np.float64)

            label = f"{name}-{np.dtype(dtype).name}"
            yield from _by(evidence, label, f"{text} in {np.dtype(dtype).name}", rows, rounded)


def _by(evidence: Evidence, name: str, text: str, rows: Array, sums: Sums) -> Iterator[Explanation]:
    def predict(positions: Array) -> Array:
        with np.errstate(all="ignore"):
            return narrow(sums(rows[positions]), evidence.format)

    yield from by_prediction(evidence, f"exact:{name}", f"{text} (T10)", predict)


def _nearest(rows: Array) -> Array:
    """Return the exact sum of each row, rounded to binary64."""
    from samebits.oracles import numpy_route

    call = get_op("sum_exact").call(["f64"], axes=(1,))
    return np.asarray(numpy_route.evaluate(call, [rows])[0])


def _exactly(rows: Array) -> Array:
    """Return the exact sum of each row, rounded to odd in binary64, ready for a second rounding."""
    nearest = _nearest(rows)
    rest = _nearest(np.concatenate([rows, -nearest[:, None]], axis=1))
    return collapse_odd(nearest, rest)


def _pairwise(rows: Array) -> Array:
    while (n := rows.shape[1]) > 1:
        pairs = rows[:, 0 : n - 1 : 2] + rows[:, 1:n:2]
        rows = np.concatenate([pairs, rows[:, n - n % 2 :]], axis=1)
    return np.asarray(rows[:, 0]) if rows.shape[1] else np.zeros(len(rows), rows.dtype)


def _running(rows: Array) -> Array:
    if not rows.shape[1]:
        return np.zeros(len(rows), rows.dtype)
    return np.asarray(np.add.accumulate(rows, axis=1)[:, -1])
