"""Draws (D1 to D3) are pure functions of seed, stream and index. A generator counts streams."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import samebits.numpy as snp
from samebits.numpy.generator import drawing
from samebits.spec.errors import SpecError
from samebits.spec.families.draws import words_of
from samebits.spec.formats import bits_of

SEED = 0x0123456789ABCDEF
MORE = {
    "bernoulli": {"p": 0.3},
    "randint": {"low": -5, "high": 1000},
}
PLACED = ("bernoulli", "draw_bits", "exponential", "normal", "randint", "uniform")


def test_D2_9_check_values_of_the_text() -> None:
    found = snp.random.draw_bits(6, seed=SEED, stream=1)
    assert [f"{v:08x}" for v in found[:3]] == ["fa9dff5e", "6c10844b", "6979c717"]
    found = snp.random.draw_bits((2, 3), seed=SEED, stream=1, whole=(4, 7), at=(1, 2))
    assert [f"{v:08x}" for v in found.flat[:3]] == ["557f46d7", "d74744ad", "fd99b312"]
    uniform = snp.random.uniform(6, seed=SEED, stream=1)
    assert [f"{v:08x}" for v in bits_of(uniform)[:3]] == ["3f7a9dff", "3ed82108", "3ed2f38e"]
    found = snp.random.uniform(6, seed=SEED, stream=1, dtype=snp.bfloat16)
    assert [f"{v:04x}" for v in bits_of(found)] == ["3f7a", "3ed8", "3ed2", "3ca0", "3f71", "3f0e"]
    normal = snp.random.normal(6, seed=SEED, stream=1)
    assert [f"{v:08x}" for v in bits_of(normal)[:3]] == ["40021c8c", "be492b80", "be63b3f4"]
    found = snp.random.bernoulli(6, 0.3, seed=SEED, stream=1)
    assert found.tolist() == [False, False, False, True, False, False]
    found = snp.random.randint(6, 1000, seed=SEED, stream=1, low=-5)
    assert found.tolist() == [0x1A3, 0x10, 0x22A, 0xBC, 0x14A, 0x3DE]


@settings(max_examples=25, deadline=None)
@given(st.data())
@pytest.mark.parametrize("name", PLACED)
def test_D2_2_any_slice_drawn_alone_is_that_of_the_whole(name: str, data: st.DataObject) -> None:
    whole = tuple(data.draw(st.lists(st.integers(1, 7), min_size=1, max_size=3)))
    at = tuple(data.draw(st.integers(0, n - 1)) for n in whole)
    shape = tuple(data.draw(st.integers(0, n - a)) for n, a in zip(whole, at, strict=True))
    draw, more = getattr(snp.random, name), MORE.get(name, {})
    seed, stream = (data.draw(st.integers(0, 2**64 - 1)) for _ in range(2))
    everything = draw(whole, seed=seed, stream=stream, **more)
    part = draw(shape, seed=seed, stream=stream, whole=whole, at=at, **more)
    cut = everything[tuple(slice(a, a + n) for a, n in zip(at, shape, strict=True))]
    assert np.array_equal(bits_of(part), bits_of(cut))


def test_D3_dropout_of_a_part_is_that_of_the_whole() -> None:
    x = np.arange(1, 25, dtype=np.float32).reshape(4, 6)
    whole = snp.random.dropout(x, 0.5, seed=3, stream=9)
    part = snp.random.dropout(x[1:3, 2:], 0.5, seed=3, stream=9, whole=(4, 6), at=(1, 2))
    assert np.array_equal(part, whole[1:3, 2:])
    assert set(np.unique(whole / x)) == {0.0, 2.0}


def test_a_draw_depends_on_its_arguments_alone() -> None:
    one = snp.random.permutation(100, seed=4)
    snp.random.uniform(10, seed=1)
    assert np.array_equal(one, snp.random.permutation(100, seed=4))
    assert sorted(one.tolist()) == list(range(100))
    assert not np.array_equal(one, snp.random.permutation(100, seed=4, stream=1))
    weights = np.float32([[0, 1, 0], [3, 0, 0]])
    found = snp.random.multinomial(weights, 4, seed=1, replacement=True)
    assert found.tolist() == [[1] * 4, [0] * 4]


def test_a_generator_takes_one_stream_for_each_draw() -> None:
    g = snp.random.Generator(SEED, 2**64 - 2)
    for stream in (2**64 - 2, 2**64 - 1, 0, 1):
        found = g.normal((2, 3))
        wanted = snp.random.normal((2, 3), seed=SEED, stream=stream)
        assert np.array_equal(bits_of(found), bits_of(wanted))
    assert g.state == {"seed": SEED, "stream": 2}
    x = np.ones(8, np.float32)
    assert np.array_equal(g.dropout(x, 0.5), snp.random.dropout(x, 0.5, seed=SEED, stream=2))
    assert g.stream == 3


def test_a_generator_goes_on_from_its_state() -> None:
    g = snp.random.Generator(7)
    g.uniform(3)
    state = g.state
    copies = [snp.random.Generator(**state), pickle.loads(pickle.dumps(g))]
    other = snp.random.Generator(0)
    other.state = state
    copies.append(other)
    assert copies == [g, g, g]
    wanted = g.uniform(5)
    assert all(np.array_equal(copy.uniform(5), wanted) for copy in copies)
    assert repr(g) == "Generator(7, 2)"
    with pytest.raises(SpecError, match="the keys must be seed and stream"):
        g.state = {"seed": 1}
    with pytest.raises(SpecError, match="stream=-1"):
        g.state = {"seed": 1, "stream": -1}
    assert g.state == {"seed": 7, "stream": 2}


def test_a_refused_draw_takes_no_stream() -> None:
    g = snp.random.Generator(7)
    with pytest.raises(SpecError):
        g.uniform((2,), whole=(1,))
    with pytest.raises(SpecError, match="a generator has its own seed"):
        g.uniform(2, seed=1)
    assert g.stream == 0
    with pytest.raises(AttributeError, match="it draws bernoulli, "):
        g.gamma(2)
    assert {*drawing()} <= {*dir(g)}


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, True, "1"])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    with pytest.raises(SpecError, match="seed="):
        snp.random.uniform(2, seed=seed)
    with pytest.raises(SpecError, match="seed="):
        snp.random.Generator(seed)


def test_D2_1_a_seed_is_its_two_words() -> None:
    assert words_of(SEED) == (0x89ABCDEF, 0x01234567)
    assert np.array_equal(
        snp.random.draw_bits(4, seed=np.int64(5)), snp.random.draw_bits(4, seed=5, stream=0)
    )


def test_a_seed_is_wanted() -> None:
    with pytest.raises(TypeError, match="seed"):
        snp.random.uniform(2)
