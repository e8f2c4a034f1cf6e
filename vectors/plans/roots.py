"""Operands of square roots: exact squares and hardest-to-round operands, by integer arithmetic."""

from __future__ import annotations

from samebits.spec.formats import Format
from samebits.vectors.plans import patterns


def hard_roots(form: Format) -> list[int]:
    """Return operands whose square root is as near to a midpoint as integers allow.

    A midpoint is a scaled odd integer r of p + 1 bits. If r^2 = c modulo 2^(p+2) with small c, then
    X = (r^2 - c) / 2^(p+2) has at most p bits, and sqrt(X * 2^(p+2)) = r - c / (2r) + ... Hensel's
    lemma gives the square roots of each c = 1 (mod 8) modulo 2^(p+2).
    """
    p = form.precision
    modulus_bits = p + 2
    found = []
    for c in [1 + 8 * k for k in range(-24, 25)]:
        root = 1
        for bits in range(4, modulus_bits + 1):
            if (root * root - c) % (1 << bits):
                root += 1 << (bits - 2)
        half = 1 << (modulus_bits - 1)
        for r in {root % half, -root % half, root % half + half, -root % half + half}:
            x, rest = divmod(r * r - c, 1 << modulus_bits)
            if not rest and (1 << p) <= r < (2 << p) and 0 < x < (1 << p):
                # An even shift keeps the exponent's parity, so the root has the same digits.
                found += [_scaled(x, (p + 2) % 2 + shift, form) for shift in (-p - p % 2, 0, 40)]
    return patterns.unique(found)


def exact_roots(form: Format, *, squares: bool) -> list[int]:
    """Return operands with an exact root, and their neighbours.

    They are squares k^2 * 4^e. Without `squares` they are only 4^e, which also has an exact
    reciprocal square root.
    """
    draw = patterns.randomness("exact roots", form.name)
    most = (1 << (form.precision // 2)) - 1
    roots = [1, 3, 5, 7, most] + [draw.randint(2, most) for _ in range(24)] if squares else [1]
    highest = (form.emax - 2 * form.precision) & ~1
    exponents = [form.least_exponent & ~1, form.emin & ~1, -2, 0, 2, highest]
    exponents += [2 * draw.randint(form.emin // 2, highest // 2) for _ in range(16)]
    found = [_scaled(k * k, e, form) for k in roots for e in exponents if e >= form.least_exponent]
    # The neighbours are as near to an exact case as an operand can be.
    return patterns.around(patterns.unique(found), form)


def _scaled(integer: int, exponent: int, form: Format) -> int:
    """Return the pattern of integer * 2^exponent, which must be representable."""
    length = integer.bit_length()
    lead = exponent + length - 1
    if lead < form.emin:
        return integer << (exponent - form.least_exponent)
    fraction = (integer << (form.precision - length)) - (1 << (form.precision - 1))
    return patterns.with_exponent(form, lead, fraction)
