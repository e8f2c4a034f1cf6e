"""Checked access to parsed JSON. Each error is one line that names the field."""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeGuard, TypeVar

from samebits.vectors.errors import VectorError

T = TypeVar("T")

_DIGITS = frozenset("0123456789abcdef")

MOST_ELEMENTS = 1 << 22
"""Maximum number of elements of an operand or result: four times the largest one in use."""

MOST_AXES = 16

MOST_CHARACTERS = 1000
"""Maximum number of characters of a name or description. An error message may quote all of them."""


class Fields:
    """The fields of one JSON object. Each field is taken once, and `done` refuses the others."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise VectorError(f"{where}: expected an object, got {_shown(value)}")
        self._rest: dict[str, Any] = dict(value)
        self.where = where

    def fail(self, name: str, wanted: str, got: object) -> VectorError:
        """Return the error for field `name`. The caller raises it."""
        return VectorError(f"{self.where}: {name!r} must be {wanted}, got {_shown(got)}")

    def take(self, name: str) -> Any:
        """Return the value of the field without a check of its type."""
        try:
            return self._rest.pop(name)
        except KeyError:
            raise VectorError(f"{self.where}: {name!r} is missing") from None

    def optional(self, name: str, default: Any) -> Any:
        """Return the value of the field, or the default if it is missing."""
        return self._rest.pop(name, default)

    def text(self, name: str) -> str:
        """Return a text that is not empty and has at most MOST_CHARACTERS characters."""
        value = self.take(name)
        if not is_text(value):
            raise self.fail(name, f"a text of 1 to {MOST_CHARACTERS} characters", value)
        return value

    def choice(self, name: str, known: Collection[str]) -> str:
        """Return a text that must be one of the known texts."""
        value = self.take(name)
        if not isinstance(value, str) or value not in known:
            raise self.fail(name, f"one of {', '.join(known)}", value)
        return value

    def integer(self, name: str, least: int = 0) -> int:
        """Return an integer that must not be below `least`."""
        value = self.take(name)
        if type(value) is not int or value < least:
            raise self.fail(name, f"an integer >= {least}", value)
        return value

    def number(self, name: str) -> float:
        """Return a finite number."""
        value = self.take(name)
        if not is_number(value):
            raise self.fail(name, "a finite number", value)
        return float(value)

    def integers(self, name: str) -> tuple[int, ...]:
        """Return a list of non-negative integers."""
        value = self.take(name)
        if not isinstance(value, list):
            raise self.fail(name, "a list of integers >= 0", value)
        for n in value:
            if type(n) is not int or n < 0:
                raise self.fail(name, "a list of integers >= 0", value)
        return tuple(value)

    def shape(self, name: str) -> tuple[int, ...]:
        """Return a shape of at most MOST_AXES axes and MOST_ELEMENTS elements.

        An empty axis counts as 1 in the number of elements.
        """
        found = self.integers(name)
        if len(found) > MOST_AXES or math.prod(max(n, 1) for n in found) > MOST_ELEMENTS:
            raise self.fail(name, f"a shape of at most {MOST_ELEMENTS} elements", list(found))
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts that `text` would accept."""
        value = self.take(name)
        if not isinstance(value, list) or not all(map(is_text, value)):
            raise self.fail(name, "a list of texts", value)
        return tuple(value)

    def matching(self, name: str, pattern: str, wanted: str) -> tuple[str, ...]:
        """Return a list of texts. A regular expression must match each of them as a whole."""
        found = self.texts(name)
        if not all(re.fullmatch(pattern, text) for text in found):
            raise self.fail(name, f"a list of {wanted}", list(found))
        return found

    def hexadecimal(self, name: str, digits: int) -> str:
        """Return a text of `digits` lower-case hexadecimal digits."""
        value = self.take(name)
        if not isinstance(value, str) or not is_hex(value, digits):
            raise self.fail(name, f"{digits} hexadecimal digits", value)
        return value

    def items(self, name: str, parse: Callable[[object, str], T]) -> tuple[T, ...]:
        """Return a list after `parse` was applied to every item."""
        value = self.take(name)
        if not isinstance(value, list):
            raise self.fail(name, "a list", value)
        return tuple(parse(v, f"{self.where}: {name}[{i}]") for i, v in enumerate(value))

    def mapping(self, name: str) -> Mapping[str, Any]:
        """Return an object with arbitrary keys."""
        value = self.take(name)
        if not isinstance(value, dict):
            raise self.fail(name, "an object", value)
        return value

    def strings(self, name: str) -> Mapping[str, str]:
        """Return an object whose values are texts."""
        value = self.mapping(name)
        if not all(isinstance(item, str) for item in value.values()):
            raise self.fail(name, "texts by name", value)
        return value

    def done(self) -> None:
        """Raise VectorError if an unknown field is left."""
        if self._rest:
            raise VectorError(f"{self.where}: unknown field {sorted(self._rest)[0]!r}")


def is_number(value: object) -> bool:
    """Return whether a parsed value is a finite number that binary64 represents, and no boolean."""
    if type(value) is int:
        return abs(value) < 1 << 53
    return isinstance(value, float) and math.isfinite(value)


def is_text(value: object) -> TypeGuard[str]:
    """Return whether a parsed value is a string of 1 to MOST_CHARACTERS characters."""
    return isinstance(value, str) and 0 < len(value) <= MOST_CHARACTERS


def is_hex(text: str, digits: int) -> bool:
    """Return whether a text is exactly `digits` lower-case hexadecimal digits."""
    return len(text) == digits and _DIGITS.issuperset(text)


_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxlong, _SHORT.maxother = 3, 40, 40, 40


def _shown(value: object) -> str:
    """Return a representation of a value in at most 60 characters."""
    text = _SHORT.repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
