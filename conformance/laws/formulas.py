"""Formulas: a reduction that a formula defines has the bits of the formula's steps (clause T3).

The specification defines some reductions by steps of other ops, each rounded. The landmarks of the
op contain these steps. The session's own ops run them in the compute format. An op that returns
stored answers cannot agree with its steps on random operands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law, as_array
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import landmarks_of
from samebits.spec.formats import compute_format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import normalize_axes


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of one formula: calls of the session's ops on arrays in the compute format."""

    bench: Bench
    call: Call
    axes: tuple[int, ...]
    count: int
    format: str

    def __call__(self, op: str, *inputs: Array, to: str = "", **attributes: Any) -> Array:
        bits = self.bench.node(op, inputs, to, **attributes)
        return as_array(bits, to or self.format)

    def reduce(self, op: str, x: Array, to: str = "") -> Array:
        """Return a reduction over the axes of the call."""
        return self(op, x, to=to, axes=self.axes, keepdims=True)

    def number(self, value: int, like: Array) -> Array:
        """Return an array of the shape of `like`, filled with an integer in the compute format."""
        return np.full(like.shape, get_format(self.format).dtype.type(value))


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to formulas of T3 except max norms, which are extremes."""
    landmarks = landmarks_of(specimen.call.op)
    given = isinstance(landmarks, ReductionLandmarks) and landmarks.steps is not None
    return given and specimen.call.attributes.get("ord") != "inf"


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the steps of the formula with the op as one call."""
    call, (x,) = specimen.call, specimen.operands()
    landmarks = landmarks_of(call.op)
    assert isinstance(landmarks, ReductionLandmarks)
    assert landmarks.steps is not None  # `concerns` has checked this
    axes = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    count = int(np.prod([x.shape[a] for a in axes], dtype=np.int64))
    whole = not get_format(call.outputs[0]).is_float  # for example counts
    run = _Steps(bench, call, axes, count, "" if whole else compute_format(call.inputs))
    if not whole and call.inputs[0] != run.format:
        x = run("cast", x, to=run.format)
    result = np.asarray(landmarks.steps(run, x))
    if not whole and call.outputs[0] != run.format:
        result = run("cast", result, to=call.outputs[0])
    (got,) = bench.run(call, specimen.operands())
    wanted = result.view(got.dtype).reshape(got.shape)
    text = f"{call.op} as one call gives other bits than its formula, step by step"
    return bench.differs(specimen, [wanted], [got], text, ("step by step", "as one call"))


LAW = Law(
    name="formulas",
    says="mean, var, std, norm, logsumexp and counts have the bits of their formula's steps",
    rules=("R4.2", "T3.mean", "T3.var.1", "T3.std", "T3.norm", "T3.logsumexp", "T3.4"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=concerns,
    in_smoke=True,
    large=True,
)
