"""Whether all elements are true after a cast to bool (clauses R5, T3); true for no elements."""

from __future__ import annotations

from typing import Any

from samebits.spec.families.reductions import AXES, signatures_to
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks, Steps
from samebits.spec.language.shapes import reduction
from samebits.spec.language.steps import count_of

OP = Op(
    name="all",
    op_class="tree",
    summary="whether every element over the axes is other than zero; NaN is not a zero",
    operands=("x",),
    signatures=signatures_to("bool"),
    shape_rule=reduction,
    clauses=("R5", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
)


def _steps(run: Steps, x: Any) -> Any:
    return count_of(run, x) == run.count


LANDMARKS = ReductionLandmarks(dense=None, exponents=None, drawn=None, extreme=None, steps=_steps)
