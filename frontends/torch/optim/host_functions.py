"""A replacement for the module `math` with correctly rounded functions (rules G3.2 and G3.5).

Python's own functions come from the machine's C library, and their last bits differ between
machines. `power` and `cosine` are the operations of G3. exp, the logarithms, tanh and erf are in
host_enclosed.py.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from samebits.common.errors import SamebitsError
from samebits.spec import correctly_rounded as exact
from samebits.torch.optim.host_enclosed import (
    error_function,
    exponential,
    exponential_less_1,
    hyperbolic_tangent,
    logarithm,
    logarithm_2,
    logarithm_10,
    logarithm_of_1_more,
)


def power(a: Any, b: Any) -> Any:
    """Return a ** b: correctly rounded for floats, exact for integers, unchanged for other types.

    Raises ZeroDivisionError and OverflowError in the same cases as Python. Raises SamebitsError if
    the result would be complex.
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
    """Compute x ** y. `sign` gives -0 and +0 different cache keys."""
    return exact.to_float(exact.power(exact.from_float(x), exact.from_float(y)))


@lru_cache(maxsize=4096)
def cosine(x: float) -> float:
    """Return the cosine of an angle in radians."""
    if math.isinf(x):
        raise ValueError("math domain error")
    return exact.to_float(exact.cosine(exact.from_float(float(x))))


@lru_cache(maxsize=4096)
def _sine(x: float, sign: float) -> float:
    """Compute sin(x). `sign` gives -0 and +0 different cache keys."""
    return exact.to_float(exact.sine(exact.from_float(x)))


def sine(x: float) -> float:
    """Return the sine of an angle in radians."""
    if math.isinf(x):
        raise ValueError("math domain error")
    return _sine(float(x), math.copysign(1.0, x))


def _refuse(name: str) -> Callable[..., Any]:
    def refused(*operands: float) -> float:
        raise SamebitsError(
            f"math.{name} comes from the C library of the machine and differs in last bits; "
            "use + - * / and what is correctly rounded inside a block: pow, exp, exp2, expm1, log, "
            "log2, log10, log1p, sin, cos, tanh, erf"
        )

    return refused


_EXACT = (
    *("ceil", "comb", "copysign", "degrees", "fabs", "factorial", "floor", "fmod", "frexp", "fsum"),
    *("gcd", "isclose", "isfinite", "isinf", "isnan", "isqrt", "lcm", "ldexp", "modf"),
    *("nextafter", "perm", "prod", "radians", "remainder", "sqrt", "trunc", "ulp"),
)
"""Functions of `math` whose results are fixed by IEEE 754 or by exact arithmetic.

sqrt and fsum are rounded correctly; degrees and radians are products with a constant.
"""

MATH = SimpleNamespace(
    **{name: getattr(math, name) for name in ("pi", "e", "tau", "inf", "nan", *_EXACT)},
    pow=power,
    cos=cosine,
    sin=sine,
    exp=exponential,
    exp2=lambda x: power(2.0, float(x)),
    expm1=exponential_less_1,
    log=logarithm,
    log2=logarithm_2,
    log10=logarithm_10,
    log1p=logarithm_of_1_more,
    tanh=hyperbolic_tangent,
    erf=error_function,
)
"""The replacement for the module `math`: its constants, its exact functions, and those above.

All other functions raise SamebitsError.
"""

for _name in dir(math):
    if not _name.startswith("_") and not hasattr(MATH, _name):
        setattr(MATH, _name, _refuse(_name))
