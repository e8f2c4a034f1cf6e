"""Prefix: an element of a scan is the sum or product of only its prefix (clause T6)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch import part
from samebits.conformance.laws.law import Bench, Bits, Finding, Law, NotApplicableError
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families.scans import scan
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

_WHOLE = {"cumsum": "sum", "cumprod": "prod"}


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare with separate scans of prefixes, and with their sums if the op `sum` has the formats.

    If the session does not support the sum, the scans are still compared. NotApplicableError is
    raised afterwards, because the law was only checked in part.
    """
    call, operands = specimen.call, specimen.operands()
    (axis,) = normalize_axes(call.op, call.attributes["axis"], operands[0].ndim)
    base = bench.run(call, operands)
    total = _sum_call(call, axis)
    lacking = total is not None and bench.refusal(total) is not None
    for n in _lengths(operands[0].shape[axis]):
        prefix = [part(operands[0], axis, 0, n)]
        text = f"the first {n} elements of axis {axis} scanned alone give other bits"
        finding = bench.differs(specimen, _cut(base, axis, 0, n), bench.run(call, prefix), text)
        if finding is None and total is not None and not lacking:
            whole = f"the {_WHOLE[call.op]} of the elements up to it"
            text = f"element {n - 1} of axis {axis} is not {whole}"
            last = _cut(base, axis, n - 1, n)
            finding = bench.differs(specimen, last, bench.run(total, prefix), text)
        if finding:
            return finding
    if lacking:
        raise NotApplicableError(f"the session does not support {total}, which sums the prefixes")
    return None


def _cut(bits: Sequence[Bits], axis: int, start: int, stop: int) -> list[Bits]:
    cut: list[Array] = [part(x, axis, start, stop) for x in bits]
    return cut


def _lengths(size: int) -> list[int]:
    """Return the lengths at and next to every power of two, and the whole length."""
    found = {(1 << k) + d for k in range(size.bit_length()) for d in (-1, 0, 1)}
    return sorted(n for n in found | {size} if 1 <= n <= size)


def _sum_call(call: Call, axis: int) -> Call | None:
    """Return the call of sum or prod with the same formats along the axis, or None."""
    op = get_op(_WHOLE[call.op])
    if (call.inputs, call.outputs) not in op.signatures:
        return None
    return op.call(call.inputs, call.outputs, axes=(axis,), keepdims=True)


LAW = Law(
    name="prefix",
    says="an element of a scan is the reduction of its prefix, whatever follows",
    rules=("T6.1", "T6.2"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=lambda specimen: get_op(specimen.call.op).shape_rule is scan,
    in_smoke=True,
)
