"""The functions of `samebits.numpy`, made from the op declarations when they are first used.

A function is compiled from a line of source text, as dataclasses compile their methods. It
therefore has a real signature, Python itself refuses wrong arguments, and a call is as fast as a
call of a handwritten function.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from samebits.numpy import written
from samebits.numpy.callee import callee
from samebits.numpy.calling import compute
from samebits.numpy.documents import docstring
from samebits.numpy.names import SHARED, public_name
from samebits.numpy.parameters import attributes_of, parameters
from samebits.numpy.tuples import class_name, counts
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.declare import Op

Function = Callable[..., Any]


@cache
def public_ops() -> Mapping[str, str]:
    """Return the name of an op for each public name.

    Each function with several ops has one of them here. Raises ValueError if two ops have the same
    public name; one of them must then be renamed in names.py.
    """
    found: dict[str, str] = {}
    for op in all_ops().values():
        if op.name not in SHARED:
            name = public_name(op)
            if name in found:
                raise ValueError(
                    f"{found[name]} and {op.name} are both called {name}: rename one in names.py"
                )
            found[name] = op.name
    return MappingProxyType(dict(sorted(found.items())))


@cache
def function(name: str) -> Function:
    """Return the function of a public name, such as `exp` or `random.uniform`.

    Raises KeyError if no function has this name.
    """
    if name in written.FUNCTIONS:
        return written.FUNCTIONS[name]
    return _made(get_op(public_ops()[name]), name)


def has_dtype(op: Op) -> bool:
    """Return whether some operand formats allow several result formats, chosen by `dtype`."""
    inputs = [inputs for inputs, _ in op.signatures]
    return len(set(inputs)) < len(inputs)


def _made(op: Op, name: str) -> Function:
    listed = parameters(op)
    arguments = {p.meant: p.name for p in listed}
    numbers = [p for p in listed if p.attribute is not None]
    operands = "".join(f"{arguments[operand]}, " for operand in op.operands)
    attributes = "".join(f"{p.name}, " for p in numbers)
    head = [p.name if p.is_required else f"{p.name}=_usual_{p.name}" for p in listed]
    head.insert(sum(not p.by_keyword for p in listed), "*")
    more, dtype = (", dtype=None", "dtype") if has_dtype(op) else ("", "None")
    last = name.rpartition(".")[2]
    body = f"_compute(_callee, ({operands}), _attributes(({attributes})), {dtype}, out)"
    text = f"def {last}({', '.join(head)}{more}, out=None):\n    return {body}\n"
    names = {
        "_compute": compute,
        "_callee": callee(op.name),
        "_attributes": _remembered(op, tuple(p.default for p in numbers)),
        **{f"_usual_{p.name}": p.default for p in listed if not p.is_required},
        "__name__": f"samebits.numpy.{name}".rpartition(".")[0],
    }
    exec(compile(text, f"<samebits.numpy.{name}>", "exec"), names)
    made: Function = names[last]
    made.__doc__ = docstring(op, has_dtype(op))
    made.__annotations__ = {
        **{p.name: p.type for p in listed},
        **_others(op),
        "return": returned(op),
    }
    return made


def _others(op: Op) -> dict[str, str]:
    """Return the annotations of the arguments `dtype` (if the op has it) and `out`."""
    dtype = {"dtype": "DType | None"} if has_dtype(op) else {}
    return {**dtype, "out": place_type(op)}


def place_type(op: Op) -> str:
    """Return the type annotation of the argument `out`."""
    return "Array | None" if len(op.results) == 1 else "Sequence[Array] | None"


def returned(op: Op, before: str = "") -> str:
    """Return the type annotation of the result.

    The text `before` is put before names of classes.
    """
    if len(op.results) == 1:
        return "Array"
    return " | ".join(f"{before}{class_name(op, count)}" for count in counts(op))


def _remembered(op: Op, usual: tuple[Any, ...]) -> Callable[[tuple[Any, ...]], dict[str, Any]]:
    """Return the function of `attributes_of`, with a cached result for the default arguments."""
    made = attributes_of(public_name(op), op)
    kept: list[dict[str, Any]] = []

    def attributes(arguments: tuple[Any, ...]) -> dict[str, Any]:
        if not all(map(operator.is_, arguments, usual)):
            return made(arguments)
        if not kept:
            kept.append(made(arguments))
        return kept[0]

    return attributes
