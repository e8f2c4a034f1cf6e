"""Test that the cases detect the mistakes for which they were made: wrong arithmetic must fail."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from samebits.backends.libraries.numpy_forms import Ufunc
from samebits.backends.libraries.peers import all_peers
from samebits.spec.catalog import all_ops, functions, landmarks_of
from samebits.spec.formats import bits_of, canonicalize_nan, get_format
from samebits.vectors.case import ByValue
from samebits.vectors.certificates import find_named
from samebits.vectors.reader import ROOM, Vectors

Array = np.ndarray[Any, Any]
BF16 = np.dtype(ml_dtypes.bfloat16)


def wrong(vectors: Vectors, case_id: str, function: Callable[..., Array]) -> int:
    """Return the number of wrong results if a NumPy function computes a case."""
    case = vectors.case(case_id)
    (wanted,) = case.expected()
    assert isinstance(wanted, ByValue)
    with np.errstate(all="ignore"):
        got = np.asarray(function(*case.inputs()))
    output = get_format(case.call.outputs[0])
    assert got.dtype == output.dtype
    bits = canonicalize_nan(bits_of(got), output.name)
    return int(np.count_nonzero(bits != wanted.bits))


def flush(x: Array) -> Array:
    """Return the array with subnormal numbers replaced by zeros of the same sign."""
    tiny = np.abs(x.astype(np.float64)) < 2.0 ** get_format("f32").emin
    return np.asarray(np.where(tiny, np.copysign(0, x).astype(x.dtype), x))


def numpy_function(op: str) -> Callable[..., Array]:
    """Return the NumPy function for an op."""
    found = all_peers()[op].numpy
    assert isinstance(found, Ufunc)
    return found.function


SUMS_TO_QUOTIENTS = ("sums", "differences", "products", "quotients")
ARITHMETIC = [
    op for op in all_ops() if getattr(landmarks_of(op), "traps", None) in SUMS_TO_QUOTIENTS
]


@pytest.mark.parametrize("op", ARITHMETIC)
@pytest.mark.parametrize("group", ["specials", "random", "exponents", "differences"])
def test_R1_numpy_is_right_in_binary32(vectors: Vectors, op: str, group: str) -> None:
    assert wrong(vectors, f"{op}/f32/{group}", numpy_function(op)) == 0


@pytest.mark.parametrize("case_id", ["add/f32/ties", "add/f32/sticky", "sub/f32/sticky"])
def test_R1_sums_rounded_toward_zero_or_half_up_are_caught(vectors: Vectors, case_id: str) -> None:
    sign = -1 if case_id.startswith("sub") else 1

    def truncated(a: Array, b: Array) -> Array:
        exact = a.astype(np.float64) + sign * b.astype(np.float64)
        rounded = exact.astype(np.float32)
        return np.where(
            np.abs(rounded) > np.abs(exact), np.nextafter(rounded, np.float32(0)), rounded
        )

    assert wrong(vectors, case_id, truncated) > 20


@pytest.mark.parametrize("case_id", ["mul/f32/subnormal-ties", "div/f32/subnormal-ties"])
def test_R1_rounding_before_and_after_underflow_is_caught(vectors: Vectors, case_id: str) -> None:
    function = np.multiply if case_id.startswith("mul") else np.divide

    def twice(a: Array, b: Array) -> Array:
        fraction, exponent = np.frexp(function(a.astype(np.float64), b.astype(np.float64)))
        return np.ldexp(fraction.astype(np.float32).astype(np.float64), exponent).astype(np.float32)

    assert wrong(vectors, case_id, twice) > 10


@pytest.mark.parametrize(
    ("form", "wide"),
    [("f32", np.float64), ("f16", np.float32), ("bf16", np.float32), ("bf16", np.float64)],
)
def test_R2_an_fma_by_way_of_a_wider_format_is_caught(
    vectors: Vectors, form: str, wide: type[np.floating[Any]]
) -> None:
    dtype = get_format(form).dtype

    def twice(a: Array, b: Array, c: Array) -> Array:
        return (a.astype(wide) * b.astype(wide) + c.astype(wide)).astype(dtype)

    assert wrong(vectors, f"fma/{form}/double-rounding", twice) > 20


@pytest.mark.parametrize("form", ["f64", "f32", "f16", "bf16"])
def test_R3_an_unfused_fma_is_caught(vectors: Vectors, form: str) -> None:
    def unfused(a: Array, b: Array, c: Array) -> Array:
        return a * b + c

    for group in ("cancellation", "double-rounding"):
        assert wrong(vectors, f"fma/{form}/{group}", unfused) > 20


@pytest.mark.parametrize(
    "case_id",
    ["add/f32/subnormal", "mul/f32/underflow", "mul/f32/subnormal-ties", "div/f32/subnormal-ties"],
)
def test_R1_flushed_results_are_caught(vectors: Vectors, case_id: str) -> None:
    function = numpy_function(case_id.split("/")[0])
    assert wrong(vectors, case_id, function) == 0
    assert wrong(vectors, case_id, lambda a, b: flush(function(a, b))) > 20
    if case_id.startswith("add"):
        assert wrong(vectors, case_id, lambda a, b: function(flush(a), flush(b))) > 50


@pytest.mark.parametrize("target", ["f16", "bf16"])
def test_R5_a_cast_from_f64_by_way_of_f32_is_caught(vectors: Vectors, target: str) -> None:
    dtype = get_format(target).dtype
    case_id = f"cast/f64_to_{target}/double-rounding"
    assert wrong(vectors, case_id, lambda x: x.astype(np.float32).astype(dtype)) > 100


def test_R5_truncation_of_bits_is_caught_in_casts(vectors: Vectors) -> None:
    def chopped(x: Array) -> Array:
        return (bits_of(x) >> np.uint32(16)).astype(np.uint16).view(BF16)

    assert wrong(vectors, "cast/f32_to_bf16/ties", chopped) > 1000


@pytest.mark.parametrize("op", ["minimum", "maximum"])
def test_S3_extremes_that_ignore_nan_or_the_sign_of_zero_are_caught(
    vectors: Vectors, op: str
) -> None:
    ignoring = {"minimum": np.fmin, "maximum": np.fmax}[op]

    def by_comparison(a: Array, b: Array) -> Array:
        first = a < b if op == "minimum" else a > b
        return np.where(np.isnan(a) | np.isnan(b), np.float32(np.nan), np.where(first, a, b))

    assert wrong(vectors, f"{op}/f32/specials", ignoring) > 100
    assert wrong(vectors, f"{op}/f32/specials", by_comparison) >= 1


def test_S2_negation_by_subtraction_is_caught(vectors: Vectors) -> None:
    case = vectors.case("neg/f32/payloads")
    (wanted,) = case.expected()
    assert isinstance(wanted, ByValue)
    with np.errstate(all="ignore"):
        got = bits_of(np.float32(0) - case.inputs()[0])
    assert np.count_nonzero(got != wanted.bits) > 50


PROOFS = {op: find_named(ROOM, op, "f32") for op in functions()}


@pytest.mark.parametrize("op", [op for op, proof in PROOFS.items() if proof and proof.hardest])
def test_R2_the_hardest_operands_lie_beside_a_boundary(vectors: Vectors, op: str) -> None:
    case = vectors.case(f"{op}/f32/hard")
    assert case.input_shapes[0][0] >= 190


@pytest.mark.parametrize("form", ["f64", "f32"])
def test_R2_hard_square_roots_lie_beside_a_midpoint(vectors: Vectors, form: str) -> None:
    case = vectors.case(f"sqrt/{form}/hard")
    assert wrong(vectors, case.id, np.sqrt) == 0
    p = get_format(form).precision
    (x,) = case.inputs()
    for value in x[:40].tolist():
        numerator, denominator = value.as_integer_ratio()
        # In floor(sqrt) with p + 12 bits, the bits after bit p are 1000... or 0111...
        shift = 2 * (p + 60)
        scaled = numerator * (1 << (shift + 2000)) // denominator
        root = math.isqrt(scaled)
        tail = (root >> (root.bit_length() - p - 12)) & 0xFFF
        assert tail in (0x800, 0x7FF)


@pytest.mark.parametrize(
    ("op", "low", "high"),
    [
        ("exp", 0, 0x7F800000), ("sigmoid", 0, 0x3F800000),
        ("tanh", 0x3F7FFFFF, 0x3F800000), ("erf", 0x3F7FFFFF, 0x3F800000),
        ("silu", 0x80000000, 0x80000001), ("gelu", 0x80000000, 0x80000001),
    ],
)  # fmt: skip
def test_R2_both_sides_of_a_threshold_are_asked(
    vectors: Vectors, op: str, low: int, high: int
) -> None:
    (wanted,) = vectors.case(f"{op}/f32/thresholds").expected()
    assert isinstance(wanted, ByValue)
    found = set(wanted.bits.tolist())
    assert {low, high} <= found
