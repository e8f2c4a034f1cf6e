"""Scans in exact arithmetic (clause T6): every prefix by the tree T1, one rounding per node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.oracles.rounding import Real, decode, dyadic, round_to
from samebits.spec.formats import bits_of, compute_format, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

Array = np.ndarray[Any, Any]
Combine = Callable[[Real, Real], Real]


def prefixes(values: Sequence[Real], combine: Combine, compute: str) -> list[Real]:
    """Return every prefix, combined by the tree T1, with every node rounded to `compute`.

    Prefix i consists of the values 0 .. i. It is split at the largest power of two below its
    length. Nodes that several prefixes share are evaluated once.
    """
    nodes: dict[tuple[int, int], Real] = {}

    def node(first: int, count: int) -> Real:
        if count == 1:
            return values[first]
        if (first, count) not in nodes:
            half = 1 << ((count - 1).bit_length() - 1)
            exact = combine(node(first, half), node(first + half, count - half))
            nodes[first, count] = decode(round_to(exact, compute), compute)
        return nodes[first, count]

    return [node(0, i + 1) for i in range(len(values))]


@dataclass(frozen=True, slots=True)
class Scan:
    """A scan by an exact binary operation.

    Integers are combined modulo 2^64, so any order gives the same result.
    """

    combine: Combine

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Scan every row along the axis of the call."""
        (source,), (output,) = call.inputs, call.outputs
        (axis,) = normalize_axes(call.op, call.attributes["axis"], inputs[0].ndim)
        lines = np.moveaxis(bits_of(inputs[0]), axis, -1)
        found = np.empty(lines.shape, get_format(output).bits_dtype)
        for place in np.ndindex(lines.shape[:-1]):
            values = [decode(p, source) for p in lines[place].tolist()]
            if get_format(output).is_float:
                results = prefixes(values, self.combine, compute_format(call.inputs))
                found[place] = [round_to(r, output) for r in results]
            else:
                found[place] = self._wrapped(values)
        return [from_bits(np.moveaxis(found, -1, axis), output)]

    def _wrapped(self, values: Sequence[Real]) -> list[int]:
        """Return the bits of every prefix modulo 2^64."""
        results: list[int] = []
        total: Real | None = None
        for value in values:
            exact = value if total is None else self.combine(total, value)
            whole = (exact.signed() << exact.exponent) % (1 << 64)
            results.append(whole)
            total = dyadic(whole, 0)
        return results
