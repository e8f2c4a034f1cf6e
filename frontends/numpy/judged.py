"""samebits.numpy as a subject of the judge: the function and the arguments that compute each call.

The names of functions and arguments come from the declarations and from names.py, as for the
functions themselves. `_WRITTEN` has the functions whose arguments differ from the declaration.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zlib import crc32

import numpy as np

from samebits.backends.fronts.front import Expression, NotExpressedError
from samebits.backends.protocol import Session
from samebits.numpy.devices import Device
from samebits.numpy.functions import function
from samebits.numpy.names import FORMS, SHARED, Form, argument_name, public_name
from samebits.numpy.values import EVERY, Array
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

Arguments = tuple[tuple[Any, ...], dict[str, Any]]
"""Positional arguments, and keyword arguments by name."""

_WORDS = ("seed", "stream")


def _dtype(call: Call) -> Any:
    return EVERY[call.outputs[0]].dtype


def _cast(call: Call, x: Sequence[Any]) -> Arguments:
    more = {} if call.attributes["saturate"] else {"saturate": False}
    return (*x, _dtype(call)), more


def _cat(call: Call, x: Sequence[Any]) -> Arguments:
    return (list(x),), {"axis": call.attributes["axis"]}


def _einsum(call: Call, x: Sequence[Any]) -> Arguments:
    return (call.attributes["equation"], *x), _asked_dtype(call)


def _eye(call: Call, x: Sequence[Any]) -> Arguments:
    return (call.attributes["n"], call.attributes["m"]), {"dtype": _dtype(call)}


def _searchsorted(call: Call, x: Sequence[Any]) -> Arguments:
    return tuple(x), {"side": "right"} if call.attributes["right"] else {}


def _qr(call: Call, x: Sequence[Any]) -> Arguments:
    return tuple(x), {"mode": "complete"} if call.attributes["complete"] else {}


def _roll(call: Call, x: Sequence[Any]) -> Arguments:
    """Return arguments that name all axes if the call names none; else `roll` would flatten x."""
    axes = call.attributes["axes"]
    named = tuple(range(x[0].ndim)) if axes is None else axes
    return (*x, call.attributes["shifts"]), {"axis": named}


_WRITTEN: Mapping[str, Callable[[Call, Sequence[Any]], Arguments]] = MappingProxyType(
    {
        "cast": _cast,
        "cat": _cat,
        "einsum": _einsum,
        "eye": _eye,
        "qr": _qr,
        "roll": _roll,
        "searchsorted": _searchsorted,
    }
)
"""The arguments for a call, by op, for functions whose parameters differ from the declaration."""


OTHER_DEFAULTS: Mapping[tuple[str, str], Any] = MappingProxyType(
    {("var", "correction"): 0, ("std", "correction"): 0, ("gather", "axis"): -1}
)
"""Defaults that differ from the specification, because the array API standard requires them.

