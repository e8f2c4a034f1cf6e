"""logsumexp: m + log(T1 of exp(x - m)); its nodes use the oracles of exp and log (T3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.arithmetic import add, negate
from samebits.oracles.lazily import mpmath
from samebits.oracles.moments import greatest, rounded
from samebits.oracles.ops import exp, log
from samebits.oracles.reductions import Array, array_of, rows_of
from samebits.oracles.rounding import Real, decode, round_to, zero
from samebits.oracles.trees import sum_balanced
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, compute_format
from samebits.spec.language.call import Call


class LogSumExp:
    """The oracle: the exponentials of all rows, then a tree for each row, then the logarithms."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Reduce the axes of the call. Raises OracleDisagreement if the libraries differ."""
        (x,), (source,), (output,) = inputs, call.inputs, call.outputs
        compute = compute_format(call.inputs)
        (shape,) = get_op(call.op).output_shapes(call, [x.shape])
        rows = [[decode(p, source) for p in row] for row in rows_of(call, x)]
        shifts = [_shift(row) for row in rows]
        leaves = [
            [rounded(add(value, negate(m)), compute) for value in row]
            for row, m in zip(rows, shifts, strict=True)
        ]
        powers = iter(_applied("exp", [value for row in leaves for value in row], compute))
        sums = [sum_balanced([next(powers) for _ in row], compute) for row in leaves]
        results = [
            round_to(rounded(add(m, logarithm), compute), output)
            for m, logarithm in zip(shifts, _applied("log", sums, compute), strict=True)
        ]
        return [array_of(results, shape, output)]


def _shift(row: Sequence[Real]) -> Real:
    """Return the maximum if it is finite or NaN, and otherwise +0; +0 also for an empty row."""
    m = greatest(row) if row else zero(False)
    return zero(False) if m.kind == "infinite" else m


def _applied(name: str, values: Sequence[Real], compute: str) -> list[Real]:
    operand = array_of([round_to(v, compute) for v in values], (len(values),), compute)
    oracle = {"exp": exp.ORACLE, "log": log.ORACLE}[name]
    (result,) = oracle.evaluate(get_op(name).call([compute]), [operand])
    return [decode(p, compute) for p in np.asarray(bits_of(result)).tolist()]


ORACLE = LogSumExp()

DEFINITION = on_arrays.reduced(
    lambda call, rows: on_arrays.each(mpmath.log, on_arrays.each(mpmath.exp, rows).sum(axis=1))
)
