"""The canonical text of a call's attributes (A1.5): RFC 8785, with three reals as strings."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

from samebits.spec.errors import SpecError

TEXTS = ("inf", "-inf", "-0")
"""The reals that are written as strings, because JSON has no numbers for them."""


def canonical_text(attributes: Mapping[str, object]) -> str:
    """Return the text of A1.5, in which the reals of TEXTS are strings.

    Raises SpecError for a NaN.
    """
    members = (
        f"{json.dumps(name, ensure_ascii=False)}:{canonical_value(attributes[name])}"
        for name in sorted(attributes)
    )
    return "{" + ",".join(members) + "}"


def canonical_value(value: object) -> str:
    """Return the text of one value; a tuple becomes a list. Raises SpecError for a NaN."""
    if isinstance(value, tuple):
        return "[" + ",".join(map(canonical_value, value)) + "]"
    if not isinstance(value, float):
        return json.dumps(value, ensure_ascii=False)
    text = canonical_real(value)
    return f'"{text}"' if text in TEXTS else text


def canonical_real(value: float) -> str:
    """Return the text of a real, without the quotes around the three texts in TEXTS.

    Raises SpecError for a NaN.
    """
    if math.isnan(value):
        raise SpecError("an attribute must not be NaN: it has no canonical text (A1.5)")
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    return _number(value)


def _number(value: float) -> str:
    """Return the text of a finite number as ECMAScript writes it, with the fewest digits.

    RFC 8785, section 3.2.2.3, requires this form.
    """
    sign = "-" if value < 0 else ""
    digits, exponent = f"{abs(value)!r}e0".split("e")[:2]
    whole, _, fraction = digits.partition(".")
    point = len(whole) + int(exponent)
    figures = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(figures)
    figures = figures.rstrip("0")
    count = len(figures)
    if count <= point <= 21:
        return sign + figures + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{figures[:point]}.{figures[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    mantissa = figures if count == 1 else f"{figures[0]}.{figures[1:]}"
    return f"{sign}{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
