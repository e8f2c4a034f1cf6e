"""Ops without operands that fill a tensor (clause G15): one number, a diagonal of ones, steps.

Every element follows from its position and the attributes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, ShapeRule, shape_rule
from samebits.spec.language.graph import Graph, Item
from samebits.spec.language.moves import Reshape
from samebits.spec.language.ratios import Ratios

FORMATS = ("f32", "f64", "f16", "bf16")
"""The formats of tensors of real numbers."""

_MOST = float((1 << 53) - 1)


def _real(attributes: Attributes, name: str) -> float:
    value = attributes[name]
    assert isinstance(value, float)  # the attributes have been checked
    return value


def _integer(attributes: Attributes, name: str) -> int:
    value = attributes[name]
    assert isinstance(value, int)  # the attributes have been checked
    return value


def _finite(op: str, attributes: Attributes, *names: str) -> None:
    for name in names:
        if not math.isfinite(_real(attributes, name)):
            raise SpecError(f"{op}: {name}={attributes[name]!r} must be finite")


@shape_rule(
    [], "[*shape]", example=[], attributes={"shape": (2, 3), "fill_value": 0.1}, refusals=()
)
def filled(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the attribute `shape` is the shape of the result."""
    shape = attributes["shape"]
    assert isinstance(shape, tuple)  # the attributes have been checked
    return (shape,)


@shape_rule([], "[n, m]", example=[], attributes={"n": 3, "m": 4}, refusals=())
def diagonal(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the result is a matrix."""
    return ((_integer(attributes, "n"), _integer(attributes, "m")),)


def _count(attributes: Attributes) -> float:
    """Return the number of elements of a range: the number of steps from `start` up to `end`.

    It is computed in binary64, as PyTorch and NumPy do (G15.3).
    """
    start, end, step = (_real(attributes, name) for name in ("start", "end", "step"))
    return math.ceil((end - start) / step) if math.isfinite((end - start) / step) else math.inf


def _steps(attributes: Attributes, names: Names) -> Names:
    """Return the size S, the number of elements."""
    return {"S": int(_count(attributes))}


@shape_rule(
    [],
    "[S]",
    example=[],
    attributes={"start": 0.5, "end": 2.0, "step": 0.3},
    refusals=(
        Refusal("G15.3", "a step of 0", attributes={"step": 0.0}),
        Refusal("G15.3", "an end on the other side", attributes={"step": -0.3}),
        Refusal("G15.3", "more than 2^53 - 1 steps", attributes={"step": 1e-17}),
        Refusal("G15.3", "a start that is infinite", attributes={"start": -math.inf}),
        Refusal("G15.3", "an end that is infinite", attributes={"end": math.inf}),
        Refusal("G15.3", "a step that is infinite", attributes={"step": math.inf}),
    ),
    derived=_steps,
)
def stepped(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the result has one element per step, from `start` to `end` (excluded)."""
    _finite(op, attributes, "start", "end", "step")
    if not _real(attributes, "step"):
        raise SpecError(f"{op}: step=0.0 must not be zero")
    count = _count(attributes)
    if not 0 <= count <= _MOST:
        shown = ", ".join(f"{name}={attributes[name]!r}" for name in ("start", "end", "step"))
        raise SpecError(f"{op}: {shown} give {count} steps; there must be 0 to 2^53 - 1 steps")
    return ((int(count),),)


@shape_rule(
    [],
    "[steps]",
    example=[],
    attributes={"start": 0.5, "end": 2.0, "steps": 4},
    refusals=(
        Refusal("G15.4", "a start that is infinite", attributes={"start": math.inf}),
        Refusal("G15.4", "an end that is infinite", attributes={"end": -math.inf}),
    ),
)
def spaced(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the result is a vector of `steps` numbers."""
    _finite(op, attributes, "start", "end")
    return ((_integer(attributes, "steps"),),)


SHAPE_RULES: tuple[ShapeRule, ...] = (filled, diagonal, stepped, spaced)
"""The shape rules of this module."""


def count_of(name: str, doc: str) -> Attribute:
    """Return a required attribute for a number of elements."""
    return Attribute(name, doc, required=True, kind="integer", least=0)


def real_of(name: str, doc: str) -> Attribute:
    """Return a required attribute for a real number."""
    return Attribute(name, doc, required=True, kind="real")


def filling(
    name: str,
    summary: str,
    rule: ShapeRule,
    attributes: tuple[Attribute, ...],
    graph: Graph | Callable[[Call, Names], Graph],
    formats: tuple[str, ...] = FORMATS,
) -> Op:
    """Return the declaration of an op without operands."""
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=(),
        signatures=tuple(((), (f,)) for f in formats),
        shape_rule=rule,
        clauses=("R1", "R4", "G1", "G3", "G15"),
        profile="nn",
        attributes=attributes,
        graph=graph,
    )


def made_of(*items: Item) -> Graph:
    """Return the graph of an op without operands; its result is `y`."""
    return Graph((), items, ("y",))


def rationals(count: str, over: str, under: str) -> Graph:
    """Return a graph of `count` exact quotients, each rounded once to the result's format."""
    return made_of(
        Ratios("numbers", f"[{count}]", 1, over, under, to="output"),
        Reshape("y", "numbers", f"[{count}]"),
    )
