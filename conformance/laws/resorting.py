"""Resorting: sort, argsort and topk of one backend agree with each other (clause S3).

A sorted array sorts to itself, the elements at the indices of argsort are the sorted elements, and
topk is the head of both results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families import ordering
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to the ops that sort."""
    return get_op(specimen.call.op).shape_rule in (ordering.sort, ordering.topk)


def _run(bench: Bench, call: Call, inputs: Sequence[Array]) -> Array:
    bench.need_call(call)
    return bench.run(call, inputs)[0]


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the op with the two other ops on the same operand."""
    call, (x,) = specimen.call, specimen.operands()
    name, given = call.inputs[0], call.attributes
    (axis,) = normalize_axes(call.op, given["axis"], x.ndim)
    down = given["largest"] if call.op == "topk" else given["descending"]
    base = bench.run(call, [x])
    options: dict[str, Any] = {"axis": axis, "descending": down}
    if call.op == "sort":
        again = _run(bench, call, [from_bits(base[0], name)])
        return bench.differs(specimen, base, [again], "the sorted array sorts to other bits")
    ordered = _run(bench, get_op("sort").call([name], **options), [x])
    if call.op == "argsort":
        taken = np.take_along_axis(bits_of(x), base[0].view(np.int64), axis)
        equal = np.array_equal(taken, ordered)
        text = "the elements at argsort's places are not the sorted ones"
        return None if equal else Finding(text, specimen, ordered, taken, name)
    places = _run(bench, get_op("argsort").call([name], **options), [x])
    head = (slice(None),) * axis + (slice(base[0].shape[axis]),)
    text = "topk is not the head of sort and argsort"
    return bench.differs(specimen, base, [ordered[head], places[head]], text)


LAW = Law(
    name="resorting",
    says="sort, argsort and topk agree, and a sorted array sorts to itself",
    rules=("S3.6", "S3.7", "S3.8"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=concerns,
)
