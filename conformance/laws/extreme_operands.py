"""Extremes: a maximum or minimum is one of the operands, and no operand exceeds it (S3).

The law computes the right value: it finds the extreme among the operands' bits as integers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.keys import extreme_keys
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.reveal.layout import reduction_rows
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import ArithmeticLandmarks, ReductionLandmarks


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to extremes over axes or of pairs, indices, max norms."""
    return _kind(specimen.call) is not None or _is_greatest_magnitude(specimen.call)


def _kind(call: Call) -> Literal["greatest", "least"] | None:
    """Return the kind of extreme in the op's landmarks, or None if it computes no extreme."""
    landmarks = landmarks_of(call.op)
    if isinstance(landmarks, ReductionLandmarks | ArithmeticLandmarks):
        return landmarks.extreme
    return None


def _is_index(call: Call) -> bool:
    """Return whether the op returns indices."""
    return all(outputs == ("i64",) for _, outputs in get_op(call.op).signatures)


def _is_greatest_magnitude(call: Call) -> bool:
    return call.attributes.get("ord") == "inf"


def terms(call: Call, operands: list[Array]) -> Bits:
    """Return the bits of the candidates for each result, in the shape [results, candidates]."""
    if len(operands) > 1:
        return np.stack([bits_of(x).reshape(-1) for x in operands], axis=1)
    rows = bits_of(reduction_rows(call, operands[0]))
    if _is_greatest_magnitude(call):
        rows = np.asarray(rows & rows.dtype.type(get_format(call.inputs[0]).sign_mask - 1))
    return rows


def extreme(call: Call, operands: list[Array]) -> Bits:
    """Return the right bits as a flat array."""
    source, target = call.inputs[0], call.outputs[0]
    rows = terms(call, operands)
    keys = extreme_keys(rows, source, least=_kind(call) == "least")
    places = np.argmax(keys, axis=1)  # the first of equal extremes
    if _is_index(call):
        return np.asarray(places.astype(np.int64).view(np.uint64))
    found = from_bits(rows[np.arange(len(rows)), places], source)
    # This conversion is exact, because the format is never narrower.
    bits = bits_of(np.asarray(found.astype(get_format(target).dtype)))
    return canonicalize_nan(bits, target) if get_format(target).is_float else bits


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Check the operands of the specimen, and `wild` operands with NaN, infinities and zeros."""
    for put in dict.fromkeys((specimen, replace(specimen, flavour="wild"))):
        operands = put.operands()
        (got,) = bench.run(put.call, operands)
        wanted = extreme(put.call, operands).reshape(got.shape)
        text = "a result is not the extreme of its operands"
        if not _is_index(put.call) and put.call.inputs[0] == put.call.outputs[0]:
            among = (terms(put.call, operands) == got.reshape(-1, 1)).any(axis=1)
            if not (among | (got == wanted).reshape(-1)).all():
                text = "a result is none of its operands"
        finding = bench.differs(put, [wanted], [got], text, ("the extreme", "the result"))
        if finding:
            return finding
    return None


LAW = Law(
    name="extremes",
    says="an extreme is one of its operands, none exceeds it, and an index is the first of equals",
    rules=("S3.4", "S3.5", "T3.2"),
    check=check,
    rank="values",
    applies=concerns,
    in_smoke=True,
    large=True,
    stretches=True,
)
