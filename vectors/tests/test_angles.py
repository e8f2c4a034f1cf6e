"""Test that the search for the hardest pairs of atan2 is complete and its results are right."""

from __future__ import annotations

import io
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip(
    "mpmath", reason="without the oracles the hard pairs of atan2 are not searched again here"
)

import mpmath
from rich.console import Console

from samebits.spec.formats import get_format
from samebits.vectors.errors import VectorError
from samebits.vectors.plans.patterns import value_of
from samebits.vectors.search import angles

KNOWN = {
    (8289799, 16328659): 74.35,
    (3738005, -8411429): 74.95,
    (24100138, 11670059): 72.98,
    (8033343, 6851711): 71.76,
    (8383849, 268445 << 5): 70.07,
}
"""Pairs (y, x) with their hardness.

A separate program found them, with convergents of tan M in binary128.
"""


def brute_force(p: int, shift: int) -> set[tuple[int, int]]:
    """Return all fractions n / +-(d 2^shift) with angles very near to a midpoint.

    n and d have p bits. The midpoints are between numbers of p bits, and the relative distance is
    below 2^-depth.
    """
    found = set()
    n = np.arange(1 << (p - 1), 1 << p, dtype=np.float64)
    for part in np.array_split(n, 64):
        for sign in (1, -1):
            y, x = np.meshgrid(n, sign * np.ldexp(part, shift))
            angle = np.arctan2(y, x)
            fraction, _ = np.frexp(angle)
            scaled = np.ldexp(fraction, p)
            gap = np.abs(scaled - np.floor(scaled) - 0.5) / scaled
            near = gap < 2.0 ** -angles.depth(p)
            found |= {reduced(a, b) for a, b in zip(y[near], x[near], strict=True)}
    return found


def reduced(y: float, x: float) -> tuple[int, int]:
    """Return the direction of (x, y) as a pair of coprime integers."""
    quotient = Fraction(y) / Fraction(x)
    return abs(quotient.numerator), quotient.denominator * (1 if x > 0 else -1)


def test_R2_no_pair_of_13_bits_is_missed_in_two_octaves() -> None:
    p = 13
    found = {(d.y, d.x) for d in angles.search(p, Console(file=io.StringIO()))}
    for octave in (-1, 6):  # near the x axis, near the y axis
        tried = {
            (y, x)
            for shift in (-octave, -octave - 1)
            for y, x in brute_force(p, shift)
            if 1 <= y / abs(x) / 2**octave < 2
        }
        assert len(tried) >= 3
        assert tried == {(y, x) for y, x in found if 1 <= y / abs(x) / 2**octave < 2}


@pytest.mark.parametrize(("direction", "bits"), KNOWN.items())
def test_R2_pairs_that_others_found_are_found(direction: tuple[int, int], bits: float) -> None:
    angle = math.atan2(*direction)
    exponent = math.frexp(angle)[1] - 1
    place = int(math.ldexp(angle, 23 - exponent)) - (1 << 23)
    block = place - place % angles.block_size(24)
    common = math.gcd(*direction)
    wanted = tuple(k // common for k in direction)
    near = angles.near_midpoints(24, exponent, [block])
    assert [round(d.hardness, 2) for d in near if (d.y, d.x) == wanted] == [bits]


@pytest.mark.parametrize("name", angles.FORMATS)
def test_R2_what_was_found_is_as_hard_as_told(name: str) -> None:
    form = get_format(name)
    found = angles.hard_angles(form)
    assert len(set(found)) == len(found) >= 200
    last = math.inf
    with mpmath.workprec(200):
        for pair in found:
            y, x = (value_of(pattern, form) for pattern in pair)
            angle = mpmath.atan2(*(mpmath.mpf(v.numerator) / v.denominator for v in (y, x)))
            fraction, _ = mpmath.frexp(angle)
            scaled = mpmath.ldexp(fraction, form.precision)
            gap = abs(scaled - mpmath.floor(scaled) - 0.5) / scaled
            assert 0 < gap < 2.0 ** -angles.depth(form.precision)
            bits = -math.log2(gap)
            assert bits < last + 2**-30
            last = bits


def test_R2_of_binary32_all_were_kept() -> None:
    form = get_format("f32")
    found = angles.hard_angles(form)
    assert len(found) < angles.KEPT["f32"]
    quotients = {value_of(y, form) / value_of(x, form) for y, x in found}
    assert quotients >= {Fraction(y, x) for y, x in KNOWN}


def test_a_malformed_file_of_angles_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(angles, "FILE", tmp_path / "angles.json")
    angles.FILE.write_text('{"method": "none", "nearest": 3}')
    with pytest.raises(VectorError, match=r"angles\.json"):
        angles.hard_angles(get_format("f32"))
