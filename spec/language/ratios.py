"""Numbers by places: exact quotients of two formulas, each rounded once (clause G1.14).

They are what coordinates of a resampled image come to, for sizes and places are integers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from samebits.spec.correctly_rounded.patterns import encode
from samebits.spec.errors import SpecError
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.scope import Scope

Array = np.ndarray[Any, Any]

_EXTRA = 80
"""Bits of a quotient beyond those that its operands have: more than a midpoint has, and a sign of
what is left."""


@dataclass(frozen=True, slots=True)
class Ratios:
    """`name` = for each place and each tap `over` / `under`, [places, taps], rounded once.

    `places` is the pattern of one axis, `taps` a number. Both formulas are over `place` and `tap`,
    numbers from 0. `over` may name real attributes, which are the numbers that they are in
    binary64; all else is integers, and `under` one above zero.
    """

    name: str
    places: str
    taps: int
    over: str
    under: str
    to: str = "compute"
    inputs: tuple[str, ...] = ()

    def exact(self, scope: Scope) -> tuple[Array, Array]:
        """Both integers of every quotient. Raises SpecError where one is below or at zero."""
        (count,) = scope.shape(self.places)
        place = np.arange(count).astype(object)[:, None]
        tap = np.arange(self.taps).astype(object)[None]
        reals, shared = _reals(self.over, scope)
        found = []
        for formula in (self.over, self.under):
            (values,) = scope.along(formula, 1, place=(place,), tap=(tap,), **reals)
            found.append(np.broadcast_to(np.asarray(values, object), (count, self.taps)))
        if any(under <= 0 for under in found[1].reshape(-1)):
            raise SpecError(f"the divisor {self.under!r} is not above zero")
        return found[0], found[1] * shared

    def rounded(self, scope: Scope, name: str) -> Array:
        """The quotients in a format. Raises SpecError for a divisor that is not above zero."""
        form = get_format(name)
        over, under = self.exact(scope)
        pairs = zip(over.reshape(-1), under.reshape(-1), strict=True)
        bits = [_quotient(int(a), int(b), name) for a, b in pairs]
        return from_bits(np.array(bits, form.bits_dtype).reshape(over.shape), name)


def _reals(formula: str, scope: Scope) -> tuple[dict[str, tuple[int]], int]:
    """The real attributes in a formula, each times one power of two that makes them integers.

    The formula is linear in them, so that its value is an integer, too many times that power.
    """
    words = set(re.findall(r"[A-Za-z_]\w*", formula))
    asked = {name: scope.attributes[name] for name in words.intersection(scope.attributes)}
    exact = {name: Fraction(value) for name, value in asked.items() if type(value) is float}
    shared = max((value.denominator for value in exact.values()), default=1)
    return {name: (int(value * shared),) for name, value in exact.items()}, shared


def _quotient(a: int, b: int, name: str) -> int:
    """The pattern of a / b; of 0 it is that of +0."""
    shift = max(b.bit_length() - abs(a).bit_length(), 0) + _EXTRA
    whole, rest = divmod(abs(a) << shift, b)
    return encode(a < 0, 2 * whole + bool(rest), -shift - 1, get_format(name))
