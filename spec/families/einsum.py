"""einsum: translate an equation into moves, sums T1 and batched products T4 (clauses T4, G1).

The graph depends only on the equation; the sizes only have to agree. Therefore the order of every
addition follows from the equation, and a backend with `sum`, `bmm` and `cast` can run `einsum`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from samebits.spec.errors import SpecError
from samebits.spec.formats import compute_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.geometry import Names, Refusal, shape_rule
from samebits.spec.language.graph import Graph, Node, node
from samebits.spec.language.rearrange import Rearrange
from samebits.spec.language.shapes import Attributes, Shape

OPERANDS = ("a", "b", "c")
"""The names of the operands in the graph."""


@dataclass(frozen=True, slots=True)
class Equation:
    """A parsed equation: one letter for each axis of the operands and of the result."""

    operands: tuple[str, ...]
    result: str

    def in_order(self, letters: Iterable[str]) -> str:
        """Return the letters in the order of their first appearance in the equation, each once."""
        wanted = set(letters)
        return "".join(x for x in dict.fromkeys("".join(self.operands)) if x in wanted)

    def needed_after(self, step: int) -> set[str]:
        """Return the letters of the result and of the operands after operand number `step`."""
        return set(self.result).union(*self.operands[step + 1 :])


def parse(op: str, equation: AttributeValue, count: int) -> Equation:
    """Parse an equation for `count` operands.

    Raises SpecError for an equation that is not valid.
    """
    shown = f"{op}: equation {equation!r}"
    if not isinstance(equation, str) or equation.count("->") != 1:
        raise SpecError(
            f"{shown} must have one '->' before the indices of the result, for example ij,jk->ik"
        )
    left, result = equation.split("->")
    operands = tuple(left.split(","))
    for letter in left.replace(",", "") + result:
        if not (letter.isascii() and letter.isalpha()):
            raise SpecError(f"{shown} has {letter!r}; indices are letters a to z and A to Z")
    if len(operands) != count:
        raise SpecError(f"{shown} is for {len(operands)} operands, but {count} are given")
    for letter in result:
        if result.count(letter) > 1:
            raise SpecError(f"{shown} has the index {letter!r} twice in the result")
        if letter not in left:
            raise SpecError(f"{shown} has {letter!r} in the result, but in no operand")
    return Equation(operands, result)


def _refused(says: str, equation: str, rule: str = "T4.einsum.2") -> Refusal:
    return Refusal(rule, says, attributes={"equation": equation})


@shape_rule(
    ["[*a]", "[*b]", "[*c]"],
    "[*y]",
    example=[(2, 3), (3, 4), (4, 5)],
    refusals=(
        Refusal("T4.einsum.2", "a letter of two sizes", ((2, 3), (2, 4), (3, 5))),
        _refused("no arrow", "ij", "T4.einsum.1"),
        _refused("a blank", "i j->ij", "T4.einsum.1"),
        _refused("an ellipsis", "...j->j", "T4.einsum.1"),
        _refused("a letter twice in the result", "ij->ii"),
        _refused("a letter of the result that no operand has", "ij->ik"),
        _refused("an equation for another number of operands", "ij,jk,kl,lm->im"),
        _refused("an equation for another rank", "ijk->i"),
    ),
)
def einsum(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take operands in which every letter has the same size everywhere (no broadcasting)."""
    text = attributes["equation"]
    equation = parse(op, text, len(inputs))
    sizes: dict[str, int] = {}
    for letters, shape in zip(equation.operands, inputs, strict=True):
        if len(letters) != len(shape):
            raise SpecError(
                f"{op}: {letters!r} in {text!r} needs {len(letters)} axes, got shape {shape}"
            )
        for letter, size in zip(letters, shape, strict=True):
            if sizes.setdefault(letter, size) != size:
                raise SpecError(
                    f"{op}: index {letter!r} of {text!r} has sizes {sizes[letter]} and {size} in "
                    f"shapes {list(inputs)}"
                )
    return (tuple(sizes[letter] for letter in equation.result),)


