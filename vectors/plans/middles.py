"""Operands of binary16 whose result, in the compute format, is a midpoint of binary16.

The exact result is only near the midpoint. A rounding of the midpoint gives the even neighbour,
while a single rounding of the exact result gives the nearer neighbour. So these operands
distinguish a result that was rounded twice, as graphs require, from one that was rounded once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from samebits.oracles import numpy_route
from samebits.oracles.numpy_route.graphs_route import evaluate_node
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.graph_walk import run_graph
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Node
from samebits.spec.language.shapes import Shape
from samebits.spec.philox import draws64
from samebits.vectors import generators
from samebits.vectors.planning import PlannedInput, generated, values

Array = np.ndarray[Any, Any]

_KEPT = 12


def searched(
    op: Op, shapes: Sequence[Shape], attributes: Mapping[str, Any]
) -> tuple[PlannedInput, ...]:
    """Return rows of drawn operands whose result is rounded to a midpoint of binary16.

    The exact result is not a midpoint.
    """
    bits = [
        generators.unchecked(
            generated(f"{op.name}/f16/ties", number, "f16", shape, "spread", low=-6, high=1), "f16"
        )
        for number, shape in enumerate(shapes)
    ]
    if "y" in op.operands:  # logarithms of probabilities are negative
        bits[op.operands.index("y")] |= np.uint16(0x8000)
    wide = [from_bits(x, "f16").astype(np.float32) for x in bits]
    found, exact = _last_node(op, op.call(["f32"] * len(wide), **attributes), wide)
    middles = is_middle(found) & (exact.astype(np.float16) != found.astype(np.float16))
    rows = middles.reshape(len(found), -1).any(axis=1)
    kept = np.flatnonzero(rows)[:_KEPT]
    return tuple(values(x[kept], "f16", x[kept].shape) for x in bits)


def _last_node(op: Op, call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return the operand of the last cast, and its value before the rounding of its own node."""
    assert isinstance(op.graph, Graph)
    values = run_graph(op.graph, call, inputs, evaluate_node)
    cast = op.graph.nodes[-1]
    assert isinstance(cast, Node)
    made = next(node for node in op.graph.op_nodes() if cast.inputs[0] in node.names)
    wide = [values[name].astype(np.float64) for name in made.inputs]
    in_f64 = get_op(made.op).call(["f64"] * len(wide))
    with np.errstate(all="ignore"):
        (exact,) = numpy_route.evaluate(in_f64, list(np.broadcast_arrays(*wide)))
    return values[cast.inputs[0]], exact


def is_middle(x: Array) -> Array:
    """Return a mask of the binary32 numbers that are midpoints of normal numbers of binary16."""
    middle = (bits_of(x) & np.uint32(0x1FFF)) == np.uint32(0x1000)
    return np.asarray(middle & (np.abs(x) > 2.0**-14) & (np.abs(x) < 2.0**15))


@cache
def weighted_means() -> tuple[tuple[int, ...], ...]:
    """Return binary16 patterns (x, y, v, w) with (x v + y w) / (v + w) rounded to a midpoint.

    The exact quotient is not the midpoint, but on the side of the odd neighbour. x and y are from
    32 to 64, and v is from 1 to 2. w is so small that v + w has up to 19 bits. If v + w had at most
    12 bits, a quotient so near to a midpoint would be the midpoint itself.
    """
    words = draws64(1, 0, 1 << 20).reshape(4, -1)
    fractions = (words >> np.uint64(54)).astype(np.uint16)
    bits = [
        f | np.uint16(e) for f, e in zip(fractions, (0x5000, 0x5000, 0x3C00, 0x1C00), strict=True)
    ]
    x, y, v, w = (from_bits(b, "f16").astype(np.float32) for b in bits)
    total, weight = x * v + y * w, v + w
    quotient = total / weight
    once = (total.astype(np.float64) / weight).astype(np.float16)
    found = np.flatnonzero(is_middle(quotient) & (once != quotient.astype(np.float16)))
    return tuple(tuple(int(b[k]) for b in bits) for k in found[:4])


def of_samples() -> tuple[PlannedInput, PlannedInput]:
    """Return operands of kl_div: an input and log-probabilities for 8195 samples of one element.

    Three samples have the target 1, and their values add up to 8199 + 2^-9. The other targets are
    0, and their values are -0. In binary32, the sum divided by 8195 is 1 + 2^-11, which rounds to
    1. The exact quotient is above it.
    """
    rest = 8195 - 3
    least, low = 0x1800, 0xFBFF
    x = [0x8000 | 0x7000, 0x8000 | 0x4700, 0x8000 | least, *[0] * rest]
    return values(x, "f16", (8195, 1)), values([0, 0, 0, *[low] * rest], "f16", (8195, 1))
