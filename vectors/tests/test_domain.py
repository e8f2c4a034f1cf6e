"""Test the order of a call's inputs, and errors for calls with too many inputs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.vectors.domain import BLOCK, Feed, call_of, domain_of, exhaustible_calls
from samebits.vectors.errors import VectorError

F16_PAIRS = Call("add", 1, ("f16", "f16"), ("f16",))
F32 = Call("neg", 1, ("f32",), ("f32",))


def test_an_input_of_one_operand_is_its_pattern() -> None:
    domain = domain_of(F32)
    assert (domain.inputs, domain.blocks) == (1 << 32, 4096)
    (x,) = domain.operands(0xFFFFFFF0, 16)
    assert bits_of(x).tolist() == list(range(0xFFFFFFF0, 1 << 32))
    assert domain.element(0x3F800000) == "3f800000"


def test_an_input_of_two_operands_has_the_first_one_highest() -> None:
    domain = domain_of(F16_PAIRS)
    assert (domain.inputs, domain.blocks) == (1 << 32, 4096)
    a, b = domain.operands(0x3C00FFFE, 4)
    assert bits_of(a).tolist() == [0x3C00, 0x3C00, 0x3C01, 0x3C01]
    assert bits_of(b).tolist() == [0xFFFE, 0xFFFF, 0, 1]
    assert domain.element(0x3C00FFFE) == "3c00-fffe"


@given(st.integers(0, (1 << 32) - 1))
def test_an_element_names_its_input(index: int) -> None:
    domain = domain_of(F16_PAIRS)
    assert domain.index(domain.element(index)) == index
    high, low = domain.patterns(index)
    assert high << 16 | low == index


def test_a_small_format_is_one_short_block() -> None:
    domain = domain_of(Call("neg", 1, ("f16",), ("f16",)))
    assert (domain.inputs, domain.blocks, domain.span(0)) == (1 << 16, 1, (0, 1 << 16))


def test_a_feed_gives_every_block_in_the_same_read_only_buffers() -> None:
    feed = Feed(domain_of(F16_PAIRS))
    for first in (0, 7 * BLOCK, (1 << 32) - BLOCK):
        a, b = feed.at(first, BLOCK)
        index = bits_of(a).astype(np.uint64) << np.uint64(16) | bits_of(b)
        assert int(index[0]) == first
        assert np.array_equal(index, first + np.arange(BLOCK, dtype=np.uint64))
        assert not a.flags.writeable


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (Call("add", 1, ("f32", "f32"), ("f32",)), "2.64 inputs; at most 2.32"),
        (Call("where", 1, ("bool", "f16", "f16"), ("f16",)), "condition"),
        (Call("sum", 1, ("f16",), ("f16",)), "is not elementwise"),
    ],
)
def test_what_cannot_be_exhausted_is_refused_in_one_line(call: Call, message: str) -> None:
    with pytest.raises(VectorError, match=message):
        domain_of(call)


def test_an_element_of_the_wrong_width_is_refused() -> None:
    with pytest.raises(VectorError, match="4 and 4 hex digits"):
        domain_of(F16_PAIRS).index("3c00")


def test_a_call_is_found_by_its_label() -> None:
    assert call_of("neg", "f32", {}) == F32
    with pytest.raises(VectorError, match="known: f64"):
        call_of("neg", "f7", {})
    with pytest.raises(SpecError, match="unknown attribute"):
        call_of("neg", "f32", {"alpha": 1})


def test_R5_casts_are_exhausted_without_saturation_too_where_that_matters() -> None:
    found = [call for label, call in exhaustible_calls("cast") if label == "f32_to_f8e4m3fn"]
    assert [call.attributes["saturate"] for call in found] == [True, False]
    others = [call for label, call in exhaustible_calls("cast") if label == "f32_to_f8e5m2"]
    assert len(others) == 1
    named = [call for _, call in exhaustible_calls("cast", {"saturate": False})]
    assert {call.attributes["saturate"] for call in named} == {False}