@dataclass(frozen=True, slots=True)
class _Value:
    """A value: its name, its axes as letters, and whether it is in the compute format."""

    name: str
    letters: str
    wide: bool


class _Lowering:
    """A builder that collects the nodes of the graph of one call."""

    def __init__(self, call: Call) -> None:
        self.equation = parse(call.op, call.attributes["equation"], len(call.inputs))
        self.output = call.outputs[0]
        self.compute = compute_format(call.inputs)
        self.formats = call.inputs
        self.nodes: list[Node | Rearrange] = []

    def moved(self, name: str, value: _Value, source: Iterable[str], *target: str) -> str:
        """Add a move unless it would change nothing, and return the name of the moved value."""
        groups = tuple(source)
        if groups == target:
            return value.name
        self.nodes.append(Rearrange(name, value.name, groups, target))
        return name

    def widened(self, value: _Value) -> _Value:
        """Return the value in the compute format; the cast is exact."""
        if value.wide:
            return value
        self.nodes.append(node(f"{value.name}_wide", "cast", value.name))
        return _Value(f"{value.name}_wide", value.letters, True)

    def operand(self, index: int) -> _Value:
        """Return the diagonal of an operand, summed over indices that occur only in it."""
        name, letters = OPERANDS[index], self.equation.operands[index]
        distinct = "".join(dict.fromkeys(letters))
        value = _Value(name, letters, self.formats[index] == self.compute)
        diagonal = self.moved(f"{name}_diagonal", value, letters, *distinct)
        value = _Value(diagonal, distinct, value.wide)
        others = set(self.equation.result).union(
            *(x for i, x in enumerate(self.equation.operands) if i != index)
        )
        axes = tuple(i for i, letter in enumerate(distinct) if letter not in others)
        if not axes:
            return value
        value = self.widened(value)
        self.nodes.append(node(f"{name}_sum", "sum", value.name, axes=axes))
        kept = "".join(letter for letter in distinct if letter in others)
        return _Value(f"{name}_sum", kept, True)

    def product(self, left: _Value, right: _Value, step: int) -> _Value:
        """Return one batched product, contracted over the indices that are not needed later."""
        equation, needed = self.equation, self.equation.needed_after(step)
        both = set(left.letters) & set(right.letters)
        batch, summed = equation.in_order(both & needed), equation.in_order(both - needed)
        rows = equation.in_order(set(left.letters) - both)
        columns = equation.in_order(set(right.letters) - both)
        if left.wide or right.wide:
            left, right = self.widened(left), self.widened(right)
        name = f"{left.name[0]}{right.name[0]}" if step == 1 else "abc"
        a = self.moved(f"{name}_left", left, left.letters, batch, rows, summed)
        b = self.moved(f"{name}_right", right, right.letters, batch, summed, columns)
        last = not left.wide and step == len(equation.operands) - 1
        to = "output" if last else "compute"
        self.nodes.append(node(name, "bmm", a, b, to=to))
        split = batch + rows + columns
        whole = _Value(name, split, not last)
        return _Value(
            self.moved(f"{name}_split", whole, (batch, rows, columns), *split), split, not last
        )

    def graph(self) -> Graph:
        """Return the graph: operands, products from left to right, and the order of result axes."""
        values = [self.operand(i) for i in range(len(self.equation.operands))]
        value = values[0]
        for step, right in enumerate(values[1:], 1):
            value = self.product(value, right, step)
        if self._is_rounded(value):
            name = value.name
        else:
            name = "rounded"
            self.nodes.append(node(name, "cast", value.name, to="output"))
        final = _Value(name, value.letters, True)
        result = self.moved("result", final, final.letters, *self.equation.result)
        return Graph(OPERANDS[: len(values)], tuple(self.nodes), (result,))

    def _is_rounded(self, value: _Value) -> bool:
        """Return whether the value already has the result's format."""
        if value.wide:
            return self.output == self.compute
        return len(self.formats) > 1 or self.output == self.formats[0]


def einsum_graph(call: Call, sizes: Names) -> Graph:
    """Return the graph of a call of `einsum`; it does not depend on sizes.

    Raises SpecError for a malformed equation.
    """
    return _Lowering(call).graph()
