"""Norm of order 1, 2 or infinity (clause T3): sums T1, or the largest magnitude."""

from __future__ import annotations

from typing import Any

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES, ORD, norm
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Ref
from samebits.spec.language.landmarks import ReductionLandmarks, Steps
from samebits.spec.language.signatures import tree_signatures

OP = Op(
    name="norm",
    op_class="tree",
    summary="T1 of abs(x), or root of T1 of x * x, or max abs(x); +0 for no elements",
    operands=("x",),
    signatures=tree_signatures(),
    shape_rule=norm,
    clauses=("R4", "S1", "S3", "T1", "T2", "T3"),
    profile="reduce",
    attributes=(*AXES, ORD),
    gradients=link("norm_gradient", "x", "result", ord=Ref("ord")),
)


def _steps(run: Steps, x: Any) -> Any:
    if run.call.attributes["ord"] == "inf":
        return run.reduce("max", run("abs", x))
    if run.call.attributes["ord"] == 1:
        return run.reduce("sum", run("abs", x))
    return run("sqrt", run.reduce("sum", run("mul", x, x)))


LANDMARKS = ReductionLandmarks(
    dense=None, exponents=(-5, 5), drawn=None, extreme=None, steps=_steps
)
