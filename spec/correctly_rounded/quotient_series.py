"""Power series of f(x)/x and the like, in fixed point, with counted errors.

They belong to functions with f(0) = 0, whose values near 0 shall be good relative to their size:
the caller multiplies the series by x. The argument of each series is a ball of `series.py`, whose
middle, from 0 to 1/4, counts as exact; every sum has a derivative of at most 1 in magnitude there,
and up to 1/3, so the radius of the argument, which must be below 1/12, comes on top.

With N terms summed, each term is the floor of the last one times the argument (less than 1 unit),
divided by an integer (less than 1 more, and where one floor follows another, less than 1 together).
The error of a term is a quarter of that of the last one plus 1 at most, so below 4/3. The sum ends
where the computed term is 0: the true one is below 7/3 then, those after it are below its
quarters, and all of what is left out is below 28/9 < 4.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.series import Ball


def exp_quotient(x: Ball, bits: int) -> Ball:
    """(e**x - 1) / x = 1 + x/2! + x**2/3! + ...; an error of a term is below 4/3: 2 N + 4 in all.

    The derivative is 1/2 + 2 x/6 + 3 x**2/24 + ... < e**x / 2 < 1.
    """
    total, term, i = 0, 1 << bits, 1
    while term:
        total += term
        i += 1
        term = (term * x.middle >> bits) // i
    return Ball(total, 2 * i + 4 + x.radius)


def inverse_hyperbolic_quotient(square: Ball, bits: int) -> Ball:
    """atanh(s) / s = 1 + q/3 + q**2/5 + ... for q = s**2. See `_odd`."""
    return _odd(square, bits, 1)


def inverse_tangent_quotient(square: Ball, bits: int) -> Ball:
    """atan(s) / s = 1 - q/3 + q**2/5 - ... for q = s**2. See `_odd`."""
    return _odd(square, bits, -1)


def _odd(square: Ball, bits: int, sign: int) -> Ball:
    """The sum of sign**i q**i / (2i + 1).

    A power is off by less than 4/3, and its quotient by less than 7/3: 3 N + 4 in all. The
    derivative is at most 1/3 + 2 q/5 + 3 q**2/7 + ... < 1/(1 - q)**2 / 3 <= 3/4.
    """
    total, power, odd, turn = 0, 1 << bits, 1, 1
    while power:
        total += turn * (power // odd)
        power = power * square.middle >> bits
        odd += 2
        turn *= sign
    return Ball(total, 3 * (odd // 2) + 4 + square.radius)


def sine_quotient(square: Ball, bits: int) -> Ball:
    """sin(s) / s = 1 - q/3! + q**2/5! - ... for q = s**2; the derivative is at most 1/6."""
    return _circular(square, bits, 1)


def cosine_of_root(square: Ball, bits: int) -> Ball:
    """cos(s) = 1 - q/2! + q**2/4! - ... for q = s**2; the derivative is at most 1/2."""
    return _circular(square, bits, 0)


def _circular(square: Ball, bits: int, degree: int) -> Ball:
    """An alternating sum over factorials, for a middle from 0 to 1 even.

    Divided by 2 at least, the error of a term is below 2, and the true one is below 3 where the
    computed one is 0; of an alternating sum, less than that is left out: 2 N + 4 in all.
    """
    total, term, terms, turn = 0, 1 << bits, 0, 1
    while term:
        total += turn * term
        degree += 2
        term = (term * square.middle >> bits) // (degree * (degree - 1))
        terms += 1
        turn = -turn
    return Ball(total, 2 * terms + 4 + square.radius)


def error_quotient(square: Ball, bits: int) -> Ball:
    """sqrt(pi)/2 e**q erf(s)/s = sum of T_i = (2 q)**i / (1 * 3 * 5 ... (2i + 1)), q = s**2 >= 0.

    All terms are positive, so nothing cancels; q may be large. Error of the i-th term: that of the
    last one times 2 q / (2i + 1), plus 1. So it is the sum over j <= i of T_i / T_j, in units. The
    ratios of terms fall, and T_0 = 1: no T_j is below both T_0 and T_i, T_i / T_j is at most T_i or
    1, and the error is at most i (T_i + 1). With N >= 2 q + 1 terms in all these are at most
    N (total + N) units. The sum ends with a computed term of 0 after which the ratios are below
    1/2: the true one is at most N + 1, all that follow 2 (N + 1) units. As a derivative of T_i is
    2i / (2i + 1) T_(i-1), that of the sum is below the sum. So a radius below 1/2, which does not
    double the sum, makes an error below twice the radius times the sum.
    """
    total, term, i, four = 0, 1 << bits, 0, (4 * square.middle >> bits) + 4
    while term or 2 * i + 3 < four:
        total += term
        i += 1
        term = (term * square.middle >> (bits - 1)) // (2 * i + 1)
    whole = (total >> bits) + 1
    return Ball(total, i * (whole + i) + 2 * (i + 1) + 2 * square.radius * (whole + 1))


def far_error_quotient(square: Ball, bits: int) -> Ball | None:
    """sqrt(pi q) e**q erfc(sqrt q) = 1 - 1/(2q) + 1*3/(2q)**2 - ..., or None if bits are too many.

    The series diverges, but the value lies between any two sums that follow each other (partial
    integration; Abramowitz and Stegun 7.1.24): what is left out is less than the first such term.
    As long as the ratio of two terms is at most 1, the error of a term is that of the last one,
    plus less than 1 for the floor, and less than 1 for the square, which counts as exact: with at
    most N terms, at most N each, N**2 in all, and N + 1 units for what is left out. The derivative
    by q is below 1/(2 q**2) < 1, with a square beyond 1, so its radius comes on top.
    """
    double = 2 * square.middle
    total, term, i, turn = 0, 1 << bits, 0, 1
    while term:
        if (2 * i + 1) << bits > double:
            return None
        total += turn * term
        term = ((term * (2 * i + 1)) << bits) // double
        i += 1
        turn = -turn
    return Ball(total, i * i + i + 1 + square.radius)
