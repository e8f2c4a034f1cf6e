"""Mirrored: a negated operand negates an aligned contraction, except for zeros (clause T11).

Integers are rounded and clamped in the same way on both sides of zero, and so are blocks and their
sums. Only the sign of a zero may stay: an exact zero is +0 in both results.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families.aligned import SHAPE_RULES
from samebits.spec.formats import bits_of, from_bits, get_format, is_nan_bits


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to aligned contractions without a bias.

    A bias would have to be negated too.
    """
    return get_op(specimen.call.op).shape_rule in SHAPE_RULES and len(specimen.shapes) == 2


def _negated(x: Array, name: str) -> Array:
    bits = bits_of(x) ^ get_format(name).bits_dtype.type(get_format(name).sign_mask)
    negated = from_bits(bits, name)
    negated.flags.writeable = False
    return negated


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Negate the first operand, then the second, and compare with the negated result."""
    call, operands = specimen.call, specimen.operands()
    name = call.outputs[0]
    (base,) = bench.run(call, operands)
    sign = base.dtype.type(get_format(name).sign_mask)
    plain = is_nan_bits(base, name) | ((base & ~sign) == 0)
    for place in (0, 1):
        other = list(operands)
        other[place] = _negated(operands[place], call.inputs[place])
        (got,) = bench.run(call, other)
        got = np.where((got & ~sign) == 0, base & sign, got)  # the sign of a zero is free
        wanted = np.where(plain, base, base ^ sign)
        text = f"operand {place} negated does not negate the results"
        sides = ("negated results", "with the negated operand")
        finding = bench.differs(specimen, [wanted], [got], text, sides)
        if finding:
            return finding
    return None


LAW = Law(
    name="mirrored",
    says="a negated operand negates an aligned contraction, except zeros",
    rules=("T11.5", "T11.6"),
    check=check,
    rank="values",
    applies=concerns,
)
