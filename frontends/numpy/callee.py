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
    """An op, the function's public name, and the public names of its operands.

    `elementwise` says that operands and results have one shape. `broadcasts` says that several
    operands are broadcast to that shape. `inputs` has the formats of the operands of every
    signature. `pairs` has the same formats, each with a format of the first result.
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
    """Return the `Callee` of an op's name. Raises SpecError for an unknown op."""
    op = get_op(name)
    operands = tuple(argument_name(op, operand) for operand in op.operands)
    elementwise = is_elementwise(op) and bool(operands)
    inputs = frozenset(inputs for inputs, _ in op.signatures)
    pairs = frozenset((inputs, outputs[0]) for inputs, outputs in op.signatures)
    broadcasts = elementwise and len(operands) > 1
    return Callee(op, public_name(op), operands, elementwise, broadcasts, inputs, pairs)
