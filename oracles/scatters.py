"""Add the updates of each destination (clause T7): T1 in source order, the prior value last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from samebits.oracles.arithmetic import add
from samebits.oracles.rounding import Real, decode, round_to, zero
from samebits.oracles.trees import sum_balanced
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, compute_format, from_bits, get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Place = tuple[int, ...]
Destination = Callable[[Call, Place, Array], Place | None]
"""Return the destination of the update at a position, or None if it has no destination.

Arguments: the call, the position of the update, the index operand.
"""


@dataclass(frozen=True, slots=True)
class Scatter:
    """An op of clause T7.

    `destination` returns where an update is added. `read` returns the checked index as int64. The
    operands are prior, index and updates, or updates and index.
    """

    destination: Destination
    read: Callable[[Call, Sequence[Array]], Array]

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the sums, one destination after another."""
        (shape,) = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        prior, updates = (inputs[0], inputs[2]) if len(inputs) == 3 else (None, inputs[0])
        index, bits = self.read(call, inputs), bits_of(updates)
        met: dict[Place, list[int]] = {}
        for place in product(*map(range, updates.shape)):
            goal = self.destination(call, place, index)
            if goal is not None:
                met.setdefault(goal, []).append(int(bits[place]))
        before = None if prior is None else bits_of(prior)
        result = np.zeros(shape, get_format(call.outputs[0]).bits_dtype)
        for goal in product(*map(range, shape)):
            old = None if before is None else int(before[goal])
            result[goal] = _total(call, old, met.get(goal, []))
        return [from_bits(result, call.outputs[0])]


def _total(call: Call, prior: int | None, terms: Sequence[int]) -> int:
    """Return the bits of the sum at one destination."""
    name, output = call.inputs[0], call.outputs[0]
    form = get_format(output)
    if not form.is_float:
        return (sum(terms) + (prior or 0)) % (1 << form.bits)
    old = None if prior is None else decode(prior, name)
    if not terms:
        return round_to(old or zero(False), output)
    compute = compute_format(call.inputs)
    total: Real = sum_balanced([decode(p, name) for p in terms], compute)
    if old is not None:
        total = decode(round_to(add(old, total), compute), compute)
    return round_to(total, output)
