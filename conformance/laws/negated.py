"""Negated: on the branch x <= 0 a factor keeps its sign, even if it is negative (S4.7)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.attributes import Attribute


def _factor(specimen: Specimen) -> Attribute | None:
    """Return the real attribute that is a factor, or None if the op has none.

    A factor may be zero, unlike a divisor.
    """
    op = get_op(specimen.call.op)
    real = (a for a in op.attributes if a.real and not a.nonzero)
    return next(real, None) if op.op_class == "round" else None


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Check that negating the attribute negates results where x <= 0 and nothing else."""
    call, factor = specimen.call, _factor(specimen)
    assert factor is not None
    (x,) = specimen.operands()
    value = call.attributes[factor.name]
    assert isinstance(value, float)
    other = replace(call, attributes={**call.attributes, factor.name: -value})
    (base,) = bench.run(call, [x])
    form = get_format(call.outputs[0])
    sign = base.dtype.type(form.sign_mask)
    nan = (base & ~sign) == form.canonical_nan
    with np.errstate(invalid="ignore"):
        wanted = np.where(np.less_equal(x, 0) & ~nan, base ^ sign, base)
    text = f"with {factor.name} {-value:g} results are not those with {value:g}, negated at x <= 0"
    sides = (f"negated results with {value:g}", f"with {-value:g}")
    return bench.differs(specimen, [wanted], bench.run(other, [x]), text, sides)


LAW = Law(
    name="negated",
    says="a negated factor of the branch below zero negates the results there",
    rules=("S4.7",),
    check=check,
    rank="values",
    applies=lambda specimen: _factor(specimen) is not None,
)
