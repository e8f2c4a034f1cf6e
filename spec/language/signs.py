"""The possible signs of the value of an operation of G3.5, given the signs of its operands.

A sign is one of SIGNS: both zeros count as one sign, all finite numbers above 0 as one, and all
finite numbers below 0 as one. The answer is conservative: it contains every sign that can occur,
and it may contain further signs.
"""

from __future__ import annotations

import math
from functools import lru_cache

Signs = frozenset[str]

SIGNS = ("-inf", "-", "0", "+", "inf", "nan")
"""Infinities, finite numbers below and above zero, zeros, and NaN."""

NUMBERS = frozenset(SIGNS) - {"nan"}
"""The possible signs of a real attribute (A1.1), which is never NaN."""

_NEGATED = {"-inf": "inf", "-": "+", "0": "0", "+": "-", "inf": "-inf", "nan": "nan"}
_FINITE = ("-", "0", "+")


def signs_of_number(x: float) -> Signs:
    """Return the sign of a number, which may be an integer of any size."""
    if isinstance(x, float) and not math.isfinite(x):
        return frozenset({"nan" if math.isnan(x) else "inf" if x > 0 else "-inf"})
    return frozenset({"0" if x == 0 else "+" if x > 0 else "-"})


@lru_cache(maxsize=4096)
def signs_of(form: str, *operands: str) -> Signs:
    """Return the possible signs of the operation `form` for operands of these signs."""
    if form == "less":
        return frozenset(operands[2:])
    if "nan" in operands:
        return frozenset(SIGNS)  # pow gives numbers for some NaNs; the other operations give NaN
    if form == "neg":
        return frozenset({_NEGATED[operands[0]]})
    if form == "sqrt":
        return frozenset({operands[0] if operands[0] in ("0", "+", "inf") else "nan"})
    if form == "cos":
        return frozenset(_FINITE) if operands[0] in _FINITE else frozenset({"nan"})
    if form == "floor":
        return frozenset({operands[0], "0"}) if operands[0] == "+" else frozenset({operands[0]})
    a, b = operands
    if form == "sub":
        return _of_sum(a, _NEGATED[b])
    if form == "add":
        return _of_sum(a, b)
    if form == "mul":
        return _of_product(a, b)
    return _of_quotient(a, b) if form == "div" else _of_power(a, b)


def _of_sum(a: str, b: str) -> Signs:
    if {a, b} == {"inf", "-inf"}:
        return frozenset({"nan"})
    for infinity in ("inf", "-inf"):
        if infinity in (a, b):
            return frozenset({infinity})
    if a == "0" or b == "0":
        return frozenset({b if a == "0" else a})
    if a == b:
        return frozenset({a, "inf" if a == "+" else "-inf"})
    return frozenset(_FINITE)


def _of_product(a: str, b: str) -> Signs:
    infinite = {"inf", "-inf"} & {a, b}
    if "0" in (a, b):
        return frozenset({"nan" if infinite else "0"})
    positive = a.startswith("-") == b.startswith("-")
    if infinite:
        return frozenset({"inf" if positive else "-inf"})
    return frozenset({"0", "+", "inf"} if positive else {"0", "-", "-inf"})


def _of_quotient(a: str, b: str) -> Signs:
    if (a == b == "0") or (a.endswith("inf") and b.endswith("inf")):
        return frozenset({"nan"})
    if b == "0":
        return frozenset({"inf", "-inf"})
    if b.endswith("inf"):
        return frozenset({"0"})
    if a.endswith("inf"):
        return frozenset({"inf" if a.startswith("-") == b.startswith("-") else "-inf"})
    return _of_product(a, b)


def _of_power(a: str, b: str) -> Signs:
    if a == "-" and b in ("-", "+"):
        return frozenset(SIGNS)  # NaN unless b is an integer
    positive = a in ("+", "inf")  # an odd power of -0 can be negative
    return frozenset({"0", "+", "inf"}) if positive else NUMBERS
