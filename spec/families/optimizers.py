"""Shapes, refused attributes and nodes that optimizers share (clause G8).

An op is one step for one tensor. Every operand is first cast to the compute format, as a value
whose name ends in `_wide`. Every result is rounded once at the end, and other nodes read the value
before this rounding. The order of the nodes is taken from torch.optim 2.13: from its code for one
tensor, and from the CPU functions that the code calls. The documentation of torch.optim,
torch.addcmul, torch.addcdiv and torch.lerp defines what these functions compute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from samebits.spec.errors import SpecError
from samebits.spec.formats import Format
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.geometry import Attributes, Refusal, Shape, ShapeRule, shape_rule
from samebits.spec.language.graph import Below, Branch, Equals, Graph, Item, Join, Number, node
from samebits.spec.language.landmarks import Row
from samebits.spec.language.scalars import Scalar, attribute, literal

FORMATS = ("f32", "f64", "f16", "bf16")
"""The formats of optimizers. In a call, parameters, gradients and states have the same format."""

ONE = literal(1.0)

Check = Callable[[Attributes, int], str]
"""A function that returns a text about what is wrong with a call's attributes, or "".

Its arguments are the attributes and the number of operands.
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """The condition that an attribute is at least 0, and below 1 if `fraction` is true."""

    name: str
    fraction: bool = False

    def holds(self, value: AttributeValue) -> bool:
        """Return whether a value satisfies the condition."""
        assert isinstance(value, float)
        return value >= 0.0 and not (self.fraction and value >= 1.0)

    @property
    def words(self) -> str:
        """The condition as text for error messages."""
        return "from 0 to below 1" if self.fraction else "at least 0"

    def refusals(self) -> tuple[Refusal, ...]:
        """Return examples of values that violate the condition."""
        outside = [(f"`{self.name}` below 0", -0.125)]
        if self.fraction:
            outside.append((f"`{self.name}` that is not below 1", 1.0))
        return tuple(Refusal("G8.3", said, None, {self.name: x}) for said, x in outside)


