"""Functions of real numbers, rounded once (R2): binary64 as a filter, then decimals.

The error of NumPy's value in binary64 is assumed to be at most 2^-40 of its size. The error of any
libm is thousands of times smaller. If the whole interval rounds to one number of the format, that
number is the result. The few other elements are enclosed between two fractions, with twice as many
digits each time, until both ends round to the same number (Ziv, "Fast evaluation of elementary
mathematical functions with correctly rounded last bit", 1991). A value on a rounding boundary must
be enclosed exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, localcontext
from fractions import Fraction
from math import copysign, inf, ldexp
from typing import Any

import numpy as np

from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route.formats_route import narrow
from samebits.spec.formats import Format, bits_of, from_bits, get_format

Array = np.ndarray[Any, Any]
Enclosure = tuple[Fraction, Fraction]

MARGIN = 2.0**-40
"""Maximal error of the filter's value, relative to the size that it returns."""

FIRST_DIGITS = 30
LAST_DIGITS = 8000
"""Number of decimal digits of the first enclosures, and of the last ones before an error."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function in two forms.

    `near(*operands)` takes arrays of binary64 and returns values in binary64 and their sizes. The
    error is below MARGIN times the size. A size of 0 means that the value is exact, for example at
    special operands. A value above the range of binary64 is an infinity, and a value below the
    range is a zero of the right sign.

    `enclose(*operands)` takes finite numbers for which the size is not 0. It returns two fractions
    with the exact value between them. If the value is known exactly, both are equal to it. It uses
    the precision of the current decimal context.
    """

    near: Callable[..., tuple[Array, Array]]
    enclose: Callable[..., Enclosure]


def rounded(function: Function, operands: Sequence[Array], name: str) -> Array:
    """Return the function of binary64 arrays of equal shape, rounded once to the format `name`.

    Raises OracleError if LAST_DIGITS digits do not suffice to decide a result.
    """
    value, size = function.near(*operands)
    margin = np.where(np.isfinite(value), size, 0.0) * MARGIN
    above = np.where(margin == 0, value, value + margin)  # -0 + 0 would lose the sign
    low, high = bits_of(narrow(value - margin, name)), bits_of(narrow(above, name))
    open_places = np.flatnonzero(low != high)
    if open_places.size:
        # Rows are compared as bits, because -0 differs from +0
        columns = [bits_of(x).reshape(-1)[open_places] for x in operands]
        rows, places = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
        exact = [_decide(function, row, get_format(name)) for row in rows.view(np.float64).tolist()]
        found = bits_of(narrow(np.array(exact), name))
        low.reshape(-1)[open_places] = found[places.reshape(-1)]
    return from_bits(low, name)


def _decide(function: Function, row: Sequence[float], form: Format) -> float:
    """Return the value for one row of operands, rounded to the precision of the format."""
    digits = FIRST_DIGITS
    while digits <= LAST_DIGITS:
        with localcontext(Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)):
            low, high = (nearest(end, form) for end in function.enclose(*row))
        if (low, copysign(1, low)) == (high, copysign(1, high)):
            return low
        digits *= 2
    raise OracleError(
        f"the NumPy route cannot round at {row} to {form.name} with {LAST_DIGITS} digits: enclose "
        "the value there exactly"
    )


def nearest(exact: Fraction, form: Format) -> float:
    """Return a fraction rounded to the precision of a format, ties to even, with subnormals.

    The result is in binary64. It is infinite if the magnitude is above the binade after the
    format's last binade.
    """
    magnitude = abs(exact)
    if not magnitude:
        return 0.0
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    exponent -= magnitude < Fraction(2) ** exponent  # now 2^exponent <= magnitude
    if exponent > form.emax + 1:
        return copysign(inf, exact)
    quantum = max(exponent, form.emin) - (form.precision - 1)
    units = round(magnitude / Fraction(2) ** quantum)  # Python rounds a fraction half to even
    return copysign(ldexp(units, quantum), exact)
