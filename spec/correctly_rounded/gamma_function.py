"""log |Gamma(x)| and Gamma(x) for real numbers as balls.

Stirling's series for z > 0 (Whittaker and Watson, "A Course of Modern Analysis", 12.33):

    log Gamma(z) = (z - 1/2) log z - z + log(2 pi)/2 + sum of B_2k / (2k (2k - 1) z**(2k - 1)),

where B_2k are the Bernoulli numbers. The remainder is smaller in magnitude than the first omitted
term.
"""

from __future__ import annotations

from functools import cache, lru_cache

from samebits.spec.correctly_rounded.elementary import exp, log, pi
from samebits.spec.correctly_rounded.reals import Real, TooWideError, fraction

REFLECTED = -32
"""For x at or below this number, the functions use the reflection formula."""


def log_gamma(x: Real) -> Real:
    """Return log |Gamma(x)| for an x > REFLECTED that is not a pole.

    It is log Gamma(x + n) - log |x (x + 1) ... (x + n - 1)|. With this recurrence, the argument of
    Stirling's series becomes large enough for the precision.
    """
    z, product = _raised(x)
    value = _stirling(z)
    return value if product is None else value - log(abs(product))


def gamma(x: Real) -> Real:
    """Return Gamma(x) for an x > REFLECTED that is not a pole, by the recurrence of `log_gamma`."""
    z, product = _raised(x)
    value = exp(_stirling(z))
    return value if product is None else value / product


def _raised(x: Real) -> tuple[Real, Real | None]:
    """Return z = x + n, large enough for Stirling's series, and x (x + 1) ... (x + n - 1).

    For n = 0 the product is None.
    """
    least = x.bits // 4
    whole = x.middle << x.exponent if x.exponent >= 0 else x.middle >> -x.exponent
    if whole >= least:
        return x, None
    product, z = x, x + 1
    for _ in range(least - whole):
        product = product * z
        z = z + 1
    return z, product


def _stirling(z: Real) -> Real:
    """Return log Gamma(z), for a z that is at least about a quarter of the number of bits.

    The terms decrease until 2k is about 2 pi z. At this k they are about e**(-2 pi z), which is
    below 2**(-2 bits).
    """
    bits = z.bits
    total = (z - fraction(1, 2, bits)) * log(z) - z + half_log_2_pi(bits)
    power, square = 1 / z, z * z
    least = total.top - bits - 16
    for k in range(1, 4 * bits):
        numerator, denominator = _coefficient(k)
        term = power * numerator / denominator
        if term.top < least:
            return total.widened(term)
        total = total + term
        power = power / square
    raise TooWideError("the argument of Stirling's series is too small")


@lru_cache(maxsize=64)
def half_log_2_pi(bits: int) -> Real:
    """Return log(2 pi) / 2."""
    return log(pi(bits) * 2).times_power_of_two(-1)


@cache
def _coefficient(k: int) -> tuple[int, int]:
    """Return B_2k / (2k (2k - 1)) as numerator and denominator.

    B_2k = (-1)**(k + 1) 2k T_k / (4**k (4**k - 1)). T_k is the k-th tangent number. The tangent
    numbers 1, 2, 16, 272, ... follow from the power series of tan (Graham, Knuth, Patashnik,
    "Concrete Mathematics", 6.5).
    """
    number = _tangent_numbers(-(-k // 32) * 32)[k - 1]
    power = 1 << 2 * k
    return (number if k % 2 else -number), power * (power - 1) * (2 * k - 1)


@cache
def _tangent_numbers(most: int) -> tuple[int, ...]:
    """Return the first `most` tangent numbers.

    The algorithm is TangentNumbers of Brent and Harvey, "Fast computation of Bernoulli, Tangent and
    Secant numbers", 2011.
    """
    numbers = [1] * most
    for k in range(1, most):
        numbers[k] = k * numbers[k - 1]
    for k in range(1, most):
        for j in range(k, most):
            numbers[j] = (j - k) * numbers[j - 1] + (j - k + 2) * numbers[j]
    return tuple(numbers)
