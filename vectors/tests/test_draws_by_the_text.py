"""Test the generators against a second implementation of rules D1.1 to D1.12 in plain integers.

The second implementation was written only from SPEC.md, which shows that the text is complete.
"""

from __future__ import annotations

import random
from itertools import product
from math import prod

import pytest

from samebits.spec.formats import FORMATS, Format, get_format
from samebits.vectors import generators
from samebits.vectors.schema import Generated, Parameter

WORD = (1 << 32) - 1
SHAPES = [(7,), (1,), (2, 3), (4, 1, 3), (3, 5, 2)]
FLOATS = [name for name, form in FORMATS.items() if form.is_float]


def block(seed: int, stream: int, number: int) -> list[int]:
    """Return the four words of a block of Philox (D1.1, D1.2)."""
    k0, k1 = seed & WORD, seed >> 32 & WORD
    c0, c1, c2, c3 = number & WORD, number >> 32 & WORD, stream & WORD, stream >> 32 & WORD
    for _ in range(10):
        p, q = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (q >> 32) ^ c1 ^ k0, q & WORD, (p >> 32) ^ c3 ^ k1, p & WORD
        k0, k1 = (k0 + 0x9E3779B9) & WORD, (k1 + 0xBB67AE85) & WORD
    return [c0, c1, c2, c3]


def draw64(seed: int, stream: int, i: int) -> int:
    """Return the 64-bit draw of element i (D1.3)."""
    words = block(seed, stream, i // 2)
    return words[2 * (i % 2)] | words[2 * (i % 2) + 1] << 32


def pick(u: int, n: int) -> int:
    """Return an index below n from the draw u (D1.5)."""
    return (u >> 32) * n >> 32


def spread(u: int, form: Format, low: int, high: int) -> int:
    """Return a bit pattern with a random exponent from `low` to `high` (D1.10)."""
    hidden = 2 ** (form.precision - 1)
    e = low + (u // 2**53 * (high - low + 1)) // 2**11
    m = hidden + u % hidden
    sign = u >> 52 & 1
    rest = max(e - form.emin, 0) * hidden + m // 2 ** max(form.emin - e, 0)
    return sign << (form.bits - 1) | rest


def fixed(u: int, form: Format, bits: int, exponent: int) -> int:
    """Return the pattern of s 2^exponent, by bisection among positive patterns (D1.11)."""
    s = u >> (64 - bits)
    s -= 2**bits * (s >> (bits - 1))
    low, high = 0, form.max_finite
    while low < high:
        middle = (low + high + 1) // 2
        field, part = middle >> (form.precision - 1), middle % 2 ** (form.precision - 1)
        m = part + (2 ** (form.precision - 1) if field else 0)
        scale = max(field, 1) - 1 + form.least_exponent - exponent
        fits = m << scale <= abs(s) if scale >= 0 else m <= abs(s) << -scale
        low, high = (middle, high) if fits else (low, middle - 1)
    return low | (form.sign_mask if s < 0 else 0)


def by_the_text(source: Generated, form: Format) -> list[int]:
    """Return the bit patterns of a generated operand (D1.5 to D1.12)."""
    w, given = form.bits, source.parameters
    places = list(product(*(range(n) for n in source.shape)))
    draws = [draw64(source.seed, source.stream, i) for i in range(prod(source.shape))]
    values = given.get("values", ())
    numbers = {name: value for name, value in given.items() if isinstance(value, int)}
    found = []
    for i, (u, place) in enumerate(zip(draws, places, strict=True)):
        if source.transform == "bits":
            found.append(u % 2**w)
        elif source.transform == "below":
            found.append(pick(u, numbers["limit"]))
        elif source.transform == "choice":
            assert isinstance(values, tuple)
            found.append(int(values[pick(u, len(values))], 16))
        elif source.transform == "digit":
            found.append(i // 2 ** (numbers["place"] * w) % 2**w)
        elif source.transform == "spread":
            found.append(spread(u, form, numbers["low"], numbers["high"]))
        elif source.transform == "fixed":
            found.append(fixed(u, form, numbers["bits"], numbers["exponent"]))
        else:
            axis, low, high = numbers["axis"], numbers["low"], numbers["high"]
            n, j = source.shape[axis], place[axis]
            mirror = (*place[:axis], n - 1 - j, *place[axis + 1 :])
            v = u if 2 * j < n else draws[places.index(mirror)]
            if numbers["sign"] and (2 * j + 1 == n or v >> 6 & 3 == 0):
                found.append(spread(u, form, low, low + 7))
            else:
                other = form.sign_mask if numbers["sign"] and 2 * j >= n else 0
                found.append(spread(v, form, high - 7, high) ^ other)
    return found


def parameters(transform: str, form: Format, draw: random.Random) -> dict[str, Parameter]:
    """Return random, valid parameters of a transform for a format."""
    if transform in ("spread", "cancel"):
        low = draw.randint(form.least_exponent, form.emax - 7)
        found: dict[str, Parameter] = {"low": low, "high": draw.randint(low + 7, form.emax)}
        return found if transform == "spread" else {**found, "axis": 0, "sign": draw.randrange(2)}
    if transform == "fixed":
        bits = draw.randint(1, form.precision)
        exponents = form.least_exponent, form.emax - form.precision
        return {"bits": bits, "exponent": draw.randint(*exponents)}
    if transform == "choice":
        count = draw.randint(1, 9)
        return {"values": tuple(form.hex(draw.getrandbits(form.bits)) for _ in range(count))}
    if transform == "below":
        return {"limit": draw.randint(1, min(2**32, form.sign_mask))}
    return {"place": draw.randrange(64 // form.bits)} if transform == "digit" else {}


@pytest.mark.parametrize("transform", sorted(generators.TRANSFORMS))
def test_D1_the_text_says_every_bit_of_a_drawn_operand(transform: str) -> None:
    """The second implementation covers these rules.

    D1.1 D1.2 D1.5 D1.6 D1.7 D1.8 D1.9 D1.10 D1.11 D1.12
    """
    draw = random.Random(transform)
    names = FLOATS if transform in ("spread", "fixed", "cancel") else list(FORMATS)
    for name, shape in product(names, SHAPES):
        form = get_format(name)
        given = parameters(transform, form, draw)
        if "axis" in given:
            given["axis"] = draw.randrange(len(shape))
        seed, stream = draw.getrandbits(64), draw.getrandbits(draw.choice((1, 64)))
        source = Generated(transform, seed, stream, shape, "0" * 64, given)
        made = generators.unchecked(source, name).reshape(-1).tolist()
        assert made == by_the_text(source, form), source
