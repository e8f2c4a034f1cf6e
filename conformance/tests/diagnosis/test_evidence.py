"""Tests of the number of terms of an output, and of its value before rounding."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.diagnosis.scalar import before_rounding
from samebits.conformance.diagnosis.wrong_elements import terms_per_output
from samebits.conformance.tests.made import normal
from samebits.spec.catalog import get_op

F32 = np.float32


@pytest.mark.parametrize(
    ("op", "shapes", "terms"),
    [
        ("matmul", ((3, 7), (7, 5)), 7),
        ("dot", ((9,), (9,)), 9),
        ("outer", ((6,), (5,)), 1),
        ("sum", ((4, 6),), 24),
        ("mul", ((8,), (8,)), 1),
    ],
)
def test_the_terms_of_an_output_are_those_it_depends_on(
    op: str, shapes: Sequence[tuple[int, ...]], terms: int
) -> None:
    call = get_op(op).call(["f32"] * len(shapes))
    assert terms_per_output(call, [normal(s) for s in shapes]) == terms


def test_a_quotient_before_its_rounding_is_exact_where_it_can_be() -> None:
    call = get_op("div").call(["f32", "f32"])
    x = [np.array([6, -6, 5, 7], F32), np.array([2, 3, -4, -7], F32)]
    value = before_rounding(call, x)
    assert value is not None
    assert value.tolist() == [3, -2, -1.25, -1]


def test_a_logarithm_of_zero_is_minus_infinity_before_its_rounding() -> None:
    call = get_op("log").call(["f32"])
    value = before_rounding(call, [np.array([0, -0.0, 1, -1], F32)])
    assert value is not None
    assert value[:3].tolist() == [-math.inf, -math.inf, 0]
    assert math.isnan(value[3])
