"""Functions of Python floats, correctly rounded (rules G3.2 and G3.5): pow, cos, exp, log and erf.

Python's own come from the C library of the machine, and differ in last bits. `power` and `cosine`
are the operations of G3; `exponential`, `logarithm` and `error_function` are enclosed by decimal
numbers until both ends round alike.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from decimal import Context, Decimal
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from samebits.common.errors import SamebitsError
from samebits.spec import correctly_rounded as exact

_PI = Decimal(
    "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986"
)
_DIGITS = 60
"""Decimal digits of the first try, 199 bits. No result of log or exp is nearly so hard to round."""


def power(a: Any, b: Any) -> Any:
    """a ** b, correctly rounded for Python's floats, exact for integers; others as they do it.

    Raises ZeroDivisionError and OverflowError as Python does.
    """
    if not (isinstance(a, float | int) and isinstance(b, float | int)):
        return operator.pow(a, b)
    if isinstance(a, int) and isinstance(b, int) and b >= 0:
        return operator.pow(a, b)
    x, y = float(a), float(b)
    if x < 0.0 and math.isfinite(y) and y != math.floor(y):
        raise SamebitsError(f"{x!r} ** {y!r} is a complex number, which no clause defines")
    if x == 0.0 and y < 0.0:
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    found = _power(x, y, math.copysign(1.0, x))
    if math.isinf(found) and math.isfinite(x) and math.isfinite(y):
        raise OverflowError(34, "Numerical result out of range")
    return found


@lru_cache(maxsize=4096)
def _power(x: float, y: float, sign: float) -> float:
    """`sign` tells -0 from +0, which the cache would not."""
    return exact.to_float(exact.power(exact.from_float(x), exact.from_float(y)))


@lru_cache(maxsize=4096)
def cosine(x: float) -> float:
    """The cosine of an angle in radians."""
    if math.isinf(x):
        raise ValueError("math domain error")
    return exact.to_float(exact.cosine(exact.from_float(float(x))))


@lru_cache(maxsize=4096)
def exponential(x: float) -> float:
    """e to the power of x."""
    if x != x or math.isinf(x):
        return x if x != x or x > 0 else 0.0
    if x > 710.0:
        raise OverflowError("math range error")
    return 1.0 if x == 0.0 else _settled(lambda c: c.exp(Decimal(max(x, -1000.0))))


@lru_cache(maxsize=4096)
def logarithm(x: float, base: float | None = None) -> float:
    """The natural logarithm; with a base the quotient of two, which is rounded by itself."""
    if base is not None:
        return logarithm(x) / logarithm(base)
    if x != x or x == math.inf:
        return x
    if x <= 0.0:
        raise ValueError("math domain error")
    return 0.0 if x == 1.0 else _settled(lambda c: c.ln(Decimal(x)))


@lru_cache(maxsize=4096)
def error_function(x: float) -> float:
    """erf(x), 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    if x != x or x == 0.0:
        return x
    if abs(x) >= 6.0:  # 1 - erf(6) < 2^-55
        return math.copysign(1.0, x)
    return math.copysign(_settled(lambda c: _erf(Decimal(abs(x)), c)), x)


def _erf(x: Decimal, c: Context) -> Decimal:
    """exp(-x^2) times a series of positive terms, 2^n x^(2n+1) / (1 * 3 * ... * (2n+1))."""
    square = c.multiply(x, x)
    term = total = x
    n = 1
    while c.compare(c.scaleb(term, c.prec), total) > 0:
        term = c.divide(c.multiply(term, 2 * square), Decimal(2 * n + 1))
        total = c.add(total, term)
        n += 1
    factor = c.divide(c.multiply(Decimal(2), c.exp(-square)), c.sqrt(_PI))
    return c.multiply(factor, total)


def _settled(value: Callable[[Context], Decimal]) -> float:
    """A number to which both ends of an enclosure round, 10^-(digits - 4) of the value wide.

    `value` is off by some units of its last digit at most. Raises SamebitsError where that is not
    enough, which no operand is known to need.
    """
    c = Context(prec=_DIGITS, Emax=999999, Emin=-999999)
    wide = Context(prec=2 * _DIGITS, Emax=999999, Emin=-999999)
    found = value(c)
    off = wide.scaleb(abs(found), 4 - _DIGITS)
    low, high = float(wide.subtract(found, off)), float(wide.add(found, off))
    if low != high:
        raise SamebitsError(f"{found} is too near to a midpoint of binary64; please report it")
    return low


def _refuse(name: str) -> Callable[..., Any]:
    def refused(*operands: float) -> float:
        raise SamebitsError(
            f"math.{name} comes from the C library of the machine and differs in last bits; "
            "compute the schedule with + - * / and samebits.torch.optim.power or cosine"
        )

    return refused


_EXACT = (
    *("ceil", "comb", "copysign", "fabs", "factorial", "floor", "fmod", "frexp", "gcd", "isclose"),
    *("isfinite", "isinf", "isnan", "isqrt", "lcm", "ldexp", "modf", "nextafter", "perm", "prod"),
    *("remainder", "sqrt", "trunc", "ulp"),
)
"""Functions of `math` whose results IEEE 754 or arithmetic fixes; sqrt is rounded correctly."""

MATH = SimpleNamespace(
    **{name: getattr(math, name) for name in ("pi", "e", "tau", "inf", "nan", *_EXACT)},
    pow=power,
    cos=cosine,
    exp=exponential,
    log=logarithm,
    erf=error_function,
)
"""What stands for the module `math`: its numbers, what is exact, and the functions above."""

for _name in dir(math):
    if not _name.startswith("_") and not hasattr(MATH, _name):
        setattr(MATH, _name, _refuse(_name))
