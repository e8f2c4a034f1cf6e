"""Where a function changes its behaviour: overflow, underflow, saturation, leading-term regimes.

The numbers only select inputs, every one taken with its neighbours, so binary64 is exact enough.
What can be found without knowing the function stands in `borders`; here are the points that take
knowledge: branch points, kinks, extrema, and where implementations change their formula. An op that
is not listed simply has no such case.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from samebits.spec.formats import Format


def _solve(function: Callable[[float], float], low: float, high: float) -> float:
    """A zero of a function that changes sign in [low, high], by bisection."""
    rising = function(high) > 0
    for _ in range(200):
        middle = (low + high) / 2
        if (function(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return high


def _exp(form: Format) -> list[float]:
    return [
        form.emax * math.log(2) + math.log(2 - 2.0**-form.precision),
        form.emin * math.log(2),
        form.least_exponent * math.log(2),
        (form.least_exponent - 1) * math.log(2),
        2.0 ** -(form.precision - 1), 2.0**-form.precision,
        -(2.0**-form.precision), -(2.0 ** -(form.precision + 1)),
        math.log(2), -math.log(2), math.log(2) / 2, 1.0, -1.0,
    ]  # fmt: skip


def _log(form: Format) -> list[float]:
    halves = [math.sqrt(0.5), math.sqrt(2.0), 0.5, 2.0, 1.0]
    return [*halves, math.e, 1 / math.e, 2.0**form.emin, 2.0**form.least_exponent]


def _odd(points: list[float]) -> list[float]:
    return points + [-x for x in points]


def _tanh(form: Format) -> list[float]:
    p = form.precision
    saturation = (p + 2) * math.log(2) / 2
    return _odd([saturation, *(math.sqrt(3 * 2.0 ** -(p + k)) for k in (-1, 0, 1)), 0.5, 1.0])


def _erf(form: Format) -> list[float]:
    p = form.precision
    saturation = _solve(lambda x: 2.0 ** -(p + 1) - math.erfc(x), 0.0, 10.0)
    scale = math.sqrt(math.pi) / 2
    return _odd([saturation, 0.5, 1.0, 2.0**form.emin * scale, math.sqrt(3 * 2.0**-p)])


def _sigmoid(form: Format) -> list[float]:
    p, ln2 = form.precision, math.log(2)
    tiny = [2.0**-k for k in range(p - 3, p + 3)]
    cube_roots = [(48 * 2.0 ** -(p + k)) ** (1 / 3) for k in (0, 1, 2)]
    tails = [-(p + 1) * ln2, (p + 1) * ln2, form.emin * ln2]
    return [
        *_odd(tiny), *_odd(cube_roots), *tails, form.least_exponent * ln2,
        (form.least_exponent - 1) * ln2, 1.0, -1.0,
    ]  # fmt: skip


def _gated(form: Format, gate: Callable[[float], float], deepest: float) -> list[float]:
    """silu and gelu: x * gate(x), with a tail, a minimum, a regime x/2 and a regime x."""
    p = form.precision
    targets = [2.0**form.emin, 2.0**form.least_exponent, 2.0 ** (form.least_exponent - 1)]

    def reaches(target: float) -> float:
        return _solve(lambda x: target + x * gate(x), -200.0, deepest)

    halves = [2.0**-k for k in range(p - 3, p + 4)]
    identity = _solve(lambda x: 2.0 ** -(p + 1) - gate(-x), 0.0, 200.0)
    borders = [2.0**form.emin, 2.0 ** (form.emin + 1), 2.0**form.least_exponent]
    return [*map(reaches, targets), deepest, *_odd([*halves, identity, *borders, 1.0])]


def _silu(form: Format) -> list[float]:
    return _gated(form, lambda x: 1 / (1 + math.exp(-x)), -1.2784645427610738)


def _gelu(form: Format) -> list[float]:
    return _gated(form, lambda x: math.erfc(-x / math.sqrt(2)) / 2, -0.7517915246935645)


def _sqrt(form: Format) -> list[float]:
    return [1.0, 2.0, 4.0, 2.0**form.emin, 2.0**form.least_exponent, 0.25, 0.5]


def _integral(form: Format) -> list[float]:
    """Halves around zero, and the last numbers that have halves."""
    last = 2.0 ** (form.precision - 1)
    halves = [k / 2 for k in range(-9, 10)]
    return [
        *halves,
        *_odd([last / 4 + 0.5, last / 2 - 0.5, last / 2 + 0.5, last - 0.5, last, 2 * last]),
    ]


def _gamma(form: Format) -> list[float]:
    """Poles and the halves between them, the zeros at 1 and 2, the minimum, Stirling's ranges."""
    poles = [-float(k) for k in (1, 2, 3, 4, 8, 16, 32, 33, 34, 35, 36, 40, 41, 42)]
    halves = [k / 2 for k in range(-21, 12, 2)]
    return [*poles, *halves, 1.0, 2.0, 3.0, 1.4616321449683623, 0.25, 0.75, 1.25, 8.0, 10.0, 13.0]


def _trigonometric(form: Format) -> list[float]:
    """Octants, and where codes begin another reduction."""
    octants = [k * math.pi / 4 for k in range(1, 17)]
    return _odd([*octants, *(2.0**k for k in (-12, -11, 5, 10, 13, 15, 16)), 71476.0, 105615.0])


def _turns(form: Format) -> list[float]:
    last = 2.0 ** (form.precision - 1)
    return _odd([*(k / 4 for k in range(1, 17)), last / 4, last / 2, last, 2 * last])


