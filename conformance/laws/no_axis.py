"""No axis: a reduction over no axis reduces each element as if along an axis of size 1 (T2)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families.reduction_gradients import SHAPE_RULES as GRADIENTS
from samebits.spec.formats import FORMATS


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to reductions over axes, but not to their gradients.

    Moves along axes are excluded too, because they lack `keepdims`.
    """
    op = get_op(specimen.call.op)
    reduces = {"axes", "keepdims"} <= {a.name for a in op.attributes}
    return reduces and op.shape_rule not in GRADIENTS


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare a reduction over no axis with a reduction over an added axis of size 1.

    The operand begins with -0 and +0.
    """
    call = specimen.call
    inputs = [x.reshape(-1)[:64].copy() for x in specimen.operands()]
    if FORMATS[call.inputs[0]].is_float:
        inputs[0][:2] = np.array([-0.0, 0.0], inputs[0].dtype)
    plain = {**call.attributes, "keepdims": False}
    none = replace(call, attributes={**plain, "axes": ()})
    one = replace(call, attributes={**plain, "axes": (1,)})
    text = "reduced over no axis, elements give other bits than over an axis of size 1"
    sides = ("over no axis", "over an axis of size 1")
    base, other = bench.run(none, inputs), bench.run(one, [x[:, None] for x in inputs])
    return bench.differs(specimen, base, other, text, sides)


LAW = Law(
    name="no_axis",
    says="a reduction over no axis reduces every element alone",
    rules=("T2.2",),
    check=check,
    rank="values",
    applies=concerns,
)
