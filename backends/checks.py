"""Checks whether a call is an error according to the declaration of its op (clause C2).

Sessions in Python make these checks before they compute. The answer does not depend on the backend.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from samebits.backends.protocol import Array, CallError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import check_indices
from samebits.spec.formats import format_of
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def require_declared(call: Call) -> None:
    """Raise CallError unless the call agrees with the declaration of its op.

    Arrays are not checked. An attribute that is left out has its default (A1.2).
    """
    try:
        op = get_op(call.op)
        defaults = {a.name: a.default for a in op.attributes if not a.required}
        op.check(replace(call, attributes={**defaults, **call.attributes}))
    except SpecError as error:
        raise CallError(str(error)) from error


def check_call(call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
    """Raise SpecError if the call is invalid, does not fit these arrays, or has a bad index."""
    op = get_op(call.op)
    shapes = check_shapes(call, [x.shape for x in inputs], [x.shape for x in outputs])
    for role, arrays, names in (
        ("operand", inputs, call.inputs),
        ("result", outputs, call.outputs),
    ):
        for number, (array, name) in enumerate(zip(arrays, names, strict=True)):
            if format_of(array).name != name:
                raise SpecError(
                    f"{op.name}: {role} {number} has the format {format_of(array).name}, "
                    f"the call says {name}"
                )
    if op.shape_rule.indices is not None:
        number, limit = op.shape_rule.index_limit(call.attributes, shapes)
        besides = op.shape_rule.index_besides(call.attributes)
        check_indices(op.name, inputs[number], limit, besides)


def check_shapes(call: Call, inputs: Sequence[Shape], outputs: Sequence[Shape]) -> Sequence[Shape]:
    """Return the shapes of the operands.

    Raises SpecError if the call is invalid or if a shape of an operand or result is wrong. Formats
    of arrays and values of elements are not checked.
    """
    op = get_op(call.op)
    op.check(call)
    shapes = [tuple(shape) for shape in inputs]
    wanted = list(op.output_shapes(call, shapes))
    if [tuple(shape) for shape in outputs] != wanted:
        raise SpecError(
            f"{op.name}: the results must have the shapes {wanted}, not {list(outputs)}"
        )
    return shapes
