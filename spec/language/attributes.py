"""Attributes of ops (clause A1): their types, ranges and defaults.

A value is not converted to a different type: 1 is not a flag, and neither True nor 1.0 is an
integer. A real is a binary64 number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import Literal

from samebits.spec.errors import SpecError, SpecTypeError
from samebits.spec.language.call import AttributeValue

Kind = Literal["flag", "integer", "real", "integers", "axis", "axes", "word", "choice"]
"""The types of A1.1. `axis` and `axes` are defined in A1.3 and A1.4.

A `choice` can have values of several types.
"""

LARGEST_INTEGER = (1 << 53) - 1
"""The largest integer of an attribute. Larger integers are not exact as JSON numbers (A1.5)."""

_BEYOND = {"f32": 2.0**128 - 2.0**103, "f64": math.inf}
"""The smallest positive number that rounds to infinity, by compute format (clause R1)."""

_ZERO = {"f32": 2.0**-150, "f64": 0.0}
"""The largest number that rounds to zero, by compute format (clause R1)."""

_NAMES = {"f32": "binary32", "f64": "binary64"}


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of an op: its name, meaning, type, range and default.

    A `required` attribute has no default. `least` and `most` are the limits of an integer, or of
    each integer in a tuple. `unbounded` states that there is no least value, so that a forgotten
    `least` is noticed. `length` is the number of integers in a tuple: a number, or a text for
    people. If `nullable` is true, None is a valid value.

    A `real` attribute is a host scalar: a binary64 number in the call, rounded once to the compute
    format where it is used (R4.3). It must be finite in that format. If `nonzero` is true, it must
    also not be zero in that format.
    """

    name: str
    doc: str
    default: AttributeValue = None
    required: bool = False
    choices: tuple[AttributeValue, ...] = ()
    real: bool = False
    nonzero: bool = False
    kind: Kind | None = None
    least: int | None = None
    unbounded: bool = False
    most: int | None = None
    length: int | str = ""
    nullable: bool = False

    @property
    def type(self) -> Kind:
        """The declared type, or the type of the choices if no type is declared.

        Raises SpecError if there is neither a type nor choices.
        """
        if self.kind is not None:
            return self.kind
        if self.real:
            return "real"
        if self.choices:
            types = {type(value) for value in self.choices}
            return "flag" if types == {bool} else "word" if types == {str} else "choice"
        raise SpecError(f"attribute {self.name} has no type: declare its `kind` or its `choices`")

    def taken(self, op: str, value: object, compute: str = "f32") -> object:
        """Return a caller's value in the form in which a call stores it.

        Real numbers become binary64, and a single axis becomes a tuple of axes. Raises SpecError
        for a value that cannot be a real attribute.
        """
        if value is None and self.nullable:
            return None
        if self.type == "axes" and type(value) is int:
            return (value,)
        if type(value) is float or self.type != "real":
            return value
        shown = self._shown(op, value)
        if isinstance(value, bool) or not isinstance(value, Real):
            raise SpecTypeError(f"{shown} must be a real number")
        try:
            return float(value)
        except OverflowError:
            raise SpecError(f"{shown} must be finite in {_NAMES[compute]}") from None

    def check(self, op: str, value: AttributeValue, compute: str = "f32") -> None:
        """Raise SpecError unless `value` is valid in a call of `op`.

        `compute` is the format to which a real attribute is rounded, f32 or f64 (R4.3).
        """
        if value is None and (self.nullable or self.type == "axes"):
            return
        if type(value) in (int, tuple):
            self._check_size(op, value)
        if self.choices and not any(type(c) is type(value) and c == value for c in self.choices):
            raise SpecError(f"{self._shown(op, value)} is not one of {self.choices}")
        kind = self.type
        if kind == "real":
            self._check_real(op, value, compute)
        elif kind == "word" and not isinstance(value, str):
            raise SpecTypeError(f"{self._shown(op, value)} must be a string")
        elif kind in ("integer", "axis"):
            self._check_integers(op, value, (value,))
        elif kind in ("integers", "axes"):
            if not isinstance(value, tuple):
                raise SpecTypeError(f"{self._shown(op, value)} must be {self._wanted()}")
            self._check_integers(op, value, value)
            if isinstance(self.length, int) and len(value) != self.length:
                raise SpecError(f"{self._shown(op, value)} must be {self._wanted()}")

    def _shown(self, op: str, value: object) -> str:
        """Return the beginning of an error message.

        It is a function because attributes are checked very often: the text is made only for an
        error.
        """
        return f"{op}: {self.name}={value!r}"

    def _wanted(self) -> str:
        """Return the kind and range of valid values, for an error message."""
        if self.type in ("integer", "axis"):
            return f"an integer{self._range()}"
        if self.type == "axes":
            return f"an integer, or a tuple of integers{self._range()}"
        length = f"{self.length} " if isinstance(self.length, int) else ""
        each = {"rank": ", one for each axis", "axes": ", one for each item of axes"}
        each["2 * rank"] = ", two for each axis"
        return f"a tuple of {length}integers{self._range()}{each.get(str(self.length), '')}"

    def _check_size(self, op: str, value: AttributeValue) -> None:
        """Raise SpecError if an integer, or an integer in a tuple, is beyond the limit of A1.5."""
        for each in value if isinstance(value, tuple) else (value,):
            if type(each) is int and abs(each) > LARGEST_INTEGER:
                raise SpecError(
                    f"{self._shown(op, value)}: the integer {each} is beyond 2^53 - 1 = "
                    f"{LARGEST_INTEGER}, the largest that an attribute can be (A1.5)"
                )

    def _check_integers(self, op: str, given: AttributeValue, values: tuple[object, ...]) -> None:
        least = -LARGEST_INTEGER if self.least is None else self.least
        most = LARGEST_INTEGER if self.most is None else self.most
        for value in values:
            if type(value) is not int or not least <= value <= most:
                kind = SpecError if type(value) is int else SpecTypeError
                raise kind(f"{self._shown(op, given)} must be {self._wanted()}")

    def _range(self) -> str:
        if self.least is not None and self.most is not None:
            return f" from {self.least} to {self.most}"
        return "" if self.least is None else f" of at least {self.least}"

    def _check_real(self, op: str, value: AttributeValue, compute: str) -> None:
        if type(value) is not float:
            raise SpecTypeError(f"{self._shown(op, value)} must be a float")
        if not self.real:
            if math.isnan(value):
                raise SpecError(f"{self._shown(op, value)} must be a number, not NaN")
            return
        if not abs(value) < _BEYOND[compute]:
            raise SpecError(f"{self._shown(op, value)} must be finite in {_NAMES[compute]}")
        if self.nonzero and abs(value) <= _ZERO[compute]:
            raise SpecError(
                f"{self._shown(op, value)} must not be zero or round to zero in {_NAMES[compute]}"
            )
