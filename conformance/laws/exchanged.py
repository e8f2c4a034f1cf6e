"""Exchanged: swapping and transposing both operands of an aligned product transposes it.

In clause T11, the row and the column of an element are treated in the same way, each with its own
width. Therefore the widths are swapped too.
"""

from __future__ import annotations

import numpy as np

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families import aligned


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to aligned products of two matrices of one format.

    A product with a bias is excluded, because the bias belongs to columns.
    """
    call = specimen.call
    rule = get_op(call.op).shape_rule
    alike = len(call.inputs) == 2 and call.inputs[0] == call.inputs[1]
    return alike and rule in (aligned.matmul, aligned.bmm)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare `b.T @ a.T`, on views and with swapped widths, with the transposed product."""
    call, (a, b) = specimen.call, specimen.operands()
    widths = call.attributes["bits"]
    assert isinstance(widths, tuple)  # guaranteed by the declaration
    turned = get_op(call.op).call(
        call.inputs,
        call.outputs,
        bits=widths[::-1],
        transpose_a=call.attributes["transpose_b"],
        transpose_b=call.attributes["transpose_a"],
    )
    bench.need_call(turned)
    base = np.swapaxes(bench.run(call, [a, b])[0], -1, -2)
    got = bench.run(turned, [np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2)])
    text = "operands transposed and in each other's place, with their widths, give other bits"
    sides = ("transposed", "with operands exchanged")
    return bench.differs(specimen, [np.ascontiguousarray(base)], got, text, sides)


LAW = Law(
    name="exchanged",
    says="transposed operands with exchanged widths give the transposed aligned product",
    rules=("T11.2", "T11.5"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=concerns,
)
