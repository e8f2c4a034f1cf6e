"""The operations of scalar expressions (rule G3.5): their names, texts and functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from samebits.spec import correctly_rounded as exact


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of scalar expressions.

    `name` is the last part of its rule's number (G3.add), and the word for the operation in
    canonical JSON. `function` takes `operands` bit patterns of binary64 and returns one bit
    pattern. `printed` is a template with a field for each operand.
    """

    name: str
    operands: int
    function: Callable[..., int]
    printed: str


def _choose(a: int, b: int, then: int, otherwise: int) -> int:
    return then if exact.less(a, b) else otherwise


_TABLE = (
    Operation("neg", 1, exact.negate, "(-{})"),
    Operation("add", 2, exact.add, "({} + {})"),
    Operation("sub", 2, exact.subtract, "({} - {})"),
    Operation("mul", 2, exact.multiply, "({} * {})"),
    Operation("div", 2, exact.divide, "({} / {})"),
    Operation("sqrt", 1, exact.square_root, "sqrt({})"),
    Operation("pow", 2, exact.power, "pow({}, {})"),
    Operation("cos", 1, exact.cosine, "cos({})"),
    Operation("floor", 1, exact.floor, "floor({})"),
    Operation("less", 4, _choose, "({2} if {0} < {1} else {3})"),
)

OPERATIONS: Mapping[str, Operation] = MappingProxyType({o.name: o for o in _TABLE})
