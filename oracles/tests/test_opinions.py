"""Test Ziv's loop and its three libraries."""

from __future__ import annotations

from dataclasses import replace

import flint
import gmpy2
import mpmath
import pytest

from samebits.oracles.arithmetic import less
from samebits.oracles.errors import OracleError
from samebits.oracles.opinions import ARB, MPFR, MPMATH, settle, to_decimal
from samebits.oracles.rounding import NAN, Real, decode, dyadic, infinity, round_to, zero

LIBRARIES = {
    "mpmath": (MPMATH, mpmath.exp),
    "Arb": (ARB, lambda x: x.exp()),
    "MPFR": (MPFR, gmpy2.exp),
}
each_library = pytest.mark.parametrize("library", LIBRARIES)


@each_library
@pytest.mark.parametrize("precision", [64, 100, 300])
def test_an_enclosure_holds_the_value_of_a_much_higher_precision(library, precision):
    backend, exp = LIBRARIES[library]
    for x in (dyadic(1, 0), dyadic(-355, -3), dyadic(12345, -30), dyadic(1, -149)):
        ((low, high),) = backend.enclose(exp, [(x,)], precision)
        with mpmath.mp.workprec(2000):
            value = mpmath.exp(mpmath.ldexp(x.signed(), x.exponent))
            exact = Real("finite", False, int(value.man), int(value.exp))
        assert less(low, exact)
        assert less(exact, high)


@each_library
def test_arguments_near_the_largest_number_cost_no_more_than_others(library):
    backend, exp = LIBRARIES[library]
    huge = dyadic(0xFFFFFF, 104)
    assert settle(backend, exp, [(huge,), (huge._replace(negative=True),)], "f32") == [
        0x7F800000,
        0,
    ]
    assert settle(backend, lambda x: -exp(x), [(huge,)], "f32") == [0xFF800000]


@each_library
def test_an_exact_case_that_was_not_declared_is_reported_not_guessed(library):
    backend, _ = LIBRARIES[library]
    tie = dyadic((1 << 24) + 1, -24)  # exactly between two numbers of binary32
    if library == "Arb":  # a ball of radius 0 is the exact value, so the tie is proven
        assert settle(backend, lambda x: x, [(tie,)], "f32") == [0x3F800000]
    else:
        with pytest.raises(OracleError, match=f"{library} cannot round"):
            settle(backend, lambda x: x, [(tie,)], "f32")


def test_an_enclosure_across_a_midpoint_is_refined_until_it_lies_on_one_side():
    precisions = []

    def spy(function, rows, precision):
        precisions.append((precision, len(rows)))
        return ARB.enclose(function, rows, precision)

    library = replace(ARB, enclose=spy)
    hard, easy = decode(1, "f32"), dyadic(1, 0)
    assert settle(library, lambda x: x / (1 + (-x).exp()), [(hard,), (easy,)], "f32") == [
        1,
        0x3F3B26A8,
    ]
    assert precisions == [(64, 2), (128, 1), (256, 1)]


def test_balls_that_are_not_finite_decide_nothing():
    with pytest.raises(OracleError, match="Arb cannot round"):
        settle(ARB, lambda x: x / 0, [(dyadic(1, 0),)], "f32")


def test_libraries_that_return_nothing_usable_are_reported():
    with pytest.raises(OracleError, match="MPFR returned NaN"):
        settle(MPFR, lambda x: x * gmpy2.nan(), [(dyadic(1, 0),)], "f32")
    with pytest.raises(OracleError, match="mpmath returned 0"):
        settle(MPMATH, lambda x: x * 0, [(dyadic(1, 0),)], "f32")


def test_the_precision_of_the_process_is_left_as_it_was():
    before = flint.ctx.prec, mpmath.mp.prec, gmpy2.get_context().precision
    for backend, exp in LIBRARIES.values():
        settle(backend, exp, [(dyadic(1, 0),), (decode(1, "f32"),)], "f32")
    with pytest.raises(ZeroDivisionError):
        settle(MPFR, lambda x: 1 // 0, [(dyadic(1, 0),)], "f32")
    assert (flint.ctx.prec, mpmath.mp.prec, gmpy2.get_context().precision) == before


def test_decimal_text_of_special_and_ordinary_values():
    values = (NAN, infinity(True), infinity(False), zero(True), zero(False), dyadic(-5, -1))
    assert [to_decimal(v, 30) for v in values] == ["NaN", "-inf", "inf", "-0", "0", "-2.5"]
    assert round_to(dyadic(5, -1), "f32") == 0x40200000
