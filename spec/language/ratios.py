"""Exact quotients of two formulas, one for each place and tap, rounded once (clause G1.14).

The coordinates of a resampled image are such quotients, because sizes and places are integers.
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
"""The number of additional bits of a quotient, beyond the bits of its operands.

They suffice for the midpoint of two numbers, and for one bit that is set if there is a remainder.
"""


@dataclass(frozen=True, slots=True)
class Ratios:
    """`name` = `over` / `under` for each place and each tap, as [places, taps], rounded once.

    `places` is the pattern of one axis, and `taps` is a number. `over` and `under` are formulas of
    `place` and `tap`, which count from 0. `over` may name real attributes; their exact binary64
    values are used. All other names are integers, and `under` must be above zero.
    """

    name: str
    places: str
    taps: int
    over: str
    under: str
    to: str = "compute"
    inputs: tuple[str, ...] = ()

    def exact(self, scope: Scope) -> tuple[Array, Array]:
        """Return the integer numerators and denominators.

        Raises SpecError for a divisor of 0 or less.
        """
        (count,) = scope.shape(self.places)
        place = np.arange(count).astype(object)[:, None]
        tap = np.arange(self.taps).astype(object)[None]
        reals, shared = _reals(self.over, scope)
        found = []
        for formula in (self.over, self.under):
            (values,) = scope.along(formula, 1, place=(place,), tap=(tap,), **reals)
            found.append(np.broadcast_to(np.asarray(values, object), (count, self.taps)))
        if any(under <= 0 for under in found[1].reshape(-1)):
            raise SpecError(f"the divisor {self.under!r} must be above zero")
        return found[0], found[1] * shared

    def rounded(self, scope: Scope, name: str) -> Array:
        """Return the quotients in a format. Raises SpecError for a divisor of 0 or less."""
        form = get_format(name)
        over, under = self.exact(scope)
        pairs = zip(over.reshape(-1), under.reshape(-1), strict=True)
        bits = [_quotient(int(a), int(b), name) for a, b in pairs]
        return from_bits(np.array(bits, form.bits_dtype).reshape(over.shape), name)


def _reals(formula: str, scope: Scope) -> tuple[dict[str, tuple[int]], int]:
    """Return the real attributes in a formula as integers, and the power of two that scales them.

    The formula is linear in these attributes, so its integer value is scaled by the same power.
    """
    words = set(re.findall(r"[A-Za-z_]\w*", formula))
    asked = {name: scope.attributes[name] for name in words.intersection(scope.attributes)}
    exact = {name: Fraction(value) for name, value in asked.items() if type(value) is float}
    shared = max((value.denominator for value in exact.values()), default=1)
    return {name: (int(value * shared),) for name, value in exact.items()}, shared


def _quotient(a: int, b: int, name: str) -> int:
    """Return the bit pattern of a / b; for a = 0 it is the pattern of +0."""
    shift = max(b.bit_length() - abs(a).bit_length(), 0) + _EXTRA
    whole, rest = divmod(abs(a) << shift, b)
    return encode(a < 0, 2 * whole + bool(rest), -shift - 1, get_format(name))