The keys are op and argument. The values are repeated here, so that the judge finds a wrong default
in a function.
"""


def _asked_dtype(call: Call) -> dict[str, Any]:
    """Return the argument `dtype` if the formats of the result and the first operand differ."""
    return {} if call.inputs and call.inputs[0] == call.outputs[0] else {"dtype": _dtype(call)}


@cache
def _signature(name: str) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(function(name)).parameters


def _declared(call: Call, x: Sequence[Any]) -> Arguments:
    """Return the arguments of a function according to the declaration of its op.

    An attribute with the front end's default value is not passed, so that the defaults are judged.
    """
    op = get_op(call.op)
    taken = _signature(public_name(op))
    named = dict(zip((argument_name(op, n) for n in op.operands), x, strict=False))
    for attribute in op.attributes:
        name, value = argument_name(op, attribute.name), call.attributes[attribute.name]
        usual = OTHER_DEFAULTS.get((op.name, name), attribute.default)
        has_usual = not attribute.required or (op.name, name) in OTHER_DEFAULTS
        is_usual = has_usual and type(value) is type(usual) and repr(value) == repr(usual)
        if is_usual and _may_be_left_out(taken[name], usual):
            continue
        if attribute.name in _WORDS and isinstance(value, tuple):
            value = value[0] | value[1] << 32
        named[name] = value
    if "dtype" in taken:
        named.update(_asked_dtype(call))
    if unknown := sorted(set(named) - set(taken)):
        raise NotExpressedError(f"samebits.numpy.{public_name(op)} has no argument {unknown[0]!r}")
    return _placed(taken, named)


def _may_be_left_out(parameter: inspect.Parameter, usual: object) -> bool:
    """Return whether an argument may be left out.

    This is the case if its default is the default of the specification, and not the None that the
    array API standard uses in its place.
    """
    has_default = parameter.default is not inspect.Parameter.empty
    return has_default and (parameter.default is not None or usual is None)


def _placed(taken: Mapping[str, inspect.Parameter], named: dict[str, Any]) -> Arguments:
    """Return positional-only arguments in their order, and the others by name."""
    first = []
    for name, parameter in taken.items():
        if parameter.kind is inspect.Parameter.POSITIONAL_ONLY and name in named:
            first.append(named.pop(name))
    return tuple(first), named


def _forms_of(op: str) -> list[tuple[str, Form]]:
    """Return (op of the function, form) for all functions that compute this op for host scalars."""
    return [(base, form) for base, forms in FORMS.items() for form in forms if form.op == op]


def _with_scalars(call: Call, x: Sequence[Any]) -> tuple[str, Arguments]:
    """Return a function and its arguments, some of them host scalars.

    If several forms fit, one is chosen by a hash of the call.
    """
    forms = _forms_of(call.op)
    base, form = forms[crc32(call.key().encode()) % len(forms)]
    values = {**dict(zip(get_op(call.op).operands, x, strict=True)), **call.attributes}
    found = get_op(base)
    named = {}
    for argument, place in form.places.items():
        value = values[place.removeprefix("-")]
        named[argument_name(found, argument)] = -value if place.startswith("-") else value
    if base == "clamp_tensor":  # names.py gives the function `clip` its standard arguments
        named = {"x": named["x"], "min": call.attributes["min"], "max": call.attributes["max"]}
    return public_name(found), _placed(_signature(public_name(found)), named)


def function_of(call: Call, operands: Sequence[Any]) -> tuple[str, Arguments]:
    """Return the public name of the function for a call, and its arguments.

    Raises NotExpressedError if samebits.numpy lacks the function or an argument.
    """
    op = get_op(call.op)
    if op.name in SHARED and _forms_of(op.name):
        return _with_scalars(call, operands)
    return public_name(op), _WRITTEN.get(op.name, _declared)(call, operands)


class _Watched(Device):
    """A device of samebits.numpy that uses a given session."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        super().__init__("c", "watched", None)
        self._session = session

    def session(self) -> Session:
        """Return the session."""
        return self._session


class _Open:
    """The front end samebits.numpy, computing on a given session."""

    refuses_errors = True

    def __init__(self, session: Session) -> None:
        self._device = _Watched(session)

    def expression(self, call: Call) -> Expression:
        """Return an expression that calls the function for a call. Raises NotExpressedError."""

        def run(operands: Sequence[Array]) -> Sequence[Array]:
            name, (by_place, by_name) = function_of(call, operands)
            with self._device:  # the choice belongs to the thread
                found = function(name)(*by_place, **by_name)
            return [found] if isinstance(found, np.ndarray) else list(found)

        return run

    def declares(self, call: Call) -> bool:
        """Return True, because every function of samebits.numpy declares its op."""
        return True

    def close(self) -> None:
        """Do nothing: the device is chosen again for each call."""


class NumpyFront:
    """samebits.numpy (see `samebits.backends.fronts.front.Front`)."""

    description = "the functions of samebits.numpy, on the C backend"
    unavailable = ""
    folder = Path(__file__).resolve().parent

    def open(self, session: Session) -> _Open:
        """Return the front end, computing on the session."""
        return _Open(session)


FRONT = NumpyFront()
