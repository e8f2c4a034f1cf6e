"""The op behind a function, with precomputed data for the front end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from samebits.numpy.names import argument_name, public_name
from samebits.numpy.parameters import is_elementwise
from samebits.spec.catalog import get_op
from samebits.spec.language.declare import Op


@dataclass(frozen=True, slots=True, eq=False)
class Callee:
    """An op, the public name of its function, and the public names of its operands.

    `elementwise` is true if operands and results have the same shape. `broadcasts` is true if the
    op has several operands, which are then broadcast to that shape. `inputs` contains the operand
    formats of every signature. `pairs` contains the operand formats of every signature together
    with the format of its first result.
    """

    op: Op
    function: str
    operands: tuple[str, ...]
    elementwise: bool
    broadcasts: bool
    inputs: frozenset[tuple[str, ...]]
    pairs: frozenset[tuple[tuple[str, ...], str]]


@cache
def callee(name: str) -> Callee:
    """Return the `Callee` for the name of an op. Raises SpecError for an unknown op."""
    op = get_op(name)
    operands = tuple(argument_name(op, operand) for operand in op.operands)
    elementwise = is_elementwise(op) and bool(operands)
    inputs = frozenset(inputs for inputs, _ in op.signatures)
    pairs = frozenset((inputs, outputs[0]) for inputs, outputs in op.signatures)
    broadcasts = elementwise and len(operands) > 1
    return Callee(op, public_name(op), operands, elementwise, broadcasts, inputs, pairs)
