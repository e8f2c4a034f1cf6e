"""Where a function changes its behaviour: overflow, underflow, saturation, leading-term regimes.

The numbers only select inputs, every one taken with its neighbours, so binary64 is exact enough.
An op that is not listed simply has no such case.
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


_POINTS: Mapping[str, Callable[[Format], list[float]]] = {
    "ceil": _integral,
    "erf": _erf,
    "exp": _exp,
    "floor": _integral,
    "gelu": _gelu,
    "log": _log,
    "round_half_even": _integral,
    "rsqrt": _sqrt,
    "sigmoid": _sigmoid,
    "silu": _silu,
    "sqrt": _sqrt,
    "tanh": _tanh,
    "trunc": _integral,
}


def thresholds(op: str, form: Format) -> list[float]:
    """The points of an op at which its result in a format changes its behaviour; may be empty."""
    points = _POINTS.get(op)
    return points(form) if points else []
