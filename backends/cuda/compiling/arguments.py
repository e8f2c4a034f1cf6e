"""Arguments of launches: ctypes structures whose integer fields raise an error on overflow.

ctypes silently keeps the low bits of an integer that is too large for its field. A kernel would
then process an array of 2^32 + 5 elements as an array of 5.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from samebits.backends.protocol import BackendError

_INTEGERS = tuple(
    getattr(ctypes, f"c_{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)
)


class Arguments(ctypes.Structure):
    """The base class of every structure that a kernel takes by value.

    An integer field raises BackendError for a value that it cannot hold. So does a field that is an
    array of integers; its type is made by `array_of`.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, kind in _fields_of(cls):
            while issubclass(kind, ctypes.Array):
                if issubclass(kind, _Integers):
                    kind.place = f"{cls.__name__.lstrip('_')}.{name}"
                kind = kind._type_

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field. An array field also takes a tuple.

        Raises BackendError for an integer out of range.
        """
        kind = _integer_fields(type(self)).get(name)
        if kind in _INTEGERS:
            _refuse(f"{type(self).__name__.lstrip('_')}.{name}", kind, value)
        elif kind is not None and isinstance(value, tuple):
            value = kind(*value)  # ctypes would convert it, too, but with its own error message
        super().__setattr__(name, value)


class _Integers(ctypes.Array[Any]):
    """An array of integers in Arguments; `place` names the structure and the field."""

    _type_: Any = ctypes.c_int64
    _length_ = 0
    place = "an array"

    def __setitem__(self, at: Any, value: Any) -> None:
        """Set an element, or the elements of a slice.

        Raises BackendError if a value is out of range.
        """
        for number in value if isinstance(at, slice) else (value,):
            _refuse(self.place, self._type_, number)
        super().__setitem__(at, value)


def integer(name: str, value: int, kind: Any = ctypes.c_int64) -> Any:
    """Return an argument that is a single integer; raise BackendError if it is out of range."""
    _refuse(name, kind, value)
    return kind(value)


def array_of(kind: Any, length: int) -> Any:
    """Return a new type for a field that is an array of integers, or an array of integer arrays."""
    base = _Integers if kind in _INTEGERS else ctypes.Array
    return type(f"{kind.__name__}_{length}", (base,), {"_type_": kind, "_length_": length})


def _refuse(place: str, kind: Any, value: int) -> None:
    least, most = _range(kind)
    if not least <= value <= most:
        raise BackendError(
            f"{place}: {value} is outside the range of the kernel's argument: {least} to {most}; "
            "split the call into smaller calls"
        )


@cache
def _range(kind: Any) -> tuple[int, int]:
    """Return the smallest and the largest value of an integer type."""
    bits = 8 * ctypes.sizeof(kind)
    signed = kind(-1).value < 0
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


@cache
def _integer_fields(structure: type[ctypes.Structure]) -> dict[str, Any]:
    """Return the fields of a structure that are integers or integer arrays, with their types."""
    return {
        name: kind
        for name, kind in _fields_of(structure)
        if kind in _INTEGERS or issubclass(kind, _Integers)
    }


def _fields_of(structure: type[ctypes.Structure]) -> list[tuple[str, Any]]:
    kinds = structure.__mro__
    return [(f[0], f[1]) for kind in kinds for f in vars(kind).get("_fields_", ())]
