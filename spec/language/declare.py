"""The form of an op declaration. One file in `spec/ops/` makes one `Op`, called `OP`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.attributes import Attribute as Attribute
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.geometry import Attributes, Names, Refusal
from samebits.spec.language.gradients import Gradient as Gradient
from samebits.spec.language.graph import Graph
from samebits.spec.language.nan_scalars import check_scalars, is_known, remember, suspects
from samebits.spec.language.scope import Scope
from samebits.spec.language.shapes import Shape, ShapeRule

OpClass = Literal["round", "tree", "graph", "move", "draw"]
"""round: one correct rounding of the exact value; tree: a canonical reduction tree; graph: a fixed
graph of ops; move: bits moved or edited, NaN payloads kept (clause S2); draw: counter-based."""

GraphRule = Callable[[Call, Names], Graph]
"""Makes the graph of a call of the sizes that the patterns of the shape rule name, where a graph
with branches and loops cannot say which nodes there are. It must take the sizes of the example of
the shape rule with every call, for who asks what a graph needs knows no others."""

Signature = tuple[tuple[str, ...], tuple[str, ...]]
"""Formats of the operands and of the results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """What the attributes of a call must fulfil together, whatever its shapes are.

    `holds` says whether they do; `error` is what a caller reads where they do not, with attributes
    as `{name}`; `refusal` has an example.
    """

    holds: Callable[[Attributes], bool]
    error: str
    refusal: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Op:
    """A declared op.

    `clauses` are the clauses of SPEC.md that fix its bits; `profile` is the profile in which it is
    mandatory; `operands` names the inputs; operands from index `optional_from` on may be left out
    as a whole; `constraints` are what its attributes must fulfil together; `graph` is
    present exactly for the class `graph`; `graph_of` gives that of a call.
    `state` are pairs of an operand and the result that takes its place, in the order in which they
    are stored (G1.11); `gradients` say which op gives the gradient of an operand (G4.2).
    `nan_scalars` are examples of attributes that make a scalar of the graph NaN (G3.7), for an op
    that has one.
    `drawn_at_smoke` (informative) is true of an op that drawn questions ask at level smoke already,
    in its usual format, as one that stands for many; they ask any other from level standard on.
    """

    name: str
    op_class: OpClass
    summary: str
    operands: tuple[str, ...]
    signatures: tuple[Signature, ...]
    shape_rule: ShapeRule
    clauses: tuple[str, ...]
    profile: str
    version: int = 1
    results: tuple[str, ...] = ("result",)
    attributes: tuple[Attribute, ...] = ()
    optional_from: int | None = None
    graph: Graph | GraphRule | None = None
    constraints: tuple[Constraint, ...] = ()
    state: tuple[tuple[str, str], ...] = ()
    gradients: tuple[Gradient, ...] = ()
    nan_scalars: tuple[Refusal, ...] = ()
    drawn_at_smoke: bool = False
    notes: str = field(default="", repr=False)

    def call(
        self, inputs: Sequence[str], outputs: Sequence[str] | None = None, **attributes: Any
    ) -> Call:
        """Make a checked call; attributes left out take their defaults.

        `outputs` may be left out where the operand formats determine them, or where the operands'
        own format is one of several. Raises SpecError.
        """
        formats = tuple(inputs)
        if outputs is None:
            possible = [s[1] for s in self.signatures if s[0] == formats]
            own = [results for results in possible if set(results) == set(formats)]
            possible = own if len(possible) > 1 and own else possible
            if len(possible) != 1:
                raise SpecError(f"{self.name}: {len(possible)} result formats for {formats}")
            outputs = possible[0]
        known = {a.name: a for a in self.attributes}
        for name in attributes:
            if name not in known:
                raise SpecError(f"{self.name}: unknown attribute {name!r}; known: {sorted(known)}")
        full: dict[str, Any] = {}
        for attribute in self.attributes:
            if attribute.required and attribute.name not in attributes:
                raise SpecError(f"{self.name}: attribute {attribute.name!r} is required")
            value = attributes.get(attribute.name, attribute.default)
            full[attribute.name] = attribute.taken(self.name, value, self.attribute_format(formats))
        call = Call(self.name, self.version, formats, tuple(outputs), full)
        self.check(call)
        return call

    def check(self, call: Call) -> None:
        """Raise SpecError unless the call is one that this declaration defines."""
        if (call.op, call.version) != (self.name, self.version):
            raise SpecError(f"{call.op} version {call.version} is not {self.name} {self.version}")
        for name in call.inputs + call.outputs:
            get_format(name)
        if (call.inputs, call.outputs) not in self.signatures:
            raise SpecError(
                f"{self.name}: no signature {call.inputs} -> {call.outputs}; "
                f"see `samebits ops {self.name}`"
            )
        declared = [a.name for a in self.attributes]
        if missing := [name for name in declared if name not in call.attributes]:
            raise SpecError(
                f"{self.name}: the call lacks {', '.join(map(repr, missing))}; "
                f"get_op({self.name!r}).call(...) fills in the defaults"
            )
        if unknown := sorted(call.attributes.keys() - declared):
            raise SpecError(f"{self.name}: unknown attribute {unknown[0]!r}; known: {declared}")
        for attribute in self.attributes:
            attribute.check(
                self.name, call.attributes[attribute.name], self.attribute_format(call.inputs)
            )
        for constraint in self.constraints:
            if not constraint.holds(call.attributes):
                raise SpecError(f"{self.name}: {constraint.error.format_map(call.attributes)}")

    def attribute_format(self, inputs: Sequence[str]) -> str:
        """The format to which the real attributes are rounded (R4.3); of other classes f32."""
        return "f64" if self.op_class == "round" and "f64" in inputs else "f32"

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What is an error besides a wrong type or format: by its shape rule, and of its own."""
        constraints = (constraint.refusal for constraint in self.constraints)
        return (*self.shape_rule.refusals, *constraints, *self.nan_scalars)

    def graph_of(self, call: Call, shapes: Sequence[Shape] | None = None) -> Graph | None:
        """The graph of a call; None for an op of another class. Raises SpecError.

        Without shapes it is that for the example of the shape rule.
        """
        if self.graph is None or isinstance(self.graph, Graph):
            return self.graph
        return self.graph(call, dict(self.scope(call, shapes).sizes))

    def scope(self, call: Call, shapes: Sequence[Shape] | None = None) -> Scope:
        """What formulas of the graph may read in a call with operands of these shapes.

        Without shapes sizes are those of the example of the shape rule, with its attributes.
        """
        rule, count = self.shape_rule, len(call.inputs)
        if shapes is None:
            known = {**call.attributes, **rule.attributes}
            given = rule.shapes(count, call.attributes)
            return Scope(rule, call.attributes, rule.sizes_of(known, given))
        return Scope(rule, call.attributes, rule.sizes_of(call.attributes, shapes))

    def output_shapes(self, call: Call, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Return the shapes of the results of a call, for operands of these shapes.

        Raises SpecError for a number of operands or shapes that the op does not have, and for a
        scalar of its graph that is NaN (G3.7).
        """
        if len(inputs) != len(call.inputs):
            raise SpecError(f"{self.name}: {len(call.inputs)} operands wanted, {len(inputs)} given")
        shapes = [tuple(s) for s in inputs]
        found = self.shape_rule(self.name, call.attributes, shapes)
        self.check_scalars(call, shapes)
        return found[: len(call.outputs)]

    def check_scalars(self, call: Call, shapes: Sequence[Shape] | None = None) -> None:
        """Raise SpecError if a scalar of the graph is NaN (G3.7).

        Without shapes only the scalars that name attributes alone are looked at, and only those of
        a declared graph. The graph of an op with operands that is made by a rule has no scalar that
        can be NaN; a test holds it to that.
        """
        if isinstance(self.graph, Graph):
            if suspects(self.graph):
                counts = None if shapes is None else lambda: self.scope(call, shapes).counts()
                check_scalars(self.graph, call, counts)
        elif self.graph is None or shapes is None or self.operands or is_known(call):
            return
        else:
            sizes = self.scope(call, shapes)
            check_scalars(self.graph(call, dict(sizes.sizes)), call, sizes.counts)
            remember(call)  # an op without operands has the sizes that its attributes say

    def example(self, operands: int) -> tuple[dict[str, AttributeValue], tuple[Shape, ...]]:
        """Attributes and shapes of one valid call with so many operands."""
        rule = self.shape_rule
        required = [a.name for a in self.attributes if a.required]
        if required == ["equation"]:
            return {"equation": ("ij->i", "ij,jk->ik", "ij,jk,kl->il")[operands - 1]}, rule.shapes(
                operands
            )
        known = {a.name for a in self.attributes}
        return {k: v for k, v in rule.attributes.items() if k in known}, rule.shapes(operands)

    def labels(self) -> Mapping[str, tuple[Signature, ...]]:
        """The signatures by their short label, as case ids use it (`f32`, `f64_to_bf16`)."""
        return _labels(self.signatures)


@cache
def _labels(signatures: tuple[Signature, ...]) -> Mapping[str, tuple[Signature, ...]]:
    found: dict[str, tuple[Signature, ...]] = {}
    for inputs, outputs in signatures:
        label = Call("", 1, inputs, outputs).label
        found[label] = (*found.get(label, ()), (inputs, outputs))
    return MappingProxyType(found)


def nan_scalar(says: str, **attributes: AttributeValue) -> Refusal:
    """Return an example of attributes that make a scalar NaN, which `says` in words (G3.7)."""
    return Refusal("G3.7", f"a scalar that is NaN: {says}", attributes=attributes)


def same_format(operands: int, *formats: str, results: int = 1) -> tuple[Signature, ...]:
    """Signatures in which all operands and results have one format."""
    return tuple(((f,) * operands, (f,) * results) for f in formats)
