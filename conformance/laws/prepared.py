"""Prepared calls and second sessions: each way to make a call gives the bits of a plain call.

`samebits.numpy` and `samebits.torch` never make a plain call. They prepare a call once and make it
many times: on repeated operands, in place, with a new seed each time, and on lists of tensors. A
program may open a device several times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from samebits.backends.hosting.demands import need_ways, offered_ways
from samebits.backends.hosting.ways import ANOTHER_SESSION, has_place
from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law, NotApplicableError
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.shapes import elementwise


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Make the call in each way that the session offers, and compare with the plain call."""
    bench.need(need_ways)
    call = specimen.call
    if not bench.session.supports(call):
        bench.need_call(call)
        raise NotApplicableError(
            "the session runs this op node by node; the law is checked on the nodes"
        )
    operands = specimen.operands()
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])
    form = np.empty(shapes[0], get_format(call.outputs[0]).dtype)
    for way in offered_ways(bench.session):
        for given, whole in _asked(way, specimen, operands, form):
            base = bench.run(call, whole)
            other = bench.run_in_way(way, call, given, shapes)
            text = f"other bits where the call is made {_WORDS[way]}"
            finding = bench.differs(specimen, base, other, text, ("by run", way))
            if finding:
                return finding
    return None


_WORDS = {
    "prepared": "by a prepared call",
    "repeated": "by a prepared call that repeats its operands",
    "in place": "by a prepared call with a result that is an operand",
    "seeded": "by a prepared call that takes its seed each time",
    "listed": "by a prepared call on a list of operands",
    ANOTHER_SESSION: "in a second session of the device",
}


def _asked(
    way: str, specimen: Specimen, operands: Sequence[Array], form: Array
) -> Iterator[tuple[Sequence[Array], Sequence[Array]]]:
    """Yield pairs: operands for a way, and equivalent operands for the plain call."""
    if way == "repeated":
        if get_op(specimen.call.op).shape_rule is elementwise and operands:
            yield operands, operands
            for kept in range(len(operands)) if len(operands) > 1 else ():
                given = [x if i == kept else _first(x) for i, x in enumerate(operands)]
                yield given, [_whole(x, form.shape) for x in given]
    elif way == "seeded":
        if "seed" in specimen.call.attributes:
            yield operands, operands
    elif way == ANOTHER_SESSION:  # the second call closes it, then a plain call follows
        yield from ((operands, operands),) * 2
    elif way != "in place" or (operands and has_place(operands, form)):
        yield operands, operands


def _first(x: Array) -> Array:
    """Return the first element along the last axis, as an axis of size 1."""
    return x[..., :1] if x.ndim else x


def _whole(x: Array, shape: tuple[int, ...]) -> Array:
    whole = np.array(np.broadcast_to(x, shape))
    whole.flags.writeable = False
    return whole


LAW = Law(
    name="prepared",
    says="prepared calls, in place, seeded or on lists, and a second session have the plain bits",
    rules=("C1.3",),
    check=check,
    rank="calls",
    needs=frozenset({"ways", "whole"}),
)
