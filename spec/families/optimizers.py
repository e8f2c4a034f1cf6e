"""What the declarations of optimizers share: shapes, refused attributes, nodes (clause G8).

An op is one step for one tensor. Every operand is cast to the compute format at its beginning and
has `_wide` in its name there; every result is rounded once at its end, and what other nodes read is
the value before that rounding. The order of the nodes is that of torch.optim 2.13's code for one
tensor, and of PyTorch's functions for the CPU that it calls (docs of torch.optim, torch.addcmul,
torch.addcdiv and torch.lerp say what they mean).
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
"""Parameters, gradients and states have one of these formats, all the same one."""

ONE = literal(1.0)

Check = Callable[[Attributes, int], str]
"""Says what is wrong with attributes of a call with so many operands, or nothing."""


@dataclass(frozen=True, slots=True)
class Limit:
    """That an attribute is at least 0, and below 1 where `fraction`."""

    name: str
    fraction: bool = False

    def holds(self, value: AttributeValue) -> bool:
        """Whether a value is within."""
        assert isinstance(value, float)
        return value >= 0.0 and not (self.fraction and value >= 1.0)

    @property
    def words(self) -> str:
        """For people."""
        return "from 0 to below 1" if self.fraction else "at least 0"

    def refusals(self) -> tuple[Refusal, ...]:
        """Values outside of it."""
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
    """The shape rule of a step: all operands and results have one shape.

    There is a result for each operand but the gradients, and at least `results`: a step makes a
    state that it has not been given. `attributes` are those of the example; `refusals` are examples
    of what `check` says besides the limits.
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
        """One shape for all."""
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
    """One format throughout, for these numbers of operands and results."""
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
    """The declaration of a step.

    `operands` are the parameters, the gradients and the states before. `values` are what the step
    makes of the parameters and the states, before the rounding to results. `counts` are the
    possible numbers of operands and results.
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
    """A real attribute, a scalar of the host that may be an infinity."""
    return Attribute(name, doc, default, kind="real")


def rate(default: float) -> Attribute:
    """The learning rate."""
    return real("lr", default, "learning rate, at least 0")


def decay(
    default: float, doc: str = "factor of the parameters added to the gradients"
) -> Attribute:
    """The weight decay."""
    return real("weight_decay", default, f"{doc}, at least 0")


def epsilon(default: float) -> Attribute:
    """What keeps a denominator from 0."""
    return real("eps", default, "added to the denominator, at least 0")


STEP = Attribute("step", "number of the step, from 1 on", 1, kind="integer", least=1)

MAXIMIZE = Attribute("maximize", "go up instead of down", False, choices=(False, True))


def widened(*operands: str) -> tuple[Item, ...]:
    """The operands in the compute format, where a branch has to say so itself."""
    return tuple(node(f"{x}_wide", "cast", x) for x in operands)


def signed_gradient() -> Branch:
    """`gradient`: the gradients, negated with `maximize`."""
    return Branch(
        Equals("maximize", True),
        (node("negated", "neg", "grads_wide"),),
        (Join("gradient", "negated", "grads_wide"),),
    )


def decayed_gradient() -> tuple[Item, ...]:
    """`decayed_gradient`: `gradient`, plus weight_decay times the parameters unless that is 0."""
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
    """x + y * factor: a product, then a sum."""
    return (
        Number(f"{name}_factor", factor),
        node(f"{name}_product", "mul", y, f"{name}_factor"),
        node(name, "add", x, f"{name}_product"),
    )


def scaled(name: str, x: str, factor: Scalar) -> tuple[Item, ...]:
    """x * factor."""
    return Number(f"{name}_factor", factor), node(name, "mul", x, f"{name}_factor")


def plus_product(
    name: str, x: str, y: str, z: str, factor: Scalar | None = None
) -> tuple[Item, ...]:
    """x + (y * factor) * z as addcmul, or x + y * z."""
    return _plus(name, "mul", x, y, z, factor)


def plus_quotient(
    name: str, x: str, y: str, z: str, factor: Scalar | None = None
) -> tuple[Item, ...]:
    """x + (y * factor) / z as addcdiv, or x + y / z."""
    return _plus(name, "div", x, y, z, factor)


def _plus(name: str, op: str, x: str, y: str, z: str, factor: Scalar | None) -> tuple[Item, ...]:
    made = f"{name}_product" if op == "mul" else f"{name}_quotient"
    first = () if factor is None else scaled(f"{name}_scaled", y, factor)
    used = y if factor is None else f"{name}_scaled"
    return (*first, node(made, op, used, z), node(name, "add", x, made))


def between(
    name: str, start: str, end: str, weight: Scalar, size: Scalar | None = None
) -> tuple[Item, ...]:
    """start + (end - start) * weight where the weight is below 1/2 in size, as lerp.

    Else it is end - (end - start) * (1 - weight). `size` is that of a weight that may be negative.
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
    """Rows in which a step that goes by lr ends a little above a tie of a 16-bit format.

    Rounded to binary32 it is on the tie, so two roundings give 1 and one rounding the next number.
    The parameter is 1, the gradient -1.
    """

    def rows(form: Format) -> list[Row]:
        if form.bits != 16:
            return []
        rate = 2.0**-form.precision * (1.0 + 2.0 ** (form.precision - 25))
        return [({**attributes, "lr": rate}, (1.0, -1.0, *states))]

    return rows
