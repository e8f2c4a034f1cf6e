"""Tests of the tabulated numbers: the first words of constants, and Stirling's fractions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from mpmath import bernfrac, log, mp, mpf, pi, sqrt

from samebits.backends.numerics.multiple.tests.library import HERE

WORDS = 8
VALUES = {
    "pi": lambda: +pi,
    "root_of_pi": lambda: sqrt(pi),
    "log_2": lambda: log(2),
    "log_10": lambda: log(10),
    "half_log_of_2_pi": lambda: log(2 * pi) / 2,
}


def _tables() -> dict[str, tuple[list[int], int]]:
    text = (HERE.parent / "constants.h").read_text(encoding="utf-8")
    rows = re.findall(r"sb_constant sb_constant_(\w+) = \{\s*\{([^}]*)\},\s*(-?\d+)\};", text)
    return {name: ([int(x, 16) for x in words.split(",")], int(e)) for name, words, e in rows}


@pytest.mark.parametrize("name", VALUES)
def test_the_words_of_a_constant(name: str) -> None:
    words, exponent = _tables()[name]
    assert len(words) == WORDS
    assert words[-1] >> 63 == 1, "the top bit is set"
    with mp.workprec(1200):
        scaled = VALUES[name]() * mpf(2) ** (64 * WORDS - exponent)
        wanted = int(scaled)  # truncated
    assert sum(word << (64 * i) for i, word in enumerate(words)) == wanted


def test_every_table_has_its_value_here() -> None:
    assert set(_tables()) == set(VALUES)


def _fractions() -> Iterator[Fraction]:
    text = (HERE.parent / "gamma.h").read_text(encoding="utf-8")
    table = re.search(r"sb_stirling_fractions\[.*?\] = \{(.*?)\};", text, re.S)
    assert table is not None
    for top, below in re.findall(r"\{(?:UINT64_C\()?(\d+)\)?u?, (\d+)u\}", table[1]):
        yield Fraction(int(top), int(below))


def test_the_fractions_of_stirlings_series() -> None:
    found = list(_fractions())
    assert len(found) == 17
    for k, fraction in enumerate(found, 1):
        top, below = bernfrac(2 * k)
        assert fraction == abs(Fraction(top, below)) / (2 * k * (2 * k - 1))
        assert fraction.numerator < 2**63
