"""Hypotheses about einsum: a different order of operand pairs or of sums (T4, G1)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.recompute import RecomputeError, recompute
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import get_op
from samebits.spec.families.einsum import einsum, parse
from samebits.spec.formats import from_bits
from samebits.spec.language.call import Call

MOST_ELEMENTS = 1 << 16
"""The largest number of operand elements for which an equation is evaluated again."""


def equations(evidence: Evidence) -> Iterator[Explanation]:
    """Try the letters of each operand in reverse order, then the operands in other orders."""
    call = evidence.call
    if get_op(call.op).shape_rule is not einsum:
        return
    if sum(x.size for x in evidence.inputs) > MOST_ELEMENTS:
        return
    equation = parse(call.op, call.attributes["equation"], len(call.inputs))
    turned = ",".join(letters[::-1] for letters in equation.operands)
    text = "letters that are summed together are flattened in the opposite order (T4)"
    inputs = [x.transpose() for x in evidence.inputs]
    yield from _as_if(evidence, "equation-letters", text, turned, range(len(inputs)), inputs)
    count = len(equation.operands)
    for order in itertools.permutations(range(count)):
        if order != tuple(range(count)):
            shown = ",".join(equation.operands[i] for i in order)
            text = f"operands are paired as if the equation began with {shown} (T4)"
            inputs = [evidence.inputs[i] for i in order]
            yield from _as_if(evidence, "equation-order", text, shown, order, inputs)


def _as_if(
    evidence: Evidence,
    name: str,
    text: str,
    operands: str,
    order: Sequence[int],
    inputs: Sequence[Array],
) -> Iterator[Explanation]:
    """Try a different equation that has the same exact value."""
    call = evidence.call
    result = str(call.attributes["equation"]).split("->")[1]
    formats = tuple(call.inputs[i] for i in order)
    other = Call(
        call.op, call.version, formats, call.outputs, {"equation": f"{operands}->{result}"}
    )
    if (other.inputs, other.outputs) not in get_op(call.op).signatures:
        return
    try:
        found = from_bits(recompute(other, inputs)[0], evidence.format).reshape(-1)
    except RecomputeError:
        return
    chosen = evidence.chosen
    yield from by_prediction(
        evidence, name, text, lambda positions: np.asarray(found[chosen[positions]])
    )
