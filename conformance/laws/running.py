"""Running a call for a law, so that what bits alone do not show is seen as well.

Every result is poisoned first. One that still holds poison is computed a second time over another
poison: what changes with the poison was never written, and no law may call that a dependence on
threads, batches or strides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.executor import execute_into, poison_of, poisoned
from samebits.backends.protocol import Array, Session
from samebits.conformance.buffers import other_poison_of
from samebits.conformance.errors import JudgeError
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format

Bits = np.ndarray[Any, Any]


class NeverWrittenError(JudgeError):
    """A result was left unwritten: `where` tells the elements of result `output`, `bits` them."""

    def __init__(self, call: Call, output: int, where: Bits, bits: Bits) -> None:
        count, first = int(where.sum()), np.argwhere(where)[0].tolist()
        super().__init__(
            f"{count} of {where.size} elements of result {output} of {call} were never written, "
            f"the first at {first} of shape {list(where.shape)}"
        )
        self.call, self.output, self.where, self.bits = call, output, where, bits


def run_into(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array] | None = None
) -> list[Bits]:
    """Run a call into `outputs` (poisoned by the caller), or fresh ones; returns copies of bits.

    Raises NeverWrittenError, and what the session raises.
    """
    if outputs is None:
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
    found = _run(session, call, inputs, outputs)
    held = [_holds(bits, poison_of(f)) for bits, f in zip(found, call.outputs, strict=True)]
    if not any(h.any() for h in held):
        return found
    for output, name in zip(outputs, call.outputs, strict=True):
        # Not `bits_of`, which copies what is not contiguous.
        pattern = np.asarray(other_poison_of(name), dtype=get_format(name).bits_dtype)
        output[...] = from_bits(pattern, name)
    again = _run(session, call, inputs, outputs)
    for i, (h, bits, name) in enumerate(zip(held, again, call.outputs, strict=True)):
        both = h & _holds(bits, other_poison_of(name))
        if both.any():
            raise NeverWrittenError(call, i, both, found[i])
    return found


def _holds(bits: Bits, pattern: int) -> Bits:
    return np.asarray(bits == bits.dtype.type(pattern))


def _run(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> list[Bits]:
    execute_into(session, call, inputs, outputs)
    return [bits_of(output).copy() for output in outputs]