def _points(*points: float) -> Callable[[Format], list[float]]:
    """The same points in every format, both signs."""
    return lambda form: _odd(list(points))


_ROOT_HALF = math.sqrt(0.5)
_HARD = _points(3.0, 1.5, 6.0, 2.0**-20, 1.0)
_SIX = _points(6.0, 2.0**-20, 3.0)
_UNIT = _points(1.0, 0.5, _ROOT_HALF, 0.975, 0.625)
_KINK = _points(2.0**-149, 2.0**-126, 2.0**-24, 2.0**-25, 2.0**-12, 1.0, 2.0, 0.5)
_ERF = _points(0.5, 0.46875, 0.84375, 1.25, 2.857142857, 3.0, 4.0, 6.0, 0.75, 1.0, 2.0)

_POINTS: Mapping[str, Callable[[Format], list[float]]] = {
    "acos": _UNIT,
    "acosh": _points(1.0, 1.25, 1.5, 2.0, 2.0**12, 2.0**28),
    "asin": _UNIT,
    "asinh": _points(0.5, 1.0, 2.0, 2.0**12, 2.0**-12, 2.0**28),
    "atan": _points(
        1.0, 7 / 16, 11 / 16, 19 / 16, 39 / 16, math.sqrt(2) - 1, math.sqrt(2) + 1, 2.0**26
    ),
    "atanh": _points(0.5, 1.0, 2.0**-12, 1 / 3),
    "cbrt": _points(1.0, 2.0, 4.0, 8.0, 2.0**-126, 2.0**-149),
    "ceil": _integral,
    "celu": _KINK,
    "celu_derivative": _KINK,
    "cos": _trigonometric,
    "cosh": _points(1.0, 0.5, 9.0, 22.0, 2.0**-12, math.log(2) / 2),
    "cospi": _turns,
    "elu": _KINK,
    "elu_derivative": _KINK,
    "erf": _erf,
    "erfc": _ERF,
    "erfinv": _points(0.5, 0.75, 0.9375, 1.0, 0.99, 0.425, 0.85),
    "exp": _exp,
    "exp10": _points(1.0, math.log10(2), 37.0, 38.0, 44.0, 45.0),
    "exp2": _points(1.0, 0.5, 2.0**-25, 126.0, 127.0, 149.0, 150.0),
    "expm1": _points(math.log(2), math.log(2) / 2, 0.25, 1.0, 17.0, 18.0, 2.0**-24),
    "floor": _integral,
    "gelu": _gelu,
    "gelu_derivative": _points(0.7517915246935645, math.sqrt(2), 1.0, 2.0**-12),
    "gelu_tanh": _points(0.7524614, 1.0, 2.0**-12, 5.0),
    "gelu_tanh_derivative": _points(0.7524614, 1.4142, 1.0, 2.0**-12),
    "hardsigmoid": _HARD,
    "hardsigmoid_derivative": _HARD,
    "hardswish": _HARD,
    "hardswish_derivative": _HARD,
    "leaky_relu": _KINK,
    "leaky_relu_derivative": _KINK,
    "lgamma": _gamma,
    "log": _log,
    "log10": _log,
    "log1p": _points(0.5, 1.0, 2.0, 2.0**-24, 2.0**24, 0.41421356, 0.29289321),
    "log2": _log,
    "logsigmoid": _sigmoid,
    "logsigmoid_derivative": _sigmoid,
    "mish": _points(1.1924312, 1.0, 0.6, 2.0**-12, 20.0),
    "mish_derivative": _points(1.1924312, 2.2564, 1.0, 2.0**-12),
    "normal_quantile": _points(0.5, 0.075, 0.925, 0.02425, 0.97575, 1.0, 0.25, 0.75),
    "quick_gelu": _points(0.7511542, 1.0, 2.0**-12),
    "quick_gelu_derivative": _points(0.7511542, 1.4097, 1.0),
    "reciprocal": _points(1.0, 2.0, 2.0**126, 2.0**127, 2.0**-127, 2.0**-128),
    "relu": _KINK,
    "relu6": _SIX,
    "relu6_derivative": _SIX,
    "relu_derivative": _KINK,
    "round_half_even": _integral,
    "rsqrt": _sqrt,
    "selu": _KINK,
    "selu_derivative": _KINK,
    "sigmoid": _sigmoid,
    "sigmoid_derivative": _sigmoid,
    "silu": _silu,
    "silu_derivative": _points(1.2784645427610738, 2.3993572805154, 1.0, 2.0**-12),
    "sin": _trigonometric,
    "sinh": _points(1.0, 0.5, 9.0, 22.0, 2.0**-12),
    "sinpi": _turns,
    "softplus": _sigmoid,
    "softplus_derivative": _sigmoid,
    "softsign": _points(1.0, 0.5, 2.0**-24, 2.0**24),
    "softsign_derivative": _points(1.0, 0.5, 2.0**-25, 2.0**12, 2.0**75),
    "sqrt": _sqrt,
    "square": _points(1.0, _ROOT_HALF, math.sqrt(2), 2.0**-63, 2.0**-75, 2.0**64),
    "tan": _trigonometric,
    "tanh": _tanh,
    "tanh_derivative": _tanh,
    "tanhshrink": _tanh,
    "tanhshrink_derivative": _tanh,
    "tgamma": _gamma,
    "trunc": _integral,
}


def thresholds(op: str, form: Format) -> list[float]:
    """The points of an op at which its result in a format changes its behaviour; may be empty."""
    points = _POINTS.get(op)
    return points(form) if points else []
