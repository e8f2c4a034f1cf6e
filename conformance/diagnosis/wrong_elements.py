"""The evidence of a failing case: some wrong elements, some right elements, and their operands.

A hypothesis must reproduce the wrong bits and should not contradict the right bits, so elements of
both kinds are stored. Their number is limited, so that a diagnosis is quick, and they are evenly
spread.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from samebits.backends.protocol import Array, Session
from samebits.conformance.reveal.layout import PRODUCTS, REDUCTIONS
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

MOST_ELEMENTS = 4096
"""The largest number of wrong elements, and of right elements, used for an elementwise op."""

MOST_OUTPUTS = 64
"""The largest number of wrong outputs, and of right outputs, used for a reduction."""

MOST_TERMS = 1 << 21
"""The approximate largest number of terms of all used outputs of a reduction together."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One output of a failing call.

    `chosen` are flat indices of output elements; `wanted` (the right bits), `got` (the returned
    bits) and `wrong` have an entry for each of them. `wrong_indices` lists every wrong element of
    the output, and `total` counts its elements. If several runs are combined into one call
    (`broaden`), `asked` and `asked_shapes` are the call that the backend really ran. `beside` has
    the index, the right bits and the returned bits of each other output.
    """

    session: Session | None
    call: Call
    inputs: tuple[Array, ...]
    output: int
    shape: tuple[int, ...]
    chosen: Array
    wanted: Array
    got: Array
    wrong: Array
    wrong_indices: Array
    asked: Call
    asked_shapes: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, Array, Array], ...] = ()

    @property
    def is_composed(self) -> bool:
        """Return whether several calls of the backend are combined into this one call."""
        return self.call != self.asked or tuple(x.shape for x in self.inputs) != self.asked_shapes

    @property
    def format(self) -> str:
        """Return the format of the output."""
        return self.call.outputs[self.output]

    @property
    def total(self) -> int:
        """Return the number of elements of the output."""
        return math.prod(self.shape)

    def operands(self, positions: Array | slice = slice(None)) -> list[Array]:
        """Return, for an elementwise op, the operand elements of the chosen elements."""
        flat = self.chosen[positions]
        return [np.asarray(x[np.unravel_index(flat, x.shape)]) for x in self.inputs]

    def without(self, explained: Array) -> Evidence:
        """Return the evidence without wrong elements that are already explained."""
        keep = ~(explained & self.wrong)
        gone = self.chosen[explained & self.wrong]
        return replace(
            self,
            chosen=self.chosen[keep],
            wanted=self.wanted[keep],
            got=self.got[keep],
            wrong=self.wrong[keep],
            wrong_indices=np.setdiff1d(self.wrong_indices, gone),
        )


def terms_per_output(call: Call, inputs: Sequence[Array]) -> int:
    """Return how many terms one output element depends on (1 for an elementwise op)."""
    op, shapes = get_op(call.op), [x.shape for x in inputs]
    outputs = math.prod(op.output_shapes(call, shapes)[0])
    if call.op in PRODUCTS:
        if call.op == "outer":
            return 1
        return int(shapes[0][-2 if call.attributes.get("transpose_a") else -1])
    if call.op in REDUCTIONS and outputs:
        return int(math.prod(shapes[0]) // outputs)
    return 1


def gather(
    session: Session | None,
    call: Call,
    inputs: Sequence[Array],
    wanted: Sequence[Array],
    got: Sequence[Array],
) -> Evidence | None:
    """Return the evidence for the first output with a wrong bit, or None if all bits are right."""
    for output, (right, found) in enumerate(zip(wanted, got, strict=True)):
        patterns = bits_of(found).reshape(-1)
        goal = right.reshape(-1)
        differs = patterns != goal
        if differs.any():
            bad, good = np.flatnonzero(differs), np.flatnonzero(~differs)
            if get_op(call.op).op_class == "graph":
                most = patterns.size  # nodes mix elements, so a graph is replayed on whole arrays
            else:
                most = _most(call, inputs)
            chosen = np.sort(np.concatenate([_spread(bad, most), _spread(good, most)]))
            return Evidence(
                session, call, tuple(inputs), output, found.shape,
                chosen, goal[chosen], patterns[chosen], differs[chosen], bad,
                call, tuple(x.shape for x in inputs), _beside(output, wanted, got),
            )  # fmt: skip
    return None


def _beside(
    output: int, wanted: Sequence[Array], got: Sequence[Array]
) -> tuple[tuple[int, Array, Array], ...]:
    """Return the index, right bits and returned bits of every output except `output`."""
    pairs = enumerate(zip(wanted, got, strict=True))
    return tuple(
        (number, right.reshape(-1), bits_of(found).reshape(-1))
        for number, (right, found) in pairs
        if number != output
    )


def _most(call: Call, inputs: Sequence[Array]) -> int:
    terms = terms_per_output(call, inputs)
    return MOST_ELEMENTS if terms <= 1 else max(1, min(MOST_OUTPUTS, MOST_TERMS // terms))


def _spread(indices: Array, most: int) -> Array:
    """Return at most `most` of the indices, evenly spread, including the first and the last."""
    if indices.size <= most:
        return indices
    return np.asarray(indices[np.unique(np.linspace(0, indices.size - 1, most).astype(np.intp))])
