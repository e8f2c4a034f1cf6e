"""Hypotheses about integers: saturation, wrong signs of products, sums in a float (R2, S2, T4)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.layout import PRODUCTS, contraction_rows
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.shapes import elementwise

_OTHER = {np.dtype(np.int8): np.uint8, np.dtype(np.uint8): np.int8}
_WIDEST = 64
_SMALLEST, _LARGEST = -(2**31), 2**31 - 1


def integers(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: one mistake in a sum of integer products, or in an op on two integers."""
    call = evidence.call
    op = get_op(call.op)
    if op.shape_rule is elementwise and get_format(evidence.format).kind in ("int", "uint"):
        yield from _of_elements(evidence)
    if call.op not in PRODUCTS or get_format(evidence.format).is_float:
        return
    a, b = contraction_rows(call, evidence.inputs, evidence.chosen)
    for swap_a, swap_b, what in ((True, False, "a"), (False, True, "b"), (True, True, "both")):
        left, right = _reread(a) if swap_a else a, _reread(b) if swap_b else b
        text = f"the signs of operand {what} are read wrongly (T4)"
        yield from _predicted(evidence, "signedness", text, _wrapped(_total(left, right)))
    text = "a sum beyond 32 bits saturates; it wraps modulo 2^32 (T4)"
    saturated = np.clip(_total(a, b), _SMALLEST, _LARGEST).astype(np.int32)
    yield from _predicted(evidence, "integer-saturated", text, saturated)
    text = "pairs of products saturate to 16 bits, as in the instruction for u8 by i8 (T4)"
    yield from _predicted(evidence, "integer-saturated", text, _saturated_pairs(a, b))
    text = "the sum passes through binary32 (T4)"
    through = np.clip(_total(a, b).astype(np.float32).astype(np.float64), _SMALLEST, _LARGEST)
    yield from _predicted(evidence, "through-f32", text, through.astype(np.int32))


def _of_elements(evidence: Evidence) -> Iterator[Explanation]:
    """Try a result that saturates. For ops on bits, try the other bitwise operations."""
    operands = evidence.operands()
    formats, limits = set(evidence.call.inputs), np.iinfo(get_format(evidence.format).dtype)
    if len(operands) != 2 or formats != {evidence.format}:
        return
    from samebits.oracles import numpy_route  # only a diagnosis needs it

    a, b = operands
    others = (np.bitwise_and, np.bitwise_or, np.bitwise_xor)
    if get_op(evidence.call.op).op_class == "move":
        for other in others:
            text = f"the bits are those of {other.__name__} (S2)"
            yield from _predicted(evidence, "other-bits", text, other(a, b))
        return
    if limits.bits < _WIDEST:
        wide = get_op(evidence.call.op).call(("i64", "i64"))
        exact = numpy_route.evaluate(wide, [a.astype(np.int64), b.astype(np.int64)])[0]
        text = "the result saturates at the ends of the format; it must wrap modulo 2^bits (R2)"
        stopped = np.clip(exact, limits.min, limits.max).astype(a.dtype)
        yield from _predicted(evidence, "integer-saturated", text, stopped)


def _predicted(evidence: Evidence, name: str, text: str, result: Array) -> Iterator[Explanation]:
    yield from by_prediction(evidence, name, text, lambda positions: result[positions])


def _reread(x: Array) -> Array:
    """Reinterpret int8 as uint8, or uint8 as int8."""
    return np.ascontiguousarray(x).view(_OTHER[x.dtype])


def _total(a: Array, b: Array) -> Array:
    return np.asarray((a.astype(np.int64) * b.astype(np.int64)).sum(axis=1))


def _wrapped(total: Array) -> Array:
    return total.astype(np.int32)


def _saturated_pairs(a: Array, b: Array) -> Array:
    products = a.astype(np.int64) * b.astype(np.int64)
    if products.shape[1] % 2:
        products = np.pad(products, ((0, 0), (0, 1)))
    pairs = products[:, ::2] + products[:, 1::2]
    return _wrapped(np.clip(pairs, -(2**15), 2**15 - 1).sum(axis=1))
