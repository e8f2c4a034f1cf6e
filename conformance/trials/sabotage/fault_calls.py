"""Faults of calls, which depend on size, rank, threads, attributes, or previous calls."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache

from samebits.conformance.questions.drawn_scene import Wish, draw_scene, signatures
from samebits.conformance.questions.mixed import circle, partners, usual_label
from samebits.conformance.questions.reach import windows_of
from samebits.conformance.questions.route import answerable
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.trials.sabotage.chances import (
    ANOTHER,
    is_elementwise,
    of_after,
    results_asked,
)
from samebits.conformance.trials.sabotage.family import Asked, Family, where
from samebits.spec.catalog import get_op
from samebits.spec.families import aligned, exact_sums, products, reductions, windows
from samebits.spec.families.gradient_scaling import scale_state
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.declare import Attribute
from samebits.spec.language.shapes import ShapeRule

_REDUCTIONS = (*reductions.SHAPE_RULES, exact_sums.exact_sum)
_DOTS = (rules.dot, exact_sums.exact_dot)
_MATRICES = (rules.matmul, rules.bmm, products.linear, *aligned.SHAPE_RULES)
_WINDOWS = (
    *windows.FORWARD, *windows.INPUT_GRADIENT, *windows.WEIGHT_GRADIENT, *windows.TRANSPOSED
)  # fmt: skip
_UNPAIRED = ("kernel_size", "input_size", "output_padding", "equation", "widths", "ord")
# The values of these attributes follow from shapes, or change the meaning of the call. A fault that
# depends on one of them would not be typical of a kernel.


def _elements(asked: Asked, argument: str) -> int | None:
    return where(max(x.size for x in (*asked.inputs, *asked.outputs)) > int(argument))


def _index(asked: Asked, argument: str) -> int | None:
    return int(argument) if asked.outputs[0].size > int(argument) else None


def _results(asked: Asked, argument: str) -> int | None:
    return where(asked.outputs[0].size > int(argument))


def _terms(asked: Asked, argument: str) -> int | None:
    return where(asked.inputs[0].size > int(argument) * max(asked.outputs[0].size, 1))


def _side(asked: Asked, argument: str) -> int | None:
    operand, axis, least = map(int, argument.split("."))
    return where(asked.inputs[operand].shape[axis] > least)


def _rank(asked: Asked, argument: str) -> int | None:
    return where(max(x.ndim for x in asked.inputs or asked.outputs) >= int(argument))


def _threads(asked: Asked, argument: str) -> int | None:
    least = argument.removesuffix("+")
    return where(asked.threads >= int(least) if least < argument else asked.threads == int(least))


def _number(asked: Asked, argument: str) -> int | None:
    return where(asked.number == int(argument))


def _after(asked: Asked, argument: str) -> int | None:
    if argument == ANOTHER:
        return where(asked.before not in ("", asked.call.op))
    return where(asked.before == argument)


def _attribute(asked: Asked, argument: str) -> int | None:
    sign = next(s for s in "=><" if s in argument)
    name, _, text = argument.partition(sign)
    value = asked.call.attributes[name]
    found = value if isinstance(value, tuple) else (value,)
    if sign == "=":
        return where(any(json.dumps(v) == text for v in found))
    numbers = [v for v in found if isinstance(v, int | float)]
    least = float(text)
    return where(any(v > least if sign == ">" else v < least for v in numbers))


@cache
def most_rank(op_name: str, wanted: int) -> int:
    """Return the largest rank of an operand if `wanted` axes are drawn.

    If the op has no operands, return the largest rank of a result.
    """
    op, label = get_op(op_name), usual_label(op_name)
    operands = len(signatures(op_name, label)[0][0])
    scene = draw_scene(Draws("0", op_name), Wish(op, operands, 64, wanted))
    call = op.call(*signatures(op_name, label)[0], **scene.attributes)
    shapes = scene.shapes or op.output_shapes(call, ())
    return max(len(shape) for shape in shapes)


def _sides_of(op: str, label: str) -> Sequence[str]:
    rule = get_op(op).shape_rule
    if rule in (rules.bmm, aligned.bmm):
        return ("0.1.2048", "0.2.2048", "1.2.2048", "0.0.65535")
    if rule in _MATRICES:
        return ("0.0.2048", "0.1.2048", f"1.{int(rule in (rules.matmul, aligned.matmul))}.2048")
    if rule in (*windows.FORWARD, *windows.INPUT_GRADIENT, *windows.TRANSPOSED):
        return ("0.0.65535",)
    return ()


def _attributes_of(op_name: str, label: str) -> Sequence[str]:
    found: list[str] = []
    for attribute in get_op(op_name).attributes:
        found += _of_attribute(op_name, attribute)
    return found


def _of_attribute(op_name: str, attribute: Attribute) -> Sequence[str]:
    name, default = attribute.name, attribute.default
    if name in _UNPAIRED:
        return ()
    if name == "groups":
        return ("groups>5", "groups>8")
    if name in ("stride", "dilation", "padding") and get_op(op_name).shape_rule in _WINDOWS:
        assert windows_of(get_op(op_name))
        return tuple(f"{name}={number}" for number in (2, 3, 4))
    if name == "axis":
        return ("axis<0", "axis>0")
    if attribute.choices:
        others: list[AttributeValue] = [c for c in attribute.choices if c != default]
        return tuple(f"{name}={json.dumps(c)}" for c in others)
    if isinstance(default, bool):
        return (f"{name}={json.dumps(not default)}",)
    return ()


def _partners_of(op: str, label: str) -> Sequence[str]:
    return (ANOTHER, *(partners(op, 0) if answerable(op, label) else circle()))


def _answered(op: str, label: str, argument: str) -> bool:
    """Return whether the NumPy route supports the op and format, so that questions are drawn."""
    return answerable(op, label)


def _always(op: str, label: str, argument: str) -> bool:
    return True


def _large(op: str, label: str) -> Sequence[str]:
    if get_op(op).shape_rule is scale_state:
        return ()  # a loss scale and its counter have no size
    return ("65536", "1048576") if is_elementwise(op) else ("65536",)


def _has_results(op: str, label: str, argument: str) -> bool:
    """Return whether every run has a first result with more elements than the argument says.

    Some pools and sums have only small results.
    """
    return results_asked(op, label) > int(argument)


def _when(among: Sequence[ShapeRule], *arguments: str) -> Callable[[str, str], Sequence[str]]:
    """Return a function that returns the arguments for ops with one of these shape rules."""
    return lambda op, label: arguments if get_op(op).shape_rule in among else ()


FAMILIES = (
    Family(
        "elements", "more than {} elements in an operand or result",
        "1 if the call is that large", _elements, _large, _always,
    ),
    Family(
        "index", "the element after the first {} elements of a result",
        "1 if the result is that large", _index,
        lambda op, label: ("100", "1000", "65536"),
        _has_results,
    ),
    Family(
        "results", "more than {} results of a reduction", "1 if a call has them", _results,
        _when((*reductions.SHAPE_RULES,), "65536"), _answered,
    ),
    Family(
        "terms", "more than {} terms for each result", "1 if a call has them", _terms,
        _when((*_REDUCTIONS, *_DOTS), "65536"), _answered,
    ),
    Family(
        "side", "an axis of an operand is longer than a limit (operand.axis.limit): {}",
        "1 if the operand is that long", _side,
        _sides_of, _answered,
    ),
    Family(
        "rank", "an operand has rank {} or more (a result, if the op has no operands)",
        "1 if an operand has it", _rank,
        lambda op, label: [str(n) for n in (2, 4, 6, 8) if most_rank(op, n) >= n],
        _always,
    ),
    Family(
        "threads", "the session was set to {} threads", "1 if a call is made like this", _threads,
        lambda op, label: ("2+", "8+", "3", "5"),
        _always,
        rules=("C1.3",),
    ),
    Family(
        "number", "call {} of this op and format in the session", "1 if the call is made",
        _number, lambda op, label: ("1", "2", "10", "100"),
        lambda op, label, argument: argument != "100" or label == usual_label(op),
        rules=("C1.3",),
    ),
    Family(
        "after", "the call directly before was of this op: {}", "1 if such a call comes before",
        _after, _partners_of,
        lambda op, label, argument: of_after(op, label, argument) == 1, probability=of_after,
        rules=("C1.3",),
    ),
    Family(
        "attribute", "an attribute has this value: {}", "1 if a call has it", _attribute,
        _attributes_of,
        _answered,
    ),
)  # fmt: skip
"""Families of faults that depend on a call as a whole."""
