"""Operands whose result is exact, is a tie, or is very near a tie.

Every maker takes a format and a source of random integers, and returns bit patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isqrt
from random import Random

from samebits.spec.catalog import function_landmarks
from samebits.spec.formats import Format
from samebits.vectors.plans import patterns, roots

Maker = Callable[[Format, Random], list[int]]


def exact(op: str, form: Format) -> list[int]:
    """Return operands with exact results and ties, of the kind that the op's landmarks name."""
    family = function_landmarks(op).exact
    if family is None:
        return []
    maker = _integers(*family) if isinstance(family, tuple) else _MAKERS[family]
    return patterns.unique(maker(form, patterns.randomness("exact", op, form.name)))


def leaving(form: Format) -> list[int]:
    """Return odd multiples of 2^-k with k near the precision, at which c + s x is a tie or exact.

    For 1/2 + x/4 - ..., 1 + x + ... and 1 - x^2 only the later terms of the series decide the
    rounding.
    """
    draw = patterns.randomness("leaving", form.name)
    p = form.precision
    odd = [1, 3, 5, 7, *(2 * draw.getrandbits(5) + 1 for _ in range(12))]
    deep = [*range(p - 3, p + 5), p // 2, p // 2 + 1, p // 2 + 2]
    return _both(((j, -k) for j in odd for k in deep), form)


def halving_ties(form: Format) -> list[int]:
    """Return odd subnormals, and odd significands of the least normal binade.

    Half of such a number is not representable.
    """
    draw = patterns.randomness("halving", form.name)
    width = form.precision - 1
    odd = [2 * k + 1 for k in range(32)] + [(1 << width) - 1 - 2 * k for k in range(32)]
    odd += [draw.getrandbits(width) | 1 for _ in range(128)]
    odd = [f for f in odd if 0 < f < 1 << width]
    first_binade = [1 << width | f for f in odd]
    # In the next binade the half is representable, and only the second term of the series is
    # rounded.
    next_binade = [2 << width | f for f in odd[:32]]
    return patterns.both_signs(odd + first_binade + next_binade, form)


def _fits(form: Format, integer: int, exponent: int) -> bool:
    length, trailing = integer.bit_length(), (integer & -integer).bit_length() - 1
    small = length - trailing <= form.precision and exponent + trailing >= form.least_exponent
    return bool(integer) and small and exponent + length - 1 <= form.emax


def _numbers(pairs: Iterable[tuple[int, int]], form: Format) -> list[int]:
    """Return the patterns of integer * 2^exponent, with signs.

    Values that the format cannot represent are left out.
    """
    found = []
    for n, e in pairs:
        integer, exponent = abs(n), e
        if not _fits(form, integer, exponent):
            continue
        zeros = (integer & -integer).bit_length() - 1
        found.append(patterns.scaled(form, integer >> zeros, exponent + zeros, int(n < 0)))
    return found


def _both(pairs: Iterable[tuple[int, int]], form: Format) -> list[int]:
    return patterns.both_signs(_numbers(pairs, form), form)


def _integers(low: int, high: int) -> Maker:
    """Return a maker of the integers from `low` to `high` that the format can represent."""

    def maker(form: Format, draw: Random) -> list[int]:
        return _numbers(((n, 0) for n in range(low, high + 1)), form)

    return maker


def _exponents(form: Format, draw: Random) -> list[int]:
    """Return integers and half-integers over the whole range of exponents.

    For an integer x, 2^x is representable or just beyond the range.
    """
    whole = range(form.least_exponent - 3, form.emax + 3)
    return _numbers([(n, 0) for n in whole], form) + _numbers(
        [(2 * n + 1, -1) for n in whole], form
    )


def _powers_of_two(form: Format, draw: Random) -> list[int]:
    powers = _numbers(((1, e) for e in range(form.least_exponent, form.emax + 1)), form)
    return powers + patterns.around(powers[::5], form)


def _powers_of_ten(form: Format, draw: Random) -> list[int]:
    return patterns.around(_numbers(((10**k, 0) for k in range(20)), form), form)


def _cubes(form: Format, draw: Random) -> list[int]:
    most = round(2 ** (form.precision / 3))
    bases = [1, 3, 5, 7, *(draw.randint(2, most) | 1 for _ in range(16))]
    steps = range(form.least_exponent // 3, form.emax // 3 + 1)
    chosen = [*steps[:2], -1, 0, 1, *steps[-2:], *draw.sample(list(steps), 6)]
    cubes = _both(((b**3, 3 * e) for b in bases for e in chosen), form)
    return patterns.around(cubes, form)


def _squares(form: Format, draw: Random) -> list[int]:
    """Return the roots of squares that are exact, ties, or ties of subnormal numbers."""
    p = form.precision
    low, high = isqrt(1 << p) + 1, isqrt((2 << p) - 1)
    found: list[tuple[int, int]] = []
    for _ in range(32):
        short = draw.getrandbits(draw.randint(1, p // 2 - 1))
        found.append((2 * short + 1, draw.randint(-p, p)))
        root = draw.randint(low, high - 1) | 1
        found.append((root, -draw.randint(0, p)))
    # For an odd n, n^2 2^-2k is a tie of subnormal numbers if 2k is one more than -least exponent.
    deep = (1 - form.least_exponent) // 2
    found += [(n, -deep) for n in range(1, 64, 2)]
    found += [(n, -deep - 1) for n in range(1, 64, 2)]
    return _both(found, form)


def _reciprocals(form: Format, draw: Random) -> list[int]:
    """Return powers of two, and large numbers whose reciprocal is subnormal."""
    width = form.precision - 1
    powers = _powers_of_two(form, draw)
    large = [form.max_finite - draw.getrandbits(width + 1) for _ in range(64)]
    return patterns.both_signs([*powers, *large], form)


def _turns(form: Format, draw: Random) -> list[int]:
    """Return quarters and sixths of a half turn, and large even, odd and half-integer numbers."""
    p = form.precision
    quarters = [(n, -2) for n in range(1, 33)]
    large = [((1 << (p - 1)) - k, e) for k in range(4) for e in (-2, -1, 0, 1)]
    deep = [(2 * draw.getrandbits(p - 2) + 1, -draw.randint(0, p)) for _ in range(32)]
    sixths = [patterns.nearest(n / 6, form) for n in range(1, 25)]
    return _both(quarters + large + deep, form) + patterns.both_signs(sixths, form)


def _rational(form: Format, draw: Random) -> list[int]:
    """Return small odd integers and multiples of 3, scaled by powers of two.

    They have exact quotients, ties and similar results.
    """
    odd = [1, 3, 5, 7, 9, 15, 21, 27, 31, 33, 45, 63, 127, 255]
    odd += [3 * (2 * draw.getrandbits(form.precision // 2) + 1) for _ in range(16)]
    return _both(((n, e) for n in odd for e in range(-6, 3)), form)


_MAKERS: Mapping[str, Maker] = {
    "cubes": _cubes,
    "integers where 2^x is a number": _exponents,
    "powers of ten": _powers_of_ten,
    "powers of two": _powers_of_two,
    "quarter turns": _turns,
    "rational results": _rational,
    "reciprocals": _reciprocals,
    "roots of powers of four": lambda form, draw: roots.exact_roots(form, squares=False),
    "roots of squares": lambda form, draw: roots.exact_roots(form, squares=True),
    "squares": _squares,
}
"""The maker of each family that `samebits.spec.language.landmarks.ExactCases` names."""
