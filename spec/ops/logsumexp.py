"""Logarithm of the sum of exponentials (clause T3), shifted by the maximum."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks, Steps
from samebits.spec.language.shapes import reduction
from samebits.spec.language.signatures import tree_signatures

OP = Op(
    name="logsumexp",
    op_class="tree",
    summary="m + log(T1 of exp(x - m)), where m is max(x), or +0 if max(x) is infinite",
    operands=("x",),
    signatures=tree_signatures(),
    shape_rule=reduction,
    clauses=("R4", "S1", "T1", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
    gradients=link("logsumexp_gradient", "x", "result"),
)


def _steps(run: Steps, x: Any) -> Any:
    m = run.reduce("max", x)
    m = np.where(np.isinf(m), m.dtype.type(0), m)
    total = run.reduce("sum", run("exp", run("sub", x, m)))
    return run("add", m, run("log", total))


LANDMARKS = ReductionLandmarks(
    dense=None, exponents=(-3, 3), drawn=None, extreme=None, steps=_steps
)
