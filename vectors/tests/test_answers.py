"""Test the routes to the expected results: the fast routes must agree with the exact oracles."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("flint")

from samebits import oracles
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.formats import FORMATS, bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.vectors.answers import ARGUED, ArithmeticRoute, answer_one, route_for
from samebits.vectors.domain import domain_of
from samebits.vectors.errors import VectorError

OPS = [op for op in all_ops() if getattr(landmarks_of(op), "traps", None) in ARGUED]


@pytest.mark.parametrize("name", ["f16", "bf16"])
@pytest.mark.parametrize("op", OPS)
def test_R1_all_pairs_of_a_16_bit_format_are_answered_by_arithmetic(op: str, name: str) -> None:
    call = Call(op, 1, (name, name), (name,))
    assert isinstance(route_for(call), ArithmeticRoute)
    draw = np.random.default_rng(3)
    for first in (0x00010000, 0x3C00_3C00, 0x7BFF_0000, 0x8001_8000):
        fast = ArithmeticRoute().answer(call, first, 300).bits
        operands = domain_of(call).operands(first, 300)
        assert np.array_equal(fast, bits_of(oracles.evaluate(call, operands)[0]))
    a, b = (from_bits(draw.integers(0, 1 << 16, 3000, np.uint16), name) for _ in "ab")
    exact = bits_of(oracles.evaluate(call, [a, b])[0])
    assert np.array_equal(ArithmeticRoute().of(call, [a, b]), exact)


@pytest.mark.parametrize("saturate", [True, False])
@pytest.mark.parametrize("output", [n for n, f in FORMATS.items() if f.bits < 32 or n == "f32"])
@pytest.mark.parametrize("name", ["i32", "u32"])
def test_R5_casts_of_32_bit_integers_that_lose_something_are_answered_by_arithmetic(
    name: str, output: str, saturate: bool
) -> None:
    call = get_op("cast").call((name,), (output,), saturate=saturate)
    assert isinstance(route_for(call), ArithmeticRoute)
    ends = (0, 1, 2048, 1 << 24, 0x7F7F_8000, 0x7FFF_FFFF, 0x8000_0000, 0xFF00_0000, (1 << 32) - 1)
    near = np.add.outer(np.array(ends), np.arange(-20, 21)).ravel() % (1 << 32)
    drawn = np.random.default_rng(4).integers(0, 1 << 32, 1000) >> np.arange(1000) % 32
    bits = np.concatenate([near, drawn]).astype(np.uint32)
    x = from_bits(bits, name)
    exact = bits_of(oracles.evaluate(call, [x])[0])
    assert np.array_equal(ArithmeticRoute().of(call, [x]), exact)


def test_an_answer_in_parts_is_the_answer() -> None:
    call, first, count = Call("add", 1, ("f16", "f16"), ("f16",)), 0x3C00_FF00, (1 << 17) + 5
    whole = ArithmeticRoute().of(call, domain_of(call).operands(first, count))
    assert np.array_equal(ArithmeticRoute().answer(call, first, count).bits, whole)


def test_R2_one_input_is_answered_by_every_opinion() -> None:
    call = Call("exp", 1, ("f32",), ("f32",))
    x = from_bits(np.array([0xC16912CD], np.uint32), "f32")
    assert np.array_equal(answer_one(call, [x]), bits_of(oracles.evaluate(call, [x])[0]))


def test_what_no_oracle_knows_is_refused() -> None:
    with pytest.raises(VectorError, match=r"no oracle here decides all inputs of neg\[u32\]"):
        route_for(Call("neg", 1, ("u32",), ("u32",)))
