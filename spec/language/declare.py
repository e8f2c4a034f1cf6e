"""The class of an op declaration. Each file in `spec/ops/` defines one `Op`, called `OP`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
"""The classes of ops.

round: one correct rounding of the exact value. tree: a canonical reduction tree. graph: a fixed
graph of other ops. move: bits are moved or edited, and NaN payloads are unchanged (clause S2).
draw: counter-based random numbers.
"""

GraphRule = Callable[[Call, Names], Graph]
"""A function that makes the graph of a call from the sizes named in the shape rule's patterns.

An op has such a function if branches and loops cannot express which nodes exist. The function must
also accept every call together with the sizes of the shape rule's example, because a program that
only lists the nodes of a call has no other sizes.
"""

Signature = tuple[tuple[str, ...], tuple[str, ...]]
"""The formats of the operands, and the formats of the results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """A condition on several attributes of a call, which does not depend on shapes.

    `holds` checks the condition. `error` is the message if the condition is false, with attributes
    as `{name}`. `refusal` is an example of attributes for which it is false.
    """

    holds: Callable[[Attributes], bool]
    error: str
    refusal: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Op:
    """A declared op.

    `clauses` are the clauses of SPEC.md that define its bits, and `profile` is the profile in which
    it is mandatory. `operands` names the inputs. Operands from index `optional_from` on may be left
    out. `constraints` are conditions on several attributes. Exactly the ops of class `graph` have a
    `graph`; `graph_of` returns the graph of a call.

    `state` has pairs of an operand and the result that replaces it, in the order in which they are
    stored (G1.11). `gradients` name the op that computes the gradient of an operand (G4.2).
    `nan_scalars` are examples of attributes that make a scalar of the graph NaN (G3.7), if such
    attributes exist.

    `drawn_at_smoke` (informative): if true, drawn questions test the op in its usual format at
    level smoke, as an example of many similar ops. Other ops are tested from level standard on.
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
        """Return a checked call. Omitted attributes have their defaults.

        `outputs` may be omitted if the formats of the operands allow only one choice. It may also
        be omitted if all operands have the same format and the result can have this format. Raises
        SpecError if the call is not valid.
        """
        formats = tuple(inputs)
        if outputs is None:
            possible = [s[1] for s in self.signatures if s[0] == formats]
            own = [results for results in possible if set(results) == set(formats)]
            possible = own if len(possible) > 1 and own else possible
            if len(possible) != 1:
                raise SpecError(
                    f"{self.name}: operands of formats {formats} have {len(possible)} possible"
                    f" result formats; see `samebits ops {self.name}`, and pass one as `outputs`"
                )
            outputs = possible[0]
        known = {a.name: a for a in self.attributes}
        for name in attributes:
            if name not in known:
                raise SpecError(f"{self.name}: {_unknown(name, known)}")
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
            raise SpecError(
                f"a call of {call.op} version {call.version} is not a call of the declared"
                f" {self.name} version {self.version}"
            )
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
            raise SpecError(f"{self.name}: {_unknown(unknown[0], declared)}")
        for attribute in self.attributes:
            attribute.check(
                self.name, call.attributes[attribute.name], self.attribute_format(call.inputs)
            )
        for constraint in self.constraints:
            if not constraint.holds(call.attributes):
                raise SpecError(f"{self.name}: {constraint.error.format_map(call.attributes)}")

    def attribute_format(self, inputs: Sequence[str]) -> str:
        """Return the format to which real attributes are rounded (R4.3).

        It is f64 for a call of class round with an f64 operand, and otherwise f32.
        """
        return "f64" if self.op_class == "round" and "f64" in inputs else "f32"

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Examples of calls that are errors for a reason other than a wrong type or format.

        They come from the shape rule, from the constraints, and from scalars that are NaN.
        """
        constraints = (constraint.refusal for constraint in self.constraints)
        return (*self.shape_rule.refusals, *constraints, *self.nan_scalars)

    def graph_of(self, call: Call, shapes: Sequence[Shape] | None = None) -> Graph | None:
        """Return the graph of a call, or None if the op is not of class graph.

        Without `shapes`, the result is the graph for the example of the shape rule. Raises
        SpecError if the graph cannot be made.
        """
        if self.graph is None or isinstance(self.graph, Graph):
            return self.graph
        return self.graph(call, dict(self.scope(call, shapes).sizes))

    def scope(self, call: Call, shapes: Sequence[Shape] | None = None) -> Scope:
        """Return the names that formulas of the graph may read, for operands of these shapes.

        Without `shapes`, the sizes come from the example of the shape rule, with the example's
        attributes.
        """
        rule, count = self.shape_rule, len(call.inputs)
        if shapes is None:
            known = {**call.attributes, **rule.attributes}
            given = rule.shapes(count, call.attributes)
            return Scope(rule, call.attributes, rule.sizes_of(known, given))
        return Scope(rule, call.attributes, rule.sizes_of(call.attributes, shapes))

    def output_shapes(self, call: Call, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Return the shapes of the results of a call, for operands of these shapes.

        Raises SpecError if the number of shapes or the shapes do not fit the op, or if a scalar of
        its graph is NaN (G3.7).
        """
        if len(inputs) != len(call.inputs):
            raise SpecError(
                f"{self.name}: the call has {len(call.inputs)} operands, but {len(inputs)} shapes"
                " are given"
            )
        shapes = [tuple(s) for s in inputs]
        found = self.shape_rule(self.name, call.attributes, shapes)
        self.check_scalars(call, shapes)
        return found[: len(call.outputs)]

    def check_scalars(self, call: Call, shapes: Sequence[Shape] | None = None) -> None:
        """Raise SpecError if a scalar of the graph is NaN (G3.7).

        Without `shapes`, the check covers only scalars of a declared graph that depend only on
        attributes. If a function makes the graph of an op with operands, its scalars can never be
        NaN; a test checks this.
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
            remember(call)  # without operands, only the attributes decide the sizes

    def example(self, operands: int) -> tuple[dict[str, AttributeValue], tuple[Shape, ...]]:
        """Return attributes and shapes of one valid call with `operands` operands."""
        rule = self.shape_rule
        required = [a.name for a in self.attributes if a.required]
        if required == ["equation"]:
            return {"equation": ("ij->i", "ij,jk->ik", "ij,jk,kl->il")[operands - 1]}, rule.shapes(
                operands
            )
        known = {a.name for a in self.attributes}
        return {k: v for k, v in rule.attributes.items() if k in known}, rule.shapes(operands)

    def labels(self) -> Mapping[str, tuple[Signature, ...]]:
        """Return the signatures by label, as in the ids of cases (`f32`, `f64_to_bf16`)."""
        return _labels(self.signatures)


def _unknown(name: str, known: Iterable[str]) -> str:
    listed = ", ".join(sorted(known))
    return f"unknown attribute {name!r}; {f'known: {listed}' if listed else 'it has no attributes'}"


@cache
def _labels(signatures: tuple[Signature, ...]) -> Mapping[str, tuple[Signature, ...]]:
    found: dict[str, tuple[Signature, ...]] = {}
    for inputs, outputs in signatures:
        label = Call("", 1, inputs, outputs).label
        found[label] = (*found.get(label, ()), (inputs, outputs))
    return MappingProxyType(found)


def nan_scalar(says: str, **attributes: AttributeValue) -> Refusal:
    """Return an example of attributes that make a scalar NaN (G3.7); `says` explains why."""
    return Refusal("G3.7", f"a scalar that is NaN: {says}", attributes=attributes)


def same_format(operands: int, *formats: str, results: int = 1) -> tuple[Signature, ...]:
    """Return signatures in which all operands and results have the same format."""
    return tuple(((f,) * operands, (f,) * results) for f in formats)
