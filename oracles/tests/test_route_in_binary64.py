"""Test the NumPy route in binary64: the filter agrees with the integers, or lets them decide."""

from __future__ import annotations

import random

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.oracles.hard_in_binary64 import HARD, numbers
from samebits.oracles.numpy_route import binary64_route as binary64
from samebits.oracles.tests.correctly_rounded_operands import Row, bits, rows
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.math_table import FUNCTIONS


@pytest.fixture(autouse=True)
def _asked_anew():
    binary64._is_believed.cache_clear()
    yield
    binary64._is_believed.cache_clear()


def route(name: str, asked: list[Row]) -> list[int]:
    """Return the route's results for rows of operands, with the attributes of the first row."""
    op = get_op(name)
    count = len(op.operands)
    values = np.array(asked[0][count:], np.uint64).view(np.float64).tolist()
    attributes = {a.name: v for a, v in zip(op.attributes, values, strict=True)}
    columns = [
        from_bits(np.array([row[i] for row in asked], np.uint64), "f64") for i in range(count)
    ]
    call = op.call(("f64",) * count, **attributes)
    assert numpy_route.supports(call)
    assert numpy_route.has_route(name, "f64")
    found: list[int] = bits_of(numpy_route.evaluate(call, columns)[0]).tolist()
    return found


def asked_of(name: str, number: int) -> list[Row]:
    """Return the rows that have the same attributes as the first row."""
    every, count = rows(name, FUNCTIONS[name], number), len(get_op(name).operands)
    given = every[0][count:]
    return [row for row in every if row[count:] == given]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_route_has_the_bits_of_the_integers(name):
    asked = random.Random(name).sample(asked_of(name, 400), 400)
    assert route(name, asked) == [FUNCTIONS[name](*row) for row in asked]


@pytest.mark.parametrize("row", HARD, ids=lambda row: row[0])
def test_the_route_has_them_where_a_function_is_hard_to_round(row):
    name, *texts = row
    asked = [tuple(map(bits, numbers(text))) for text in texts]
    assert route(name, asked) == [FUNCTIONS[name](*row) for row in asked]


@pytest.mark.parametrize("name", binary64.NEAR)
def test_a_filter_decides_nearly_all_everyday_operands(name):
    if not binary64._is_believed(name):
        pytest.skip("no long double of 64 bits here")
    rng, op = np.random.default_rng(7), get_op(name)
    given = rng.uniform(0.05, 0.95, (4000, len(op.operands))) + (name == "acosh")
    attributes = [np.float64(a.default) for a in op.attributes]
    found, is_open = binary64._filtered(binary64.NEAR[name], given.view(np.uint64), attributes)
    assert is_open.mean() < 0.2
    for place in np.flatnonzero(~is_open)[:300]:
        row = given[place].view(np.uint64).tolist()
        row += [int(a.view(np.uint64)) for a in attributes]
        assert int(found[place]) == FUNCTIONS[name](*row)


@pytest.mark.parametrize("wrong", [2.0**-40, 2.0**-52, -(2.0**-55)])
def test_a_filter_that_is_off_is_not_used(wrong, monkeypatch):
    def off(x):
        value = np.exp(x) * (1 + np.longdouble(wrong))
        return value, value

    monkeypatch.setattr(binary64, "NEAR", {**binary64.NEAR, "exp": off})
    assert not binary64._is_believed("exp")
    asked = asked_of("exp", 100)
    assert route("exp", asked) == [FUNCTIONS["exp"](*row) for row in asked]


def test_a_long_double_that_is_a_double_is_not_believed(monkeypatch):
    monkeypatch.setattr(binary64.np, "longdouble", np.float64)
    assert not any(map(binary64._is_believed, FUNCTIONS))
    asked = asked_of("tanh", 100)
    assert route("tanh", asked) == [FUNCTIONS["tanh"](*row) for row in asked]


def test_every_function_of_the_profile_math_has_a_route_in_binary64():
    for name, op in all_ops().items():
        if op.profile == "math":
            assert numpy_route.has_route(name, "f64")
    assert not numpy_route.has_route("exp", "f32")
    assert numpy_route.has_route("pow", "f32")
