"""The functions of one operand in binary64, to a dozen digits.

They only tell the plans where to look; the oracles say what is wanted there. Beyond binary64 they
give infinities, outside their domain NaN.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import NormalDist

Function = Callable[..., float]
"""A function of the operand and of the op's attributes, in their order."""

_NORMAL = NormalDist()
_SELU_SCALE, _SELU_A = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717


def function_of(op: str) -> Function | None:
    """The function of an op, or None where it is not needed (sqrt, floor, neg ...)."""
    found = _FUNCTIONS.get(op)
    if found is None:
        return None

    def guarded(x: float, *attributes: float) -> float:
        try:
            return found(x, *attributes)
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return math.nan

    return guarded


def sigmoid(x: float) -> float:
    """1 / (1 + e^-x)."""
    return 1 / (1 + math.exp(-x)) if x > -700 else math.exp(x)


def softplus(x: float) -> float:
    """log(1 + e^x)."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def _cdf(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def _density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _tanh_gate(x: float) -> float:
    """2 sqrt(2/pi) (x + 0.044715 x^3), of which gelu_tanh takes the sigmoid."""
    return 2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)


def _tanh_gate_slope(x: float) -> float:
    return 2 * math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * x * x)


def _gated_slope(gate: float, away: float, slope: float, x: float) -> float:
    """The derivative of x s(u(x)): s + x s (1 - s) u'; `away` is 1 - s without cancellation."""
    tail = gate * away
    return gate + (x * slope * tail if tail else 0.0)


def _mish_slope(x: float) -> float:
    t = math.tanh(softplus(x))
    return t + x * (1 - t * t) * sigmoid(x)


def _tanhshrink(x: float) -> float:
    return x - math.tanh(x) if abs(x) > 0.01 else x * x * x / 3 * (1 - 0.4 * x * x)


def _erfinv(x: float) -> float:
    if abs(x) < 1e-4:
        return math.sqrt(math.pi) / 2 * x * (1 + math.pi / 12 * x * x)
    return _NORMAL.inv_cdf((1 + x) / 2) / math.sqrt(2)


def _sinpi(x: float) -> float:
    return math.sin(math.pi * math.fmod(x, 2))


def _cospi(x: float) -> float:
    return math.cos(math.pi * math.fmod(x, 2))


def _hard_gate(x: float) -> float:
    return min(max(x + 3, 0.0), 6.0) / 6


def _hardswish_slope(x: float) -> float:
    return 0.0 if x <= -3 else 1.0 if x >= 3 else (2 * x + 3) / 6


_FUNCTIONS: Mapping[str, Function] = {
    "acos": math.acos,
    "acosh": math.acosh,
    "asin": math.asin,
    "asinh": math.asinh,
    "atan": math.atan,
    "atanh": math.atanh,
    "cbrt": lambda x: math.copysign(abs(x) ** (1 / 3), x),
    "celu": lambda x, a: x if x > 0 else a * math.expm1(x / a),
    "celu_derivative": lambda x, a: 1.0 if x > 0 else math.exp(x / a),
    "cos": math.cos,
    "cosh": math.cosh,
    "cospi": _cospi,
    "elu": lambda x, a: x if x > 0 else a * math.expm1(x),
    "elu_derivative": lambda x, a: 1.0 if x > 0 else a * math.exp(x),
    "erf": math.erf,
    "erfc": math.erfc,
    "erfinv": _erfinv,
    "exp": math.exp,
    "exp10": lambda x: 10.0**x,
    "exp2": lambda x: 2.0**x,
    "expm1": math.expm1,
    "gelu": lambda x: x * _cdf(x),
    "gelu_derivative": lambda x: _cdf(x) + x * _density(x),
    "gelu_tanh": lambda x: x * sigmoid(_tanh_gate(x)),
    "gelu_tanh_derivative": lambda x: _gated_slope(
        sigmoid(_tanh_gate(x)), sigmoid(-_tanh_gate(x)), _tanh_gate_slope(x), x
    ),
    "hardsigmoid": _hard_gate,
    "hardsigmoid_derivative": lambda x: 1 / 6 if -3 < x < 3 else 0.0,
    "hardswish": lambda x: x * _hard_gate(x),
    "hardswish_derivative": _hardswish_slope,
    "leaky_relu": lambda x, slope: x if x > 0 else slope * x,
    "leaky_relu_derivative": lambda x, slope: 1.0 if x > 0 else slope,
    "lgamma": math.lgamma,
    "log": math.log,
    "log10": math.log10,
    "log1p": math.log1p,
    "log2": math.log2,
    "logsigmoid": lambda x: -softplus(-x),
    "logsigmoid_derivative": lambda x: sigmoid(-x),
    "mish": lambda x: x * math.tanh(softplus(x)),
    "mish_derivative": _mish_slope,
    "normal_quantile": _NORMAL.inv_cdf,
    "quick_gelu": lambda x: x * sigmoid(1.702 * x),
    "quick_gelu_derivative": lambda x: _gated_slope(
        sigmoid(1.702 * x), sigmoid(-1.702 * x), 1.702, x
    ),
    "reciprocal": lambda x: 1 / x,
    "relu": lambda x: max(x, 0.0),
    "relu6": lambda x: min(max(x, 0.0), 6.0),
    "relu6_derivative": lambda x: 1.0 if 0 < x < 6 else 0.0,
    "relu_derivative": lambda x: 1.0 if x > 0 else 0.0,
    "rsqrt": lambda x: 1 / math.sqrt(x),
    "selu": lambda x: _SELU_SCALE * (x if x > 0 else _SELU_A * math.expm1(x)),
    "selu_derivative": lambda x: _SELU_SCALE * (1 if x > 0 else _SELU_A * math.exp(x)),
    "sigmoid": sigmoid,
    "sigmoid_derivative": lambda x: sigmoid(x) * sigmoid(-x),
    "silu": lambda x: x * sigmoid(x),
    "silu_derivative": lambda x: _gated_slope(sigmoid(x), sigmoid(-x), 1.0, x),
    "sin": math.sin,
    "sinh": lambda x: math.copysign(math.inf, x) if abs(x) > 710 else math.sinh(x),
    "sinpi": _sinpi,
    "softplus": softplus,
    "softplus_derivative": sigmoid,
    "softsign": lambda x: x / (1 + abs(x)),
    "softsign_derivative": lambda x: 1 / ((1 + abs(x)) * (1 + abs(x))),
    "square": lambda x: x * x,
    "tan": math.tan,
    "tanh": math.tanh,
    "tanh_derivative": lambda x: 4 * sigmoid(2 * x) * sigmoid(-2 * x),
    "tanhshrink": _tanhshrink,
    "tanhshrink_derivative": lambda x: math.tanh(x) * math.tanh(x),
    "tgamma": math.gamma,
}
