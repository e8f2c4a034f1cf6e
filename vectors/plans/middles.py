"""Operands of binary16 whose result, in the compute format, is a midpoint of binary16.

The second rounding goes from the midpoint to the even neighbour. A single rounding goes to the
nearer one. So these operands show whether a result was rounded twice, as graphs require, or once.
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
    """Return rows of drawn operands with a rounded result that is a midpoint.

    The exact result is not a midpoint.
    """
    bits = [
        generators.unchecked(
            generated(f"{op.name}/f16/ties", number, "f16", shape, "spread", low=-6, high=1), "f16"
        )
        for number, shape in enumerate(shapes)
    ]
    if "y" in op.operands:  # logarithms of probabilities are below 0
        bits[op.operands.index("y")] |= np.uint16(0x8000)
    wide = [from_bits(x, "f16").astype(np.float32) for x in bits]
    found, exact = _last_node(op, op.call(["f32"] * len(wide), **attributes), wide)
    middles = is_middle(found) & (exact.astype(np.float16) != found.astype(np.float16))
    rows = middles.reshape(len(found), -1).any(axis=1)
    kept = np.flatnonzero(rows)[:_KEPT]
    return tuple(values(x[kept], "f16", x[kept].shape) for x in bits)


def _last_node(op: Op, call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return the operand of the last cast, and its value without its own rounding."""
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
    """Return where a number of binary32 is the midpoint of two normal numbers of binary16."""
    middle = (bits_of(x) & np.uint32(0x1FFF)) == np.uint32(0x1000)
    return np.asarray(middle & (np.abs(x) > 2.0**-14) & (np.abs(x) < 2.0**15))


@cache
def weighted_means() -> tuple[tuple[int, ...], ...]:
    """Return patterns (x, y, v, w) of binary16 with (x v + y w) / (v + w) rounded to a midpoint.

    The exact quotient is not a midpoint. It is on the side away from the even number. x and y are
    from 32 to 64, and v from 1 to 2. w is so small that v + w has up to 19 bits. With 12 bits, a
    quotient that near to a midpoint would be the midpoint.
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
    """Return input and logarithms of a target for kl_div, of 8195 samples with one element each.

    Three targets are 1, and their values add up to 8199 + 2^-9. The others are below every number,
    and their values are -0. Divided by 8195 in binary32 this is 1 + 2^-11, which rounds to 1. The
    exact quotient is above it.
    """
    rest = 8195 - 3
    least, low = 0x1800, 0xFBFF
    x = [0x8000 | 0x7000, 0x8000 | 0x4700, 0x8000 | least, *[0] * rest]
    return values(x, "f16", (8195, 1)), values([0, 0, 0, *[low] * rest], "f16", (8195, 1))
