"""Power series of f(x)/x and similar functions, in fixed point, with counted errors.

The functions f have f(0) = 0, and their values near 0 need good relative precision, so the caller
multiplies the series by x. The argument of each series is a ball of `series.py`. Its middle, from 0
to 1/4, is treated as exact. Its radius must be below 1/12. Up to 1/3 the derivative of every sum is
at most 1 in magnitude, so the radius of the argument is added to the error.

N is the number of summed terms. Each term is the floor of the previous term times the argument,
divided by an integer and floored again. The two floors together cause an error below 1 unit. The
error of a term is therefore at most a quarter of the previous term's error plus 1, which is below
4/3. The sum ends when the computed term is 0. Then the true term is below 7/3, and each later term
is below a quarter of the term before it. All omitted terms together are below 28/9 < 4.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.series import Ball


def exp_quotient(x: Ball, bits: int) -> Ball:
    """Return (e**x - 1) / x = 1 + x/2! + x**2/3! + ...

    The error of a term is below 4/3, so the total is 2 N + 4. The derivative is 1/2 + 2 x/6 + 3
    x**2/24 + ... < e**x / 2 < 1.
    """
    total, term, i = 0, 1 << bits, 1
    while term:
        total += term
        i += 1
        term = (term * x.middle >> bits) // i
    return Ball(total, 2 * i + 4 + x.radius)


def inverse_hyperbolic_quotient(square: Ball, bits: int) -> Ball:
    """Return atanh(s) / s = 1 + q/3 + q**2/5 + ... for q = s**2. See `_odd`."""
    return _odd(square, bits, 1)


def inverse_tangent_quotient(square: Ball, bits: int) -> Ball:
    """Return atan(s) / s = 1 - q/3 + q**2/5 - ... for q = s**2. See `_odd`."""
    return _odd(square, bits, -1)


def _odd(square: Ball, bits: int, sign: int) -> Ball:
    """Return the sum of sign**i q**i / (2i + 1).

    The error of a power is below 4/3, and the error of its quotient is below 7/3, so the total
    error is below 3 N + 4. The derivative is at most 1/3 + 2 q/5 + 3 q**2/7 + ... <
    1/(1 - q)**2 / 3 <= 3/4.
    """
    total, power, odd, turn = 0, 1 << bits, 1, 1
    while power:
        total += turn * (power // odd)
        power = power * square.middle >> bits
        odd += 2
        turn *= sign
    return Ball(total, 3 * (odd // 2) + 4 + square.radius)


def sine_quotient(square: Ball, bits: int) -> Ball:
    """Return sin(s) / s = 1 - q/3! + q**2/5! - ... for q = s**2; its derivative is at most 1/6."""
    return _circular(square, bits, 1)


def cosine_of_root(square: Ball, bits: int) -> Ball:
    """Return cos(s) = 1 - q/2! + q**2/4! - ... for q = s**2; its derivative is at most 1/2."""
    return _circular(square, bits, 0)


def _circular(square: Ball, bits: int, degree: int) -> Ball:
    """Return an alternating sum over factorials; here the middle of the argument may be up to 1.

    Each term is divided by at least 2, so its error is below 2. When the computed term is 0, the
    true term is below 3. In an alternating sum, all omitted terms together are less than the first
    of them. The total error is below 2 N + 4.
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
    """Return sqrt(pi)/2 e**q erf(s)/s = sum of T_i = (2 q)**i / (1 * 3 * 5 ... (2i + 1)).

    q = s**2 >= 0 may be large; all terms are positive, so they do not cancel. The error of term i
    is the error of the previous term times 2 q / (2i + 1), plus 1. It is therefore the sum over
    j <= i of T_i / T_j, in units. The ratios of terms decrease, and T_0 = 1, so every T_j is at
    least T_0 or at least T_i. Therefore T_i / T_j is at most T_i or 1, and the error is at most
    i (T_i + 1). For N >= 2 q + 1 terms the total error is at most N (total + N) units.


    The sum ends with a computed term of 0 after which the ratios are below 1/2. The true term is
    then at most N + 1, and all later terms together are at most 2 (N + 1) units. The derivative of
    T_i is 2i / (2i + 1) T_(i-1), so the derivative of the sum is below the sum. A radius below 1/2
    does not double the sum, so it causes an error below twice the radius times the sum.
    """
    total, term, i, four = 0, 1 << bits, 0, (4 * square.middle >> bits) + 4
    while term or 2 * i + 3 < four:
        total += term
        i += 1
        term = (term * square.middle >> (bits - 1)) // (2 * i + 1)
    whole = (total >> bits) + 1
    return Ball(total, i * (whole + i) + 2 * (i + 1) + 2 * square.radius * (whole + 1))


def far_error_quotient(square: Ball, bits: int) -> Ball | None:
    """Return sqrt(pi q) e**q erfc(sqrt q) = 1 - 1/(2q) + 1*3/(2q)**2 - ..., or None.

    The result is None if the series cannot reach `bits` bits. The series diverges, but the value is
    between any two consecutive partial sums (partial integration; Abramowitz and Stegun 7.1.24).
    Therefore the omitted part is less than the first omitted term.

    Let the ratio of two terms be at most 1. Then the error of a term is at most the error of the
    previous term plus 1 for the floor; the square is treated as exact. With N terms, the error of
    each is at most N and the total is at most N**2, plus N + 1 units for the omitted part. For a
    square above 1 the derivative by q is below 1/(2 q**2) < 1, so the radius of the square is
    added.
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
