"""Parts of functions in binary64, accurate to about 12 digits, for landmarks (informative)."""

from __future__ import annotations

import math


def sigmoid(x: float) -> float:
    """Return 1 / (1 + e^-x)."""
    return 1 / (1 + math.exp(-x)) if x > -700 else math.exp(x)


def softplus(x: float) -> float:
    """Return log(1 + e^x)."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def normal_cdf(x: float) -> float:
    """Return the distribution function of the standard normal distribution at x."""
    return math.erfc(-x / math.sqrt(2)) / 2


def normal_density(x: float) -> float:
    """Return the density of the standard normal distribution at x."""
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def tanh_gate(x: float) -> float:
    """Return 2 sqrt(2/pi) (x + 0.044715 x^3), the argument of the sigmoid in gelu_tanh."""
    return 2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)


def tanh_gate_slope(x: float) -> float:
    """Return the derivative of `tanh_gate` at x."""
    return 2 * math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * x * x)


def gated_slope(gate: float, away: float, slope: float, x: float) -> float:
    """Return the derivative of x s(u(x)), which is s + x s (1 - s) u'.

    `gate` is s(u(x)), `slope` is u'(x), and `away` is 1 - s(u(x)), computed without cancellation.
    """
    tail = gate * away
    return gate + (x * slope * tail if tail else 0.0)


def hard_gate(x: float) -> float:
    """Return min(max(x + 3, 0), 6) / 6."""
    return min(max(x + 3, 0.0), 6.0) / 6