def step_rule(
    name: str,
    operands: int,
    limits: Sequence[Limit],
    *,
    attributes: Attributes,
    results: int = 0,
    refusals: Sequence[Refusal] = (),
    check: Check = lambda attributes, count: "",
) -> ShapeRule:
    """Return the shape rule of a step: all operands and results have the same shape.

    There is a result for each operand except the gradients. There are at least `results` results,
    because a step may create a state that is not among its operands. `attributes` belong to the
    example. `refusals` are examples of mistakes that `check` finds in addition to the limits.
    """

    @shape_rule(
        ["[*S]"] * operands,
        *["[*S]"] * (operands - 1),
        example=[(2, 3)] * operands,
        attributes=attributes,
        refusals=(*(r for limit in limits for r in limit.refusals()), *refusals),
        name=name,
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Take operands of the same shape; all results have this shape."""
        if len(set(inputs)) != 1:
            raise SpecError(f"{op}: operands must have one shape, got {list(inputs)}")
        for limit in limits:
            value = attributes[limit.name]
            if not limit.holds(value):
                raise SpecError(f"{op}: {limit.name}={value!r} must be {limit.words}")
        if fault := check(attributes, len(inputs)):
            raise SpecError(f"{op}: {fault}")
        return (tuple(inputs[0]),) * max(len(inputs) - 1, results)

    return rule


def signatures(*counts: tuple[int, int]) -> tuple[Signature, ...]:
    """Return signatures in which all operands and results have the same format.

    `counts` has pairs: the number of operands, and the number of results.
    """
    return tuple(((f,) * n, (f,) * results) for f in FORMATS for n, results in counts)


def optimizer(
    name: str,
    summary: str,
    operands: tuple[str, ...],
    counts: Sequence[tuple[int, int]],
    rule: ShapeRule,
    attributes: tuple[Attribute, ...],
    items: Sequence[Item],
    values: Sequence[str],
    nan_scalars: tuple[Refusal, ...] = (),
) -> Op:
    """Return the declaration of one step of an optimizer.

    `operands` names the parameters, the gradients and the old states. `values` names the new
    parameters and states before they are rounded to results. `counts` has the possible numbers of
    operands and results.
    """
    kept = (operands[0], *operands[2:])
    results = tuple(f"new_{state}" for state in kept)
    least = min(count for count, _ in counts)
    stored = min(made for _, made in counts)
    nodes: list[Item] = [node(f"{x}_wide", "cast", x) for x in operands[:least]]
    nodes += items
    for number, (result, value) in enumerate(zip(results, values, strict=True)):
        if number < stored:
            nodes.append(node(result, "cast", value, to=f"output {number}" if number else "output"))
    ends = tuple(
        result if number < stored else value
        for number, (result, value) in enumerate(zip(results, values, strict=True))
    )
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=operands,
        optional_from=least if least < len(operands) else None,
        signatures=signatures(*counts),
        shape_rule=rule,
        clauses=("R4", "S1", "G1", "G3", "G8"),
        profile="train",
        results=results,
        attributes=attributes,
        graph=Graph(operands=operands, nodes=tuple(nodes), results=ends),
        state=tuple(zip(kept, results, strict=True)),
        nan_scalars=nan_scalars,
    )


def real(name: str, default: float, doc: str) -> Attribute:
    """Return a real attribute: a host scalar that may be infinite."""
    return Attribute(name, doc, default, kind="real")


def rate(default: float) -> Attribute:
    """Return the attribute for the learning rate."""
    return real("lr", default, "learning rate, at least 0")


def decay(
    default: float, doc: str = "factor of the parameters added to the gradients"
) -> Attribute:
    """Return the attribute for the weight decay."""
    return real("weight_decay", default, f"{doc}, at least 0")


def epsilon(default: float) -> Attribute:
    """Return the attribute that keeps a denominator away from 0."""
    return real("eps", default, "added to the denominator, at least 0")


STEP = Attribute("step", "number of the step, from 1 on", 1, kind="integer", least=1)

MAXIMIZE = Attribute(
    "maximize", "whether the step maximizes instead of minimizes", False, choices=(False, True)
)


def widened(*operands: str) -> tuple[Item, ...]:
    """Return nodes that convert operands to the compute format, for a branch that needs them."""
    return tuple(node(f"{x}_wide", "cast", x) for x in operands)


def signed_gradient() -> Branch:
    """Return a branch for `gradient`: the gradients, negated if `maximize` is true."""
    return Branch(
        Equals("maximize", True),
        (node("negated", "neg", "grads_wide"),),
        (Join("gradient", "negated", "grads_wide"),),
    )


def decayed_gradient() -> tuple[Item, ...]:
    """Return nodes for `decayed_gradient`: `gradient` plus weight_decay times the parameters.

    If weight_decay is 0, it is `gradient`.
    """
    return (
        signed_gradient(),
        Branch(
            Equals("weight_decay", 0.0),
            (),
            (Join("decayed_gradient", "gradient", "decay"),),
            others=plus_scaled("decay", "gradient", "params_wide", attribute("weight_decay")),
        ),
    )


def plus_scaled(name: str, x: str, y: str, factor: Scalar) -> tuple[Item, ...]:
    """Return nodes for `name` = x + y * factor, in which the product is rounded."""
    return (
        Number(f"{name}_factor", factor),
        node(f"{name}_product", "mul", y, f"{name}_factor"),
        node(name, "add", x, f"{name}_product"),
    )


def scaled(name: str, x: str, factor: Scalar) -> tuple[Item, ...]:
    """Return nodes for `name` = x * factor."""
    return Number(f"{name}_factor", factor), node(name, "mul", x, f"{name}_factor")


def plus_product(
    name: str, x: str, y: str, z: str, factor: Scalar | None = None
) -> tuple[Item, ...]:
    """Return nodes for `name` = x + (y * factor) * z as in addcmul, or x + y * z."""
    return _plus(name, "mul", x, y, z, factor)


def plus_quotient(
    name: str, x: str, y: str, z: str, factor: Scalar | None = None
) -> tuple[Item, ...]:
    """Return nodes for `name` = x + (y * factor) / z as in addcdiv, or x + y / z."""
    return _plus(name, "div", x, y, z, factor)


def _plus(name: str, op: str, x: str, y: str, z: str, factor: Scalar | None) -> tuple[Item, ...]:
    made = f"{name}_product" if op == "mul" else f"{name}_quotient"
    first = () if factor is None else scaled(f"{name}_scaled", y, factor)
    used = y if factor is None else f"{name}_scaled"
    return (*first, node(made, op, used, z), node(name, "add", x, made))


def between(
    name: str, start: str, end: str, weight: Scalar, size: Scalar | None = None
) -> tuple[Item, ...]:
    """Return nodes for `name`, the interpolation between `start` and `end` as in lerp.

    It is start + (end - start) * weight if the magnitude of the weight is below 1/2, and otherwise
    end - (end - start) * (1 - weight). `size` is the magnitude of a weight that may be negative.
    """
    apart, near, far = f"{name}_apart", f"{name}_near", f"{name}_far"
    return (
        node(apart, "sub", end, start),
        Branch(
            Below(size or weight, literal(0.5)),
            (*scaled(f"{near}_part", apart, weight), node(near, "add", start, f"{near}_part")),
            (Join(name, near, far),),
            others=(
                *scaled(f"{far}_part", apart, ONE - weight),
                node(far, "sub", end, f"{far}_part"),
            ),
        ),
    )


def near_ties(attributes: Attributes, *states: float) -> Callable[[Format], list[Row]]:
    """Return a function for rows in which the result of a step is just above a tie of the format.

    The format has 16 bits. The parameter is 1, the gradient is -1, and the step has the size lr.
    Rounded to binary32, the result is exactly the tie. So two roundings give 1, and a single
    rounding gives the next larger number.
    """

    def rows(form: Format) -> list[Row]:
        if form.bits != 16:
            return []
        rate = 2.0**-form.precision * (1.0 + 2.0 ** (form.precision - 25))
        return [({**attributes, "lr": rate}, (1.0, -1.0, *states))]

    return rows
