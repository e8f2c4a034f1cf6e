"""Evaluate one formula with three libraries: the elementary functions that activations use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import flint
import gmpy2
import mpmath

from samebits.oracles.elementwise import Array, Elementary
from samebits.oracles.opinions import Function
from samebits.oracles.rounding import Real


@dataclass(frozen=True, slots=True)
class Kit:
    """The functions of one library.

    `number(n, d)` is the fraction n/d at the current precision of the library.
    """

    exp: Function
    expm1: Function
    log1p: Function
    tanh: Function
    erf: Function
    erfc: Function
    sqrt: Function
    pi: Callable[[], Any]
    number: Callable[[int, int], Any]


MPMATH_KIT = Kit(
    mpmath.exp,
    mpmath.expm1,
    mpmath.log1p,
    mpmath.tanh,
    mpmath.erf,
    mpmath.erfc,
    mpmath.sqrt,
    lambda: +mpmath.mp.pi,
    lambda n, d: mpmath.mpf(n) / d,
)
ARB_KIT = Kit(
    lambda x: x.exp(),
    lambda x: x.expm1(),
    lambda x: x.log1p(),
    lambda x: x.tanh(),
    lambda x: x.erf(),
    lambda x: x.erfc(),
    lambda x: x.sqrt(),
    flint.arb.pi,
    lambda n, d: flint.arb(n) / d,
)
MPFR_KIT = Kit(
    gmpy2.exp,
    gmpy2.expm1,
    gmpy2.log1p,
    gmpy2.tanh,
    gmpy2.erf,
    gmpy2.erfc,
    gmpy2.sqrt,
    gmpy2.const_pi,
    lambda n, d: gmpy2.mpfr(n) / d,
)


def in_three(
    known: Callable[..., Real | None],
    formula: Callable[..., Any],
    guard: int = 0,
    holds: Callable[[Array], Array] | None = None,
) -> Elementary:
    """Return an oracle that evaluates one formula with three libraries.

    mpmath and MPFR use `guard` extra bits.
    """
    return Elementary(
        known,
        mpmath=guarded_mpmath(partial(formula, MPMATH_KIT), guard),
        arb=partial(formula, ARB_KIT),
        mpfr=guarded_mpfr(partial(formula, MPFR_KIT), guard),
        holds=holds,
    )


def guarded_mpmath(function: Function, guard: int) -> Function:
    """Return `function` wrapped so that mpmath evaluates it with `guard` extra bits."""

    def evaluate(*xs: Any) -> Any:
        with mpmath.mp.workprec(mpmath.mp.prec + guard):
            return function(*xs)

    return evaluate if guard else function


def guarded_mpfr(function: Function, guard: int) -> Function:
    """Return `function` wrapped so that MPFR evaluates it with `guard` extra bits."""

    def evaluate(*xs: Any) -> Any:
        context = gmpy2.get_context()
        with gmpy2.context(context, precision=context.precision + guard):
            return function(*xs)

    return evaluate if guard else function


def logistic(kit: Kit, x: Any) -> Any:
    """Return 1 / (1 + e**-x), with a small relative error for x of either sign."""
    if x < 0:
        power = kit.exp(x)
        return power / (1 + power)
    return 1 / (1 + kit.exp(-x))


def swish_derivative(kit: Kit, x: Any) -> Any:
    """Return s + x s (1 - s) with s = 1 / (1 + e**-x). The sum cancels near its zero at -1.278."""
    return logistic(kit, x) * (1 + x * logistic(kit, -x))
