"""Lowerings of comparisons, logic, choices and casts return the bits of the specification's ops."""

import math

import numpy as np
import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import (
    FLOATS,
    array,
    assert_bits,
    check,
    layouts,
    name_of,
    spec,
    tensor,
    values,
    without_memory,
)

RELATIONS = ("eq", "ne", "lt", "le", "gt", "ge")


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", RELATIONS)
def test_S3_comparisons(name, dtype):
    check(getattr(torch, name), lambda a, b: spec(name, a, b), layouts(dtype, 2))
    compute = "f64" if dtype is torch.float64 else "f32"
    for number in (0.1, 0, -0.0, math.nan, 2.5):
        x = values(dtype, (9, 5), 2)
        wide = spec("cast", array(x), to=compute)
        other = spec("cast", np.float64(number), to=compute)
        assert_bits(getattr(torch, name)(x, number), spec(name, wide, other))
    place = values(dtype, (9,), 1)
    wanted = spec("cast", spec(name, array(place), array(place[0])), to=name_of(dtype))
    assert_bits(getattr(place, f"{name}_")(place[0].clone()), wanted)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", ["logical_and", "logical_or", "logical_xor"])
def test_logic_takes_what_is_not_zero_as_true(name, dtype):
    op = "ne" if name == "logical_xor" else name

    def expected(a, b):
        return spec(op, spec("cast", a, to="bool"), spec("cast", b, to="bool"))

    check(getattr(torch, name), expected, layouts(dtype, 2))
    check(
        torch.logical_not,
        lambda a: spec("logical_not", spec("cast", a, to="bool")),
        layouts(dtype, 1),
    )
    assert getattr(torch, name)(torch.tensor([1, 0]), torch.tensor([1, 1])).tolist() == (
        getattr(np, name)([1, 0], [1, 1]).tolist()
    )


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_choices_keep_bits_and_convert_what_has_another_dtype(dtype):
    condition = torch.tensor([True, False, True])
    a, b = values(dtype, (4, 3), 1), values(dtype, (4, 3), 2)
    wanted = spec("where", array(condition), array(a), array(b))
    assert_bits(torch.where(condition, a, b), wanted)
    other = values(torch.float32, (4, 3), 3)
    plain = torch.where(*(without_memory(x) for x in (condition, a, other)))
    form = name_of(plain.dtype)
    x, y = (spec("cast", array(v), to=form) for v in (a, other))
    assert_bits(torch.where(condition, a, other), spec("where", array(condition), x, y))
    whole = torch.arange(12).reshape(4, 3)
    y = spec("cast", array(whole), to=name_of(dtype))
    assert_bits(torch.where(condition, a, whole), spec("where", array(condition), array(a), y))
    compute = spec("cast", np.float64(0.1), to="f64" if dtype is torch.float64 else "f32")
    number = spec("cast", compute, to=name_of(dtype))
    wanted = spec("where", array(condition), array(a), number)
    assert_bits(torch.where(condition, a, 0.1), wanted)
    assert torch.equal(torch.where(condition, whole, 0), whole * condition)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_numbers_in_the_place_of_nan_and_infinities(dtype):
    x = values(dtype, (60,), 1)
    kept = ~(x.isnan() | x.isinf())
    for given in ((), (0.1, 7.0, -7.0)):
        got = torch.nan_to_num(x, *given)
        assert torch.equal(got[kept], x[kept])
        limits = torch.finfo(dtype)
        nan, high, low = given or (0.0, limits.max, limits.min)
        form = "f64" if dtype is torch.float64 else "f32"
        for place, number in ((x.isnan(), nan), (x.isposinf(), high), (x.isneginf(), low)):
            stored = spec("cast", spec("cast", np.float64(number), to=form), to=name_of(dtype))
            assert_bits(got[place], np.broadcast_to(stored, int(place.sum())))
    assert torch.nan_to_num(torch.arange(3)).tolist() == [0, 1, 2]


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_heaviside_and_isclose(dtype):
    def heaviside(x, y):
        zero = np.array(0, x.dtype)
        step = spec("cast", spec("gt", x, zero), to=name_of(dtype))
        return spec("where", spec("eq", x, zero), y, step)

    check(torch.heaviside, heaviside, layouts(dtype, 2))
    a = values(dtype, (40,), 1, low=0.5)
    assert torch.isclose(a, a).all()
    assert not torch.isclose(a, a + 1).any()


EIGHT_BITS = (torch.float8_e4m3fn, torch.float8_e5m2)
ALL = (
    *FLOATS,
    *EIGHT_BITS,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.int8,
    torch.uint8,
    torch.bool,
)


@pytest.mark.parametrize("source", ALL, ids=str)
@pytest.mark.parametrize("target", ALL, ids=str)
def test_R5_conversions_round_the_source_once(source, target):
    for what, (x,) in layouts(torch.float64, 1):
        x = tensor(spec("cast", array(x) * 100, to=name_of(source))) if what == "plain" else x
        if what not in ("plain", "transposed", "empty", "rank 0"):
            continue
        wanted = spec("cast", array(x), to=name_of(target))
        assert_bits(x.to(target), wanted, what)
        assert x.to(target).stride() == without_memory(x).to(target).stride()
        place = torch.empty(x.shape, dtype=target)
        assert place.copy_(x) is place
        assert_bits(place, wanted, what)


def test_R5_binary64_to_bfloat16_does_not_pass_binary32():
    x = torch.tensor([1 + 2**-8 + 2**-40, 1 + 2**-11 + 2**-40], dtype=torch.float64)
    assert_bits(x.to(torch.bfloat16), spec("cast", array(x), to="bf16"))
    assert x.to(torch.bfloat16)[0] == 1 + 2**-7
    assert x.to(torch.float16)[1] == 1 + 2**-10


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_what_is_stored_in_a_tensor_is_rounded_to_its_format(dtype):
    x = torch.zeros(3, dtype=dtype)
    one = torch.tensor(1.00390625 + 2**-40, dtype=torch.float64)
    wanted = spec("cast", array(one), to=name_of(dtype))
    assert_bits(x.clone().fill_(one), np.broadcast_to(wanted, 3))
    mask = torch.tensor([True, False, True])
    got = x.clone().masked_fill_(mask, one)
    assert_bits(got[mask], np.broadcast_to(wanted, 2))
    assert got[1] == 0
    number = spec("cast", np.float64(0.1), to="f64" if dtype is torch.float64 else "f32")
    number = np.broadcast_to(spec("cast", number, to=name_of(dtype)), 3)
    assert_bits(x.clone().fill_(0.1), number)
    assert_bits(torch.full((3,), 0.1, dtype=dtype), number)
    place = x.clone()
    place[:] = 0.1
    assert_bits(place, number)
    assert_bits(x.clone().fill_(0.1).zero_(), np.zeros(3, number.dtype))


def test_conversions_of_complex_numbers_are_refused():
    x = torch.ones(3)
    with pytest.raises(NoCanonicalDefinition, match="complex"):
        x.to(torch.complex64)
