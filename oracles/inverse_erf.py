"""The inverses of erf and erfc for libraries that have only erf and erfc.

Newton's iteration finds y. Then the forward function is evaluated at y minus and plus half of the
slack of an opinion. The two results must enclose the given value. The function is monotone, so this
proves the error of y, regardless of how y was found.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sqrt
from statistics import NormalDist
from typing import Any

from samebits.oracles.errors import OracleError
from samebits.oracles.kits import Kit
from samebits.oracles.opinions import SLACK_BITS

_SERIES_BITS, _CENTRE_BITS, _NORMAL_BITS = 36, 40, 48
"""Number of accurate bits of the starting values.

The relative error of the series is x**4 / 30. The error of NormalDist is 2**-50, or 2**-42 if the
operand (1 + x) / 2 is rounded.
"""

_LOST = 10
"""Bits lost in a Newton step, which otherwise doubles the accurate bits: y**2 < 2**10."""


def inverse_erf(kit: Kit, x: Any, precision: int) -> Any:
    """Return the y with erf y = x, for 0 < |x| <= 1/2, where erf neither cancels nor saturates."""
    guess = float(x)
    if abs(guess) < 2.0**-8:
        start, bits = guess * sqrt(pi) / 2 * (1 + pi / 12 * guess * guess), _SERIES_BITS
    else:
        start, bits = NormalDist().inv_cdf((1 + guess) / 2) / sqrt(2), _CENTRE_BITS
    return _solve(kit.erf, 1, x, (start, bits), kit, precision)


def inverse_erfc(kit: Kit, c: Any, precision: int) -> Any:
    """Return the y > 0 with erfc y = c, for 2**-1074 <= c <= 1/2."""
    start = -NormalDist().inv_cdf(float(c) / 2) / sqrt(2)
    return _solve(kit.erfc, -1, c, (start, _NORMAL_BITS), kit, precision)


def _solve(
    forward: Callable[[Any], Any],
    slope: int,
    value: Any,
    start: tuple[float, int],
    kit: Kit,
    precision: int,
) -> Any:
    """Return the y with forward(y) = value, where forward'(y) = slope * 2/sqrt(pi) * e**-y**2."""
    y, bits = kit.number(1, 1) * start[0], start[1]
    while bits < precision - SLACK_BITS + 4:
        y -= slope * (forward(y) - value) * kit.sqrt(kit.pi()) / 2 * kit.exp(y * y)
        bits = 2 * bits - _LOST
    step = abs(y) * kit.number(1, 1 << (precision - SLACK_BITS + 1))
    if not slope * forward(y - step) < slope * value < slope * forward(y + step):
        raise OracleError(f"no inverse of the error function was found for {value}")
    return y
