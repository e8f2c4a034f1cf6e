"""Test by exact arithmetic that the values of the stored hard pairs are next to a midpoint."""

from __future__ import annotations

from fractions import Fraction

import pytest

pytest.importorskip("mpmath")

import mpmath

from samebits.oracles.discovery import definition_of
from samebits.spec.catalog import functions
from samebits.spec.formats import get_format
from samebits.vectors.errors import VectorError
from samebits.vectors.plans.patterns import value_of
from samebits.vectors.search import pairs


@pytest.mark.parametrize("name", pairs.FORMATS)
@pytest.mark.parametrize("op", functions(operands=2))
def test_R2_hard_pairs_lie_beside_a_midpoint(op: str, name: str) -> None:
    form = get_format(name)
    found = pairs.hard_pairs(op, form)
    assert len(set(found)) == pairs.KEPT
    # The nearest of n pairs has a distance of about 1/n ulp. bf16 has only 2^20 pairs of ordinary
    # size.
    reach = {"f32": 2.0**-18, "f16": 2.0**-14, "bf16": 2.0**-10}[name]
    with mpmath.workprec(200):
        for a, b in found:
            x, y = (Fraction(value_of(p, form)) for p in (a, b))
            value = abs(definition_of(op).value(_exact(x), _exact(y)))
            exponent = int(mpmath.floor(mpmath.log(value, 2)))
            scaled = mpmath.ldexp(value, form.precision - 1 - exponent)
            gap = abs(scaled - mpmath.floor(scaled) - 0.5)
            assert 0 < gap < reach


def _exact(x: Fraction) -> object:
    return mpmath.mpf(x.numerator) / x.denominator


def test_an_op_that_was_not_searched_has_no_hard_pairs() -> None:
    assert pairs.hard_pairs("add", get_format("f32")) == []


def test_a_malformed_file_of_pairs_is_named(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "FOLDER", tmp_path)
    (pairs.FOLDER / "pow.json").write_text('{"method": "none", "f32": 3}')
    with pytest.raises(VectorError, match=r"pow\.json"):
        pairs.hard_pairs("pow", get_format("f32"))
