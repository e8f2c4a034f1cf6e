"""Formulas: a reduction that is a formula has the bits of its steps (clause T3).

mean, var, std, norm, logsumexp, any, all and count_nonzero are declared as trees, but the spec
makes them of other ops, each rounded. The steps are run by the session's own ops in the compute
format; an op that answers from a list cannot agree with its steps on operands that are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law, as_array
from samebits.conformance.laws.specimens import Specimen
from samebits.spec.call import Call
from samebits.spec.formats import compute_format, get_format
from samebits.spec.shapes import normalize_axes


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of one call: ops of the session on arrays in the compute format, axes kept."""

    bench: Bench
    call: Call
    axes: tuple[int, ...]
    count: int
    format: str

    def __call__(self, op: str, *inputs: Array, to: str = "", **attributes: Any) -> Array:
        bits = self.bench.node(op, inputs, to, **attributes)
        return as_array(bits, to or self.format)

    def reduce(self, op: str, x: Array, to: str = "") -> Array:
        """A reduction over the axes of the call."""
        return self(op, x, to=to, axes=self.axes, keepdims=True)

    def number(self, value: int, like: Array) -> Array:
        """An integer, rounded once to the compute format, in the shape of an operand."""
        return np.full(like.shape, get_format(self.format).dtype.type(value))


def _mean(run: _Steps, x: Array) -> Array:
    total = run.reduce("sum", x)
    return run("div", total, run.number(run.count, total))


def _variance(run: _Steps, x: Array) -> Array:
    d = run("sub", x, _mean(run, x))
    total = run.reduce("sum", run("mul", d, d))
    divisor = max(0, run.count - int(str(run.call.attributes["correction"])))
    return run("div", total, run.number(divisor, total))


def _norm(run: _Steps, x: Array) -> Array:
    if run.call.attributes["ord"] == 1:
        return run.reduce("sum", run("abs", x))
    return run("sqrt", run.reduce("sum", run("mul", x, x)))


def _logsumexp(run: _Steps, x: Array) -> Array:
    m = run.reduce("max", x)
    m = np.where(np.isinf(m), m.dtype.type(0), m)
    total = run.reduce("sum", run("exp", run("sub", x, m)))
    return run("add", m, run("log", total))


def _count(run: _Steps, x: Array) -> Array:
    counted = run.reduce("sum", run("cast", x, to="bool"), to="i64")
    if run.call.op == "count_nonzero":
        return counted
    return np.asarray(counted > 0 if run.call.op == "any" else counted == run.count)


_FORMULAS: Mapping[str, Callable[[_Steps, Array], Array]] = {
    "mean": _mean,
    "var": _variance,
    "std": lambda run, x: run("sqrt", _variance(run, x)),
    "norm": _norm,
    "logsumexp": _logsumexp,
    "any": _count,
    "all": _count,
    "count_nonzero": _count,
}


def concerns(specimen: Specimen) -> bool:
    """The formulas of T3; the norm of infinite order is an extreme."""
    return specimen.call.op in _FORMULAS and specimen.call.attributes.get("ord") != "inf"


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Run the steps, then the op as one call."""
    call, (x,) = specimen.call, specimen.operands()
    axes = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    count = int(np.prod([x.shape[a] for a in axes], dtype=np.int64))
    truth = _FORMULAS[call.op] is _count
    run = _Steps(bench, call, axes, count, "" if truth else compute_format(call.inputs))
    if not truth and call.inputs[0] != run.format:
        x = run("cast", x, to=run.format)
    result = _FORMULAS[call.op](run, x)
    if not truth and call.outputs[0] != run.format:
        result = run("cast", result, to=call.outputs[0])
    (got,) = bench.run(call, specimen.operands())
    wanted = result.view(got.dtype).reshape(got.shape)
    text = f"{call.op} as one call gives other bits than its formula, step by step"
    return bench.differs(specimen, [wanted], [got], text, ("step by step", "as one call"))


LAW = Law(
    name="formulas",
    says="mean, var, std, norm, logsumexp and counts have the bits of their formula's steps",
    clauses=("T3", "R4"),
    check=check,
    rank="values",
    applies=concerns,
    in_smoke=True,
    large=True,
)
