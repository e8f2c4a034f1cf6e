"""Test Newton's inverse of erf: its error bound, and the exception if erf contradicts it."""

from __future__ import annotations

from dataclasses import replace

import gmpy2
import mpmath
import pytest

from samebits.oracles.errors import OracleError
from samebits.oracles.inverse_erf import inverse_erf, inverse_erfc
from samebits.oracles.kits import MPMATH_KIT
from samebits.oracles.opinions import SLACK_BITS


@pytest.mark.parametrize("precision", [96, 192, 1536])
def test_both_inverses_are_good_to_half_the_slack(precision):
    near, tiny = mpmath.mpf("0.5"), mpmath.ldexp(1, -149)
    with mpmath.mp.workprec(precision):
        found = [inverse_erf(MPMATH_KIT, v, precision) for v in (near, tiny)]
        far = inverse_erfc(MPMATH_KIT, tiny, precision)
    bound = mpmath.ldexp(1, SLACK_BITS - 1 - precision)
    with mpmath.mp.workprec(precision + 64):
        assert abs(found[0] - mpmath.erfinv(near)) <= bound
        for got, value in zip(found, (near, tiny), strict=True):
            assert abs(mpmath.erf(got) - value) <= bound * value
        assert abs(mpmath.erfc(far) - tiny) <= 400 * bound * tiny  # 2 y**2 = 200 amplifies errors


def test_a_forward_function_that_contradicts_the_result_is_reported():
    """The replaced erf has a jump, so no result of Newton's iteration can be right."""
    jumping = replace(MPMATH_KIT, erf=lambda y: mpmath.erf(y) + (1 if y > 0.3 else 0))
    with mpmath.mp.workprec(96), pytest.raises(OracleError, match="no inverse"):
        inverse_erf(jumping, mpmath.mpf("0.34375"), 96)


def test_the_precision_of_gmpy2_is_left_as_it_was():
    before = gmpy2.get_context().precision
    from samebits.oracles.ops.erfinv import ORACLE

    assert ORACLE.mpfr(gmpy2.mpfr("0.5")) > 0.47
    assert gmpy2.get_context().precision == before
