"""The argument `out`: its exact shape and format, no partial writes, and overlapping operands."""

from __future__ import annotations

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.backends.executor import is_poison, poisoned
from samebits.numpy.functions import has_dtype
from samebits.numpy.tests.every import asked, calls, function, operands
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, format_of

X = np.linspace(-2, 2, 12, dtype=np.float32).reshape(3, 4)


@pytest.mark.parametrize("name", all_ops())
def test_every_function_writes_to_out_and_returns_it(name: str) -> None:
    op = get_op(name)
    call = next(calls(op))
    positional, named = asked(call, operands(call))
    wanted = function(op)(*positional, **named)
    several = isinstance(wanted, tuple)
    places = [poisoned(y.shape, format_of(y).name) for y in (wanted if several else [wanted])]
    found = function(op)(*positional, **named, out=tuple(places) if several else places[0])
    for place, mine, other in zip(
        places, found if several else [found], wanted if several else [wanted], strict=True
    ):
        assert mine is place
        assert np.array_equal(bits_of(place), bits_of(other))


def test_out_may_be_an_operand_and_a_part_of_one() -> None:
    wanted = snp.softmax(X)
    x = X.copy()
    assert snp.softmax(x, out=x) is x
    assert np.array_equal(bits_of(x), bits_of(wanted))
    long = np.arange(10, dtype=np.float32)
    snp.add(long[:-1], long[1:], out=long[1:])
    assert np.array_equal(long, [0, 1, 3, 5, 7, 9, 11, 13, 15, 17])
    square = np.arange(9, dtype=np.float32).reshape(3, 3)
    copy = square.copy()
    snp.exp(square.T, out=square)
    assert np.array_equal(bits_of(square), bits_of(snp.exp(copy.T)))
    y = X.astype(snp.bfloat16)
    wanted = snp.maximum(y, 0.3)
    assert snp.maximum(y, 0.3, out=y) is y
    assert np.array_equal(bits_of(y), bits_of(wanted))


def test_out_may_have_any_strides() -> None:
    place = np.zeros((4, 6), np.float32)[:, ::2].T
    assert snp.exp(X, out=place) is place
    assert np.array_equal(bits_of(place), bits_of(snp.exp(X)))
    product = np.zeros((3, 8), np.float32)[:, ::2]
    vector = np.zeros(3, np.float32)
    b = np.ones((4, 4), np.float32)
    assert snp.matmul(X, b, out=product) is product
    assert np.array_equal(bits_of(product), bits_of(snp.matmul(X, b)))
    assert snp.matmul(X, b[0], out=vector) is vector
    assert np.array_equal(bits_of(vector), bits_of(snp.matmul(X, b[0])))


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (
            np.zeros((3, 4)),
            "out is a float64 array of shape .*, but must be a float32 array of shape",
        ),
        (
            np.zeros((4, 3), np.float32),
            r"\(4, 3\), but must be a float32 array of shape \(3, 4",
        ),
        (np.zeros((1, 3, 4), np.float32), "out is a float32 array of shape"),
        ([[0.0] * 4] * 3, "out has 3 items, but must have 1"),
        (np.ma.zeros((3, 4), np.float32), "out is a MaskedArray"),
        (np.broadcast_to(np.float32(0), (3, 4)), "read-only"),
        ((np.zeros((3, 4), np.float32),) * 2, "out has 2 items, but must have 1"),
    ],
)
def test_another_out_is_refused(place: object, says: str) -> None:
    for function_ in (snp.exp, lambda x, out: snp.maximum(x.astype(np.float32), 0.5, out=out)):
        with pytest.raises(SpecError, match=says):
            function_(X, out=place)


def test_places_that_overlap_are_refused() -> None:
    one, mean = np.zeros((3, 4), np.float32), np.zeros(3, np.float32)
    with pytest.raises(SpecError, match="arrays of out overlap"):
        snp.layer_norm(X, out=(one, mean, mean))
    with pytest.raises(SpecError, match="out is a float32 array"):
        snp.topk(X, 4, out=(one, one.copy()))
    strided = np.lib.stride_tricks.as_strided(np.zeros(9, np.float32), (3, 4), (8, 4))
    with pytest.raises(SpecError, match="elements of out share memory"):
        snp.exp(X, out=strided)
    apart = np.lib.stride_tricks.as_strided(np.zeros(24, np.float32), (3, 4), (32, 8))
    assert np.array_equal(bits_of(snp.exp(X, out=apart)), bits_of(snp.exp(X)))


def test_C2_1_a_refused_call_writes_nothing() -> None:
    place = poisoned((2, 4), "f32")
    with pytest.raises(SpecError, match="index"):
        snp.take(X, np.array([0, 3]), axis=0, out=place)
    assert is_poison(place).all()


def test_dtype_is_taken_where_operands_leave_a_choice() -> None:
    assert [n for n in ("sum", "matmul", "exp", "uniform") if has_dtype(get_op(n))] == [
        "sum", "matmul", "uniform",
    ]  # fmt: skip
    x = X.astype(snp.bfloat16)
    for dtype in (np.float32, "float32", "f32", np.dtype("f4"), snp.float32):
        found = snp.sum(x, dtype=dtype)
        assert found.dtype == np.float32
        assert np.array_equal(bits_of(found), bits_of(snp.sum(x.astype(np.float32))))
    assert snp.sum(x).dtype == snp.bfloat16
    assert snp.sum(np.ones(3, np.int8)).dtype == np.int64
    with pytest.raises(
        SpecError, match="sum: dtype=float32 is not defined for operands of int64, only dtype=int64"
    ):
        snp.sum(np.ones(3, np.int64), dtype=np.float32)
    with pytest.raises(SpecError, match="dtype='f33' is not supported"):
        snp.sum(x, dtype="f33")
    eighths = np.ones((2, 2), snp.float8_e5m2)
    with pytest.raises(SpecError, match="dtype=bfloat16 or float32"):
        snp.matmul(eighths, eighths.astype(snp.float8_e4m3fn))
    product = snp.matmul(eighths, eighths.astype(snp.float8_e4m3fn), dtype="bf16")
    assert product.dtype == snp.bfloat16
