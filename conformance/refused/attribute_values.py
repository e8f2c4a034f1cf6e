"""Values that an attribute cannot have (clause A1), derived from its declaration."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import LARGEST_INTEGER, Attribute

Value = Any
"""A right or wrong value of an attribute, of any type that a message may contain."""

_ANY: tuple[Value, ...] = (None, True, 1, 1.0, "1", (1,), (1.0,), (True,), math.inf)
"""Values of every type. Each attribute refuses some of them."""

_INTEGERS: tuple[Value, ...] = (LARGEST_INTEGER + 1, -LARGEST_INTEGER - 1, 1 << 64)
_REALS: tuple[Value, ...] = (math.nan, -math.inf, 3.5e38, -3.5e38, 0.0, -0.0, 1e-46)
_TYPES = {"flag": bool, "integer": int, "axis": int, "real": float, "word": str}


def wrong_values(
    op: str, attribute: Attribute, rounded_to: str = "f32"
) -> Iterator[tuple[Value, str]]:
    """Yield values that the declaration refuses, with the rule that each value breaks.

    `rounded_to` is the format to which a real attribute is rounded (R4.3).
    """
    seen = set()
    for value in (*_ANY, *_of_type(attribute)):
        # 1 and 1.0 are the same number in JSON, and some programs write 1.0 as 1 (A1.5).
        if attribute.type == "real" and type(value) is int:
            continue
        key = repr(value)
        if key not in seen and not _is_allowed(op, attribute, value, rounded_to):
            seen.add(key)
            yield value, _rule(attribute, value)


def _of_type(attribute: Attribute) -> Iterator[Value]:
    """Yield values of the right type outside the range, or with a small mistake of form."""
    kind = attribute.type
    least, most = attribute.least, attribute.most
    beyond = [n for n in (least and least - 1, most and most + 1) if n is not None]
    beyond += [-1] if least == 0 else []
    if kind in ("integer", "axis"):
        yield from (*beyond, *_INTEGERS)
    if kind == "axes":
        yield from ((n,) for n in _INTEGERS)
    if kind == "integers":
        length = attribute.length if isinstance(attribute.length, int) else 2
        good = least or 0
        yield from ((good,) * (length - 1), (good,) * (length + 1))
        yield from ((*(good,) * (length - 1), n) for n in (*beyond, *_INTEGERS))
        yield (*(good,) * (length - 1), float(good))
    if kind == "real":
        yield from _REALS
    for choice in attribute.choices:
        yield str(choice).upper()
        if type(choice) is int:
            yield from (float(choice), choice + 1)


def _is_allowed(op: str, attribute: Attribute, value: Value, rounded_to: str) -> bool:
    try:
        attribute.check(op, value, rounded_to)
    except SpecError:
        return False
    return True


def _rule(attribute: Attribute, value: Value) -> str:
    """Return the rule of SPEC.md that a wrong value breaks first."""
    kind = attribute.type
    if value is None:
        return "A1.2"
    items = value if isinstance(value, tuple) else (value,)
    if any(type(n) is int and abs(n) > LARGEST_INTEGER for n in items):
        return "A1.5"
    if kind == "real" and type(value) is float and not math.isnan(value):
        return "R4.4"
    if type(value) is float and math.isnan(value):
        return "A1.1"
    if kind == "axis":
        return "A1.3"
    if kind == "axes":
        return "A1.4"
    return "C2.2" if _has_type(kind, value) else "A1.1"


def _has_type(kind: str, value: Value) -> bool:
    if kind == "integers":
        return isinstance(value, tuple) and all(type(n) is int for n in value)
    return type(value) is _TYPES.get(kind)
