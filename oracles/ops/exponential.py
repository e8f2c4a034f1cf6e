"""exponential: -log((2k + 1) / 2^33), transcendental (Lindemann), by the libraries of log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.drawing import OfMidpoint
from samebits.oracles.elementwise import Elementary
from samebits.oracles.numpy_route import draws as route
from samebits.oracles.rounding import Real
from samebits.spec.call import Call

Array = np.ndarray[Any, Any]


def _nothing_exact(x: Real) -> Real | None:
    """No midpoint is 0 or 1."""
    return None


def _mpmath(x: Any) -> Any:
    import mpmath

    return -mpmath.log(x)


def _mpfr(x: Any) -> Any:
    import gmpy2

    return -gmpy2.log(x)


ORACLE = OfMidpoint(Elementary(_nothing_exact, _mpmath, lambda x: -x.log(), _mpfr))


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """By binary64, and decimals where it does not decide."""
    return route.exponential(call)


ROUTE = _route
