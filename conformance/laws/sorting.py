"""Sorting: a sort is an ordered permutation of its operand, including NaN payloads (clause S3).

The law computes the right value: equal elements keep their order, so only one permutation is right.
"""

from __future__ import annotations

import numpy as np

from samebits.conformance.laws.keys import sort_keys
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families import ordering
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to the ops that sort."""
    return get_op(specimen.call.op).shape_rule in (ordering.sort, ordering.topk)


def right_order(call: Call, bits: Bits, axis: int) -> Bits:
    """Return the right permutation along the axis, which is stable, as int64."""
    down = bool(call.attributes["largest" if call.op == "topk" else "descending"])
    keys = sort_keys(bits, call.inputs[0], descending=down)
    order = np.argsort(keys, axis=axis, kind="stable").astype(np.int64)
    if call.op != "topk":
        return order
    return order[(slice(None),) * axis + (slice(int(str(call.attributes["k"]))),)]


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the results with the only right order of the operand's bits."""
    call, operands = specimen.call, specimen.operands()
    bits = bits_of(operands[0])
    (axis,) = normalize_axes(call.op, call.attributes["axis"], bits.ndim)
    order = right_order(call, bits, axis)
    values, places = np.take_along_axis(bits, order, axis), order.view(np.uint64)
    wanted = [places] if call.op == "argsort" else [values, places][: len(call.outputs)]
    got = bench.run(call, operands)
    text = _wrong_in(call, wanted, got, bits, axis)
    return bench.differs(specimen, wanted, got, text, ("the one right order", "the result"))


def _wrong_in(call: Call, wanted: list[Bits], got: list[Bits], bits: Bits, axis: int) -> str:
    """Describe the error: wrong elements, or the right elements in a wrong order."""
    if call.op == "argsort" and not np.array_equal(np.sort(got[0], axis), np.sort(wanted[0], axis)):
        return "the indices of argsort are not a permutation"
    if call.op == "sort" and not np.array_equal(np.sort(got[0], axis), np.sort(bits, axis)):
        return "the sorted elements are not a permutation of the operand's"
    return "the elements are not in the order of S3, with equal elements in their original order"


LAW = Law(
    name="sorting",
    says="a sort is the one stable permutation of its operands in order, bits unchanged",
    rules=("S2.2", "S3.6", "S3.7"),
    check=check,
    rank="values",
    applies=concerns,
    in_smoke=True,
    large=True,
    stretches=True,
)
