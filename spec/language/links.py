"""Check the gradients (G4.2) and the state (G1.11) that an op declares, and call a gradient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.geometry import Shape
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph_steps import Resolve, passed


def check_state(op: Op) -> None:
    """Raise SpecError unless each result that is a state can replace its operand.

    A call without an optional operand may still have the corresponding result: this call creates
    the state.
    """
    olds, news = [old for old, _ in op.state], [new for _, new in op.state]
    for names, known, what in ((olds, op.operands, "operand"), (news, op.results, "result")):
        for name in names:
            if name not in known:
                raise SpecError(f"{op.name}: state {name}: the op has no {what} of this name")
            if names.count(name) > 1:
                raise SpecError(f"{op.name}: state {name}: it is listed twice")
    for inputs, outputs in op.signatures if op.state else ():
        call, shapes = _example(op, (inputs, outputs))
        made = op.output_shapes(call, shapes)
        for old, new in op.state:
            at, to = op.operands.index(old), op.results.index(new)
            if at < len(inputs) and to >= len(outputs):
                raise SpecError(
                    f"{op.name}: state {old}: {call} has this operand, but no result {new}"
                )
            if at < len(inputs) and (inputs[at], shapes[at]) != (outputs[to], made[to]):
                raise SpecError(
                    f"{op.name}: state {old}: it is {inputs[at]}{list(shapes[at])}, but "
                    f"{new} is {outputs[to]}{list(made[to])}"
                )


def check_gradients(op: Op, resolve: Resolve) -> None:
    """Raise SpecError unless each declared gradient has the format and shape of its operand."""
    for number, link in enumerate(op.gradients):
        try:
            if link.operand not in op.operands:
                raise SpecError("the op has no operand of this name")
            if link.operand in [other.operand for other in op.gradients[:number]]:
                raise SpecError("it is declared twice")
            _check_link(op, link, resolve(link.op))
        except SpecError as error:
            raise SpecError(f"{op.name}: gradient of {link.operand}: {error}") from error


def _check_link(op: Op, link: Gradient, gradient: Op) -> None:
    if link.result not in gradient.results:
        raise SpecError(f"{gradient.name} has no result {link.result!r}")
    for name in link.inputs:
        if name not in op.operands and name.removeprefix(OF) not in op.results:
            raise SpecError(f"{name!r} is not an operand, a result, or the gradient of a result")
    possible = list(_differentiable(op, link))
    if not possible:
        raise SpecError("the operand does not have a floating-point format in any signature")
    for signature in possible:
        call, shapes = _example(op, signature)
        inner = gradient_call(op, link, call, shapes, gradient)
        given = _inputs(op, link, call, shapes)[1]
        at, to = op.operands.index(link.operand), gradient.results.index(link.result)
        shape = gradient.output_shapes(inner, given)[to]
        if shape != shapes[at]:
            raise SpecError(f"{gradient.name} returns the shape {shape}, not {shapes[at]}")


def gradient_call(
    op: Op, link: Gradient, call: Call, shapes: Sequence[Shape], gradient: Op
) -> Call:
    """Return the call that computes the gradient of an operand, for operands of these shapes.

    `gradient` is the op that the link names. The operands of the call are `link.inputs` without the
    operands that the forward call leaves out. Raises SpecError if the op has no such signature, or
    if no gradient is declared for the call.
    """
    if link.below is not None:
        less, more = (as_tuple(call.attributes[name]) for name in link.below)
        if any(a >= b for a, b in zip(less, more, strict=True)):
            raise SpecError(
                f"{op.name}: the gradient of {link.operand} is only declared if {link.below[0]} is "
                f"below {link.below[1]} on every axis, but they are {less} and {more}"
            )
    formats, _ = _inputs(op, link, call, shapes)
    scope = op.scope(call, shapes)
    attributes = {name: passed(value, scope) for name, value in link.attributes.items()}
    at, to = op.operands.index(link.operand), gradient.results.index(link.result)
    fitting = [
        s
        for s in gradient.signatures
        if s[0] == formats and s[1][to : to + 1] == call.inputs[at:][:1]
    ]
    if not fitting:
        raise SpecError(f"{gradient.name} has no signature {formats} -> {call.inputs[at]}")
    return gradient.call(fitting[0][0], fitting[0][1], **attributes)


def as_tuple(value: AttributeValue) -> tuple[int, ...]:
    """Return an attribute as a tuple of integers. The declaration has already checked its type."""
    assert isinstance(value, tuple)
    return value


def _differentiable(op: Op, link: Gradient) -> Iterator[Signature]:
    """Yield the signatures in which the operand is present and is a floating-point tensor."""
    at = op.operands.index(link.operand)
    for inputs, outputs in op.signatures:
        if at < len(inputs) and get_format(inputs[at]).is_float and outputs[0] == inputs[at]:
            yield inputs, outputs


def _inputs(
    op: Op, link: Gradient, call: Call, shapes: Sequence[Shape]
) -> tuple[tuple[str, ...], list[Shape]]:
    made = op.output_shapes(call, shapes)
    formats, given = [], []
    for name in link.inputs:
        if name in op.operands:
            at = op.operands.index(name)
            if at >= len(shapes) and op.optional_from is not None and at >= op.optional_from:
                continue  # the gradient's call leaves out the same operands
            if at >= len(shapes):
                raise SpecError(f"the gradient needs {name}, which {call} does not have")
            formats.append(call.inputs[at])
            given.append(shapes[at])
        else:
            to = op.results.index(name.removeprefix(OF))
            formats.append(call.outputs[to])
            given.append(made[to])
    return tuple(formats), given


def _example(op: Op, signature: Signature) -> tuple[Call, list[Shape]]:
    inputs, outputs = signature
    attributes, shapes = op.example(len(inputs))
    return op.call(inputs, outputs, **attributes), [tuple(shape) for shape in shapes]
