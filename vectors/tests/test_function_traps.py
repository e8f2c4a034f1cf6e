"""Test that the cases of functions detect common wrong formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from samebits.spec.catalog import function_landmarks, functions
from samebits.spec.formats import bits_of, canonicalize_nan, get_format
from samebits.vectors.case import ByValue
from samebits.vectors.reader import Vectors

Array = np.ndarray[Any, Any]


def wrong(vectors: Vectors, case_id: str, function: Callable[..., Array]) -> int:
    """Return the number of wrong results if a case is computed by a function in binary64."""
    case = vectors.case(case_id)
    (wanted,) = case.expected()
    assert isinstance(wanted, ByValue)
    form = get_format(case.call.outputs[0])
    with np.errstate(all="ignore"):
        found = function(*(x.astype(np.float64) for x in case.inputs()))
        got = canonicalize_nan(bits_of(np.asarray(found).astype(form.dtype)), form.name)
    return int(np.count_nonzero(got != wanted.bits))


PERIODIC = [op for op in functions() if function_landmarks(op).repeats == "radians"]
HALVING = [op for op in functions() if function_landmarks(op).halves]


@pytest.mark.parametrize("op", PERIODIC)
def test_R2_a_reduction_by_a_short_pi_is_caught(vectors: Vectors, op: str) -> None:
    function = getattr(np, op)
    assert wrong(vectors, f"{op}/f32/near-multiples", function) == 0
    short = wrong(
        vectors, f"{op}/f32/near-multiples", lambda x: function(np.remainder(x, 2 * np.pi))
    )
    assert short > 200


@pytest.mark.parametrize("op", ["exp", "exp2"])
def test_R1_flushed_results_are_caught(vectors: Vectors, op: str) -> None:
    def flushed(x: Array) -> Array:
        y = getattr(np, op)(x)
        return np.where(np.abs(y) < 2.0**-126, np.copysign(0, y), y)

    assert wrong(vectors, f"{op}/f32/borders", flushed) > 5


@pytest.mark.parametrize("op", ["exp", "sinh"])
def test_R1_early_infinite_results_are_caught(vectors: Vectors, op: str) -> None:
    function = getattr(np, op)

    def early(x: Array) -> Array:
        y = function(x)
        return np.where(np.abs(y) > 2.0**127.9999, np.copysign(np.inf, y), y)

    assert wrong(vectors, f"{op}/f32/borders", function) == 0
    assert wrong(vectors, f"{op}/f32/borders", early) >= 2


@pytest.mark.parametrize("op", ["elu", "leaky_relu"])
def test_R4_an_attribute_that_is_ignored_or_not_rounded_is_caught(
    vectors: Vectors, op: str
) -> None:
    def with_value(a: float) -> Callable[[Array], Array]:
        return lambda x: np.where(x > 0, x, a * (np.expm1(x) if op == "elu" else x))

    name = "alpha" if op == "elu" else "negative_slope"
    case_id = f"{op}/f32/{name}=0.3/exponents"
    assert wrong(vectors, case_id, with_value(float(np.float32(0.3)))) == 0
    assert wrong(vectors, case_id, with_value(0.3)) > 5
    assert wrong(vectors, case_id, with_value(1.0)) > 100


def test_R2_a_hypotenuse_in_the_format_itself_is_caught(vectors: Vectors) -> None:
    def narrow(x: Array, y: Array) -> Array:
        a, b = x.astype(np.float32), y.astype(np.float32)
        return np.sqrt(a * a + b * b)

    assert wrong(vectors, "hypot/f32/ties", np.hypot) == 0
    assert wrong(vectors, "hypot/f32/overflow", narrow) > 20
    assert wrong(vectors, "hypot/f32/subnormal-lengths", narrow) > 20


def test_R2_a_power_by_logarithm_is_caught(vectors: Vectors) -> None:
    def by_logarithm(x: Array, y: Array) -> Array:
        a, b = x.astype(np.float32), y.astype(np.float32)
        return np.exp(b * np.log(np.abs(a)))

    for group in ("exact", "ties", "borders", "near-one", "subnormal-ties"):
        assert wrong(vectors, f"pow/f32/{group}", by_logarithm) > 10


def test_R2_logaddexp_by_the_usual_formula_cancels(vectors: Vectors) -> None:
    def narrow(x: Array, y: Array) -> Array:
        return np.logaddexp(x.astype(np.float32), y.astype(np.float32))

    assert wrong(vectors, "logaddexp/f32/cancellation", np.logaddexp) > 0
    assert wrong(vectors, "logaddexp/f32/cancellation", narrow) > 100


def test_R2_a_quotient_before_the_arc_tangent_is_caught(vectors: Vectors) -> None:
    def rounded_quotient(y: Array, x: Array) -> Array:
        return np.arctan(y.astype(np.float32) / x.astype(np.float32))

    assert wrong(vectors, "atan2/f32/tiny", np.arctan2) == 0
    assert wrong(vectors, "atan2/f32/octants", rounded_quotient) > 50


def test_R2_an_arc_tangent_in_binary64_is_caught(vectors: Vectors) -> None:
    assert wrong(vectors, "atan2/f32/hard-quotients", np.arctan2) > 1000


@pytest.mark.parametrize("op", HALVING)
def test_R2_ties_are_broken_by_the_second_term(vectors: Vectors, op: str) -> None:
    assert wrong(vectors, f"{op}/f32/ties", lambda x: x / 2) > 300


def test_S4_a_formula_for_log_gamma_that_loses_its_zeros_is_caught(vectors: Vectors) -> None:
    zeros = vectors.case("lgamma/f32/borders")
    assert zeros.input_shapes[0][0] > 60
    (wanted,) = vectors.case("lgamma/f32/exact").expected()
    assert isinstance(wanted, ByValue)
    assert 0 in wanted.bits.tolist()  # lgamma(1) and lgamma(2) are +0
    assert 0x7F800000 in wanted.bits.tolist()  # poles
