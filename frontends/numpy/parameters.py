"""Conversions from a declaration to a function's parameters, and from arguments to attributes.

Required operands come first, then required attributes, then optional operands. Parameters with
defaults follow; they are keyword-only, and so is a seed. This module contains no special case for a
particular op.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from samebits.numpy.names import DEFAULTS, WHOLE_FLOATS, argument_name
from samebits.spec.errors import SpecError, SpecTypeError
from samebits.spec.families.draws import words_of
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import elementwise

REQUIRED: Any = object()
"""A marker that replaces the default of a parameter that has no default."""

_WORDS = ("seed", "stream")
"""Attributes that consist of two 32-bit words.

In this front end each is one 64-bit integer (D2.1).
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function: its name, its operand or attribute, and its default.

    `meant` is the name of the operand or attribute. `attribute` is None for an operand.
    `by_keyword` is true for a keyword-only parameter. `type` is the annotation in the stub.
    """

    name: str
    meant: str
    attribute: Attribute | None
    default: Any
    by_keyword: bool
    type: str

    @property
    def is_required(self) -> bool:
        """Check whether the parameter has no default."""
        return self.default is REQUIRED


def is_elementwise(op: Op) -> bool:
    """Check whether an op takes operands of one shape, so that the front end broadcasts them."""
    return op.shape_rule is elementwise


def parameters(op: Op) -> tuple[Parameter, ...]:
    """Return the operands and attributes of an op, in the order of the function's signature."""
    wanted = "Operand" if is_elementwise(op) and len(op.operands) > 1 else "ArrayLike"
    first = len(op.operands) if op.optional_from is None else op.optional_from
    operands = [_operand(op, name, wanted, i < first) for i, name in enumerate(op.operands)]
    attributes = [_attribute(op, attribute) for attribute in op.attributes]
    found = [*operands[:first], *(a for a in attributes if not a.by_keyword)]
    found += [*operands[first:], *(a for a in attributes if a.by_keyword)]
    return tuple(found)


def _operand(op: Op, name: str, wanted: str, required: bool) -> Parameter:
    shown = argument_name(op, name)
    if required:
        return Parameter(shown, name, None, REQUIRED, False, wanted)
    return Parameter(shown, name, None, None, False, f"{wanted} | None")


def _attribute(op: Op, attribute: Attribute) -> Parameter:
    name = argument_name(op, attribute.name)
    default = REQUIRED if attribute.required else _default(attribute, attribute.default)
    default = DEFAULTS.get(op.name, {}).get(name, default)
    kind = _type(attribute)
    # None means the window's size, as in PyTorch
    if attribute.required and attribute.name == "stride":
        default, kind = None, f"{kind} | None"
    by_keyword = default is not REQUIRED or attribute.name in _WORDS
    return Parameter(name, attribute.name, attribute, default, by_keyword, kind)


def _default(attribute: Attribute, value: Any) -> Any:
    """Return the default of an argument: two words as one integer, and equal sizes as one size."""
    if attribute.name in _WORDS:
        return value[0] | value[1] << 32
    if isinstance(value, tuple) and value and set(value) == {value[0]}:
        return value[0]
    return value


_TYPES = {
    "flag": "bool",
    "integer": "int",
    "real": "float",
    "integers": "int | Sequence[int]",
    "axis": "int",
    "axes": "int | Sequence[int] | None",
    "word": "str",
}


def _type(attribute: Attribute) -> str:
    """Return the type annotation of an attribute. The annotation of a `choice` lists its values."""
    if attribute.name in _WORDS:
        return "int"
    if attribute.name in WHOLE_FLOATS:
        return "float"
    if attribute.choices and attribute.type in ("choice", "word"):
        return f"Literal[{', '.join(json.dumps(c) for c in attribute.choices)}]"
    kind = _TYPES[attribute.type]
    return f"{kind} | None" if attribute.nullable and not kind.endswith("None") else kind


def given(function: str, attribute: Attribute, value: Any, compute: str = "f32") -> Any:
    """Convert an argument to the value of an attribute of the call.

    `compute` is the widest format to which the op rounds a real attribute. Raises SpecError if the
    type of the argument is wrong.
    """
    taken: Any = value
    if attribute.type == "flag" and not isinstance(value, (bool, np.bool_)):
        raise SpecTypeError(f"{function}: {attribute.name}={value!r} must be True or False")
    if isinstance(value, np.bool_):
        taken = bool(value)
    elif attribute.name in _WORDS:
        taken = _word(function, attribute.name, value)
    elif isinstance(value, (list, tuple)):
        taken = tuple(_integer(v) for v in _flat(value))
    elif isinstance(value, np.integer) or _is_whole_float(attribute, value):
        taken = int(value)
    if attribute.type == "integers" and type(taken) is int:
        taken = (taken,) * (attribute.length if isinstance(attribute.length, int) else 1)
    checked: Any = attribute.taken(function, taken, compute)
    attribute.check(function, checked, compute)
    return checked


def _is_whole_float(attribute: Attribute, value: Any) -> bool:
    return attribute.name in WHOLE_FLOATS and isinstance(value, float) and value.is_integer()


def _flat(value: Sequence[Any]) -> Iterator[Any]:
    """Yield the items of a list with pairs flattened: `pad` of NumPy takes pairs of widths."""
    for item in value:
        if isinstance(item, (list, tuple)):
            yield from item
        else:
            yield item


def _integer(value: Any) -> Any:
    return operator.index(value) if isinstance(value, np.integer) else value


def _word(function: str, name: str, value: Any) -> tuple[int, int]:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise SpecTypeError(f"{function}: {name}={value!r} must be an integer from 0 to 2^64 - 1")
    if not 0 <= value < 1 << 64:
        raise SpecError(f"{function}: {name}={value!r} must be from 0 to 2^64 - 1")
    return words_of(int(value))


def attributes_of(function: str, op: Op) -> Callable[[tuple[Any, ...]], dict[str, Any]]:
    """Return a function that converts arguments, in the order of `parameters`, to attributes."""
    known = [p for p in parameters(op) if p.attribute is not None]
    named = [replace(p.attribute, name=p.name) for p in known if p.attribute]  # for error messages
    # The formats of the operands are not known yet, and the whole call is checked later.
    wide = op.op_class == "round" and "f64" in op.labels()
    compute = "f64" if wide else "f32"

    def made(arguments: tuple[Any, ...]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for parameter, shown, value in zip(known, named, arguments, strict=True):
            assert parameter.attribute is not None
            if value is None and parameter.meant == "stride" and parameter.attribute.required:
                found["stride"] = found["kernel_size"]
            else:
                found[parameter.meant] = given(function, shown, value, compute)
        return found

    return made
