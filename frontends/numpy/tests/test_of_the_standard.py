"""Functions of the standard that are views, exact, or a few ops: NumPy's shapes, bits of ops."""

from __future__ import annotations

import math

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.spec.errors import SpecError
from samebits.spec.formats import FLOAT_FORMATS, bits_of, from_bits, get_format


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


X = normal(2, 3, 4)


def same(found: np.ndarray, wanted: np.ndarray) -> bool:
    return found.dtype == wanted.dtype and np.array_equal(bits_of(found), bits_of(wanted))


def test_tile_takes_any_number_of_repetitions() -> None:
    for repetitions in (2, (2,), (2, 1), (1, 2, 3), (2, 1, 1, 3), (), (0, 1)):
        found = snp.tile(X, repetitions)
        assert found.shape == np.tile(X, repetitions).shape
        assert same(found, np.tile(X, repetitions))


def test_repeat_goes_element_by_element() -> None:
    for axis in (None, 0, 1, -1):
        assert same(snp.repeat(X, 2, axis=axis), np.repeat(X, 2, axis))
        assert same(snp.repeat(X, 0, axis=axis), np.repeat(X, 0, axis))
    counts = np.array([2, 0, 3])
    assert same(snp.repeat(X, counts, axis=1), np.repeat(X, counts, 1))
    with pytest.raises(SpecError, match="or 4 of them"):
        snp.repeat(X, counts, axis=2)
    with pytest.raises(TypeError, match="must be an integer"):
        snp.repeat(X, 1.5, axis=2)  # type: ignore[arg-type]


def test_scans_take_an_axis_a_first_element_and_a_dtype() -> None:
    row = X[0, 0]
    assert same(snp.cumulative_sum(row), snp.cumulative_sum(row, axis=0))
    for axis in (0, 1, -1):
        whole = snp.cumulative_sum(X, axis=axis, include_initial=True)
        inner = snp.cumulative_sum(X, axis=axis)
        parts = np.split(whole, [1], axis)
        assert not parts[0].any()
        assert same(parts[1], inner)
    assert snp.cumulative_prod(row, include_initial=True)[0] == 1
    exact = snp.cumulative_sum(row, dtype=np.float64)
    assert same(exact, snp.cumulative_sum(row.astype(np.float64)))
    place = np.empty(5, np.float32)
    assert snp.cumulative_sum(row, include_initial=True, out=place) is place
    assert snp.cumulative_sum(np.array([1, 2], np.int8), include_initial=True).tolist() == [0, 1, 3]
    with pytest.raises(SpecError, match="cumulative_sum: x has rank 3, so axis is required"):
        snp.cumulative_sum(X)


def test_a_sum_in_a_wider_format_is_the_sum_of_the_converted_operand() -> None:
    wide = X.astype(np.float64)
    for name in ("sum", "prod", "mean", "var", "std"):
        made = getattr(snp, name)
        assert same(made(X, axis=1, dtype=np.float64), made(wide, axis=1))
    low = snp.astype(X, snp.bfloat16)
    assert same(snp.sum(low, dtype="f64"), snp.sum(low.astype(np.float64)))
    assert same(snp.matmul(X[0], X[0].T, dtype="f64"), snp.matmul(wide[0], wide[0].T))
    whole = np.array([1, 2, 2**31 - 1], np.int32)
    assert same(snp.sum(whole, dtype="f64"), snp.sum(whole.astype(np.float64)))
    for form in (np.uint16, np.int8, np.bool_):
        small = X[0].astype(np.int64).astype(form)
        assert same(snp.sum(small, dtype="f32"), snp.sum(small.astype(np.float32)))
    assert same(snp.mean(np.arange(9, dtype=np.uint8), dtype="f64"), snp.mean(np.arange(9.0)))
    for x, dtype in ((wide, "f32"), (whole, "f32"), (X, np.int64), (np.array([1]), "f64")):
        with pytest.raises(TypeError, match="sum: .*convert the result with snp.astype"):
            snp.sum(x, dtype=dtype)


def test_unstack_takes_slices_and_broadcast_arrays_views() -> None:
    for axis in (0, 1, -1):
        found = snp.unstack(X, axis=axis)
        assert all(np.shares_memory(part, X) for part in found)
        assert same(snp.stack(found, axis=axis), X)
    assert [part.shape for part in snp.unstack(X[0, 0])] == [()] * 4
    a, b = snp.broadcast_arrays(X[:, :1], np.ones(4))
    assert a.shape == b.shape == (2, 1, 4)
    assert not any(x.flags.writeable for x in (a, b, *snp.broadcast_arrays(X, X)))
    with pytest.raises(SpecError, match="broadcast_arrays: "):
        snp.broadcast_arrays(X, X[0, :2])
    grid = snp.meshgrid(X[0, 0], X[0, :, 0])
    for found, wanted in zip(grid, np.meshgrid(X[0, 0], X[0, :, 0]), strict=True):
        assert same(found, wanted)
    assert snp.meshgrid(X[0, 0], X[0, :, 0], indexing="ij")[0].shape == (4, 3)
    for wrong, says in (((X,), "vectors"), ((np.ones(2), X[0, 0]), "one dtype")):
        with pytest.raises(SpecError, match=f"meshgrid: operands must .*{says}"):
            snp.meshgrid(*wrong)


def test_differences_are_those_of_the_op() -> None:
    assert same(snp.diff(X), snp.subtract(X[..., 1:], X[..., :-1]))
    twice = snp.diff(snp.diff(X, axis=1), axis=1)
    assert same(snp.diff(X, axis=1, n=2), twice)
    assert same(snp.diff(X, n=0), X)
    longer = np.concatenate([X[:1], X, X[:1]])
    assert same(snp.diff(X, axis=0, prepend=X[:1], append=X[:1]), snp.diff(longer, axis=0))
    assert snp.diff(np.array([3, 1], np.uint8)).tolist() == [254]
    with pytest.raises(SpecError, match="n=-1"):
        snp.diff(X, n=-1)


def test_T4_tensordot_and_vecdot_are_products_of_matrices() -> None:
    a, b = normal(2, 3, 4), normal(4, 3, 5, seed=1)
    wanted = snp.matmul(a.transpose(0, 2, 1).reshape(2, 12), b.reshape(12, 5))
    assert same(snp.tensordot(a, b, axes=((2, 1), (0, 1))), wanted)
    wanted = snp.matmul(a.reshape(2, 12), b.transpose(1, 0, 2).reshape(12, 5))
    assert same(snp.tensordot(a, b, axes=((1, -1), (1, 0))), wanted)
    assert same(
        snp.tensordot(a, b, axes=((-1,), (0,)))[1, 2],
        snp.matmul(a[1, 2], b.reshape(4, 15)).reshape(3, 5),
    )
    assert snp.tensordot(a, b, axes=0).shape == (2, 3, 4, 4, 3, 5)
    assert same(snp.tensordot(a, b, axes=0)[1, 2, 3], snp.multiply(b, a[1, 2, 3]))
    assert snp.tensordot(a[:, :0], b[:0], axes=((1,), (0,))).shape == (2, 4, 3, 5)
    assert not snp.tensordot(a[:, :0], b[:0], axes=((1,), (0,))).any()
    row = normal(4, seed=2)
    assert same(snp.vecdot(a, row)[1, 2], snp.matmul(a[1, 2], row))
    assert same(snp.vecdot(a, a, axis=-2)[0, 1], snp.matmul(a[0, :, 1], a[0, :, 1]))
    for wrong, says in (
        (lambda: snp.tensordot(a, b, axes=1 << 4), "axes=16"),
        (lambda: snp.tensordot(a, b, axes=((0,), (0,))), "have different sizes"),
        (lambda: snp.tensordot(a, b, axes=((0, 0), (0, 0))), "twice"),
        (lambda: snp.vecdot(a, row[:3]), "4 elements in x1 and 3 in x2"),
        (lambda: snp.vecdot(a, row, axis=0), "must be negative"),
    ):
        with pytest.raises(SpecError, match=says):
            wrong()


def test_linalg_has_the_names_of_the_standard() -> None:
    a, b = normal(5, 3), normal(5, 3, seed=1)
    x = [(a[:, i], b[:, i]) for i in range(3)]
    wanted = np.stack(
        [
            snp.subtract(snp.multiply(x[i][0], x[j][1]), snp.multiply(x[j][0], x[i][1]))
            for i, j in ((1, 2), (2, 0), (0, 1))
        ],
        axis=1,
    )
    assert same(snp.linalg.cross(a, b), wanted)
    assert same(snp.linalg.cross(a.T, b.T, axis=0), wanted.T)
    assert same(snp.linalg.cross(a, b[0])[0], wanted[0])
    square = normal(2, 4, 4)
    for offset in (-1, 0, 2):
        diagonal = snp.linalg.diagonal(square, offset=offset)
        assert same(diagonal, np.diagonal(square, offset, -2, -1))
        assert same(snp.linalg.trace(square, offset=offset), snp.sum(diagonal, axis=-1))
    assert snp.linalg.trace(square, dtype=np.float64).dtype == np.float64
    assert snp.linalg.matmul is snp.matmul
    factors = snp.linalg.qr(square)
    assert factors._fields == ("Q", "R")
    assert snp.linalg.qr(normal(4, 2), mode="complete").Q.shape == (4, 4)
    for wrong, says in (
        (lambda: snp.linalg.cross(a, a[:, :2]), "3 elements|cannot be broadcast"),
        (lambda: snp.linalg.diagonal(a[0]), "diagonal: "),
        (lambda: snp.linalg.qr(a, mode="r"), "mode='r'"),  # type: ignore[arg-type]
    ):
        with pytest.raises(SpecError, match=says):
            wrong()


def test_a_norm_of_any_order() -> None:
    x = np.float32([[3, -4, 0], [1, 1, 1]])
    norm = snp.linalg.vector_norm
    assert norm(x, ord=-math.inf, axis=1).tolist() == [0, 1]
    assert norm(x, ord=0, axis=1).tolist() == [2, 3]
    assert norm(x, ord=0).dtype == np.float32
    cubes = snp.sum(snp.pow(snp.abs(x), 3.0), axis=1)
    assert same(norm(x, ord=3, axis=1), snp.pow(cubes, 1 / 3))
    assert norm(np.float32([[4, 9]]), ord=0.5, keepdims=True).tolist() == [[25]]
    low = snp.astype(x, snp.bfloat16)
    wide = norm(low.astype(np.float32), ord=3, axis=1)
    assert same(norm(low, ord=3, axis=1), snp.astype(wide, snp.bfloat16))
    assert same(norm(low, ord=3, axis=1, dtype="f32"), wide)
    with pytest.raises(SpecError, match="ord=nan"):
        norm(x, ord=math.nan)
    with pytest.raises(TypeError, match="x has the dtype int64"):
        norm(np.array([1, 2]), ord=3)


def test_searchsorted_takes_a_sorter_and_every_integer() -> None:
    edges, x = np.float32([2, 0, 1]), np.float32([0.5, 2])
    order = snp.argsort(edges)
    assert snp.searchsorted(edges, x, sorter=order).tolist() == [1, 2]
    whole = np.array([1, 5, 200], np.uint8)
    assert snp.searchsorted(whole, whole, side="right").tolist() == [1, 2, 3]


def test_searchsorted_takes_values_of_any_shape_beside_a_vector() -> None:
    edges = np.float32([0, 1, 2])
    for values in (X, X[0, 0, 0], X[:0]):
        found = snp.searchsorted(edges, values, side="right")
        assert same(found, np.asarray(np.searchsorted(edges, values, "right")))
        place = np.empty(np.shape(values), np.int64)
        assert snp.searchsorted(edges, values, out=place) is place


def test_x_and_indices_of_take_along_axis_broadcast_beside_the_axis() -> None:
    draw = np.random.default_rng(3)
    for shape, other, axis in (
        ((2, 3, 4), (1, 5, 4), 1),
        ((1, 3, 4), (2, 3, 1), -1),
        ((2, 3, 1), (2, 1, 4), 1),
        ((1, 0, 4), (2, 0, 4), 1),
    ):
        x, indices = normal(*shape), draw.integers(0, max(1, shape[axis]), other)
        assert same(
            snp.take_along_axis(x, indices, axis=axis), np.take_along_axis(x, indices, axis)
        )
    indices = np.array([[[2, 0]], [[1, 1]]])
    fewer = snp.take_along_axis(normal(4, 3, 5), indices, axis=2)  # this is the op `gather`
    assert fewer.shape == (2, 3, 2)


def test_indices_are_of_any_integer_dtype() -> None:
    row, edges = X[0], np.float32([3, 1, 2])
    for dtype in (np.int8, np.int16, np.uint8, np.uint16, np.uint32, np.uint64):
        index = np.array([1, 2, 0], dtype)
        assert same(snp.take(row, index, axis=0), row[index])
        assert same(snp.take_along_axis(edges, index), edges[index])
        assert snp.searchsorted(edges, edges, sorter=index).tolist() == [2, 0, 1]
        assert same(snp.repeat(edges, index), np.repeat(edges, index.astype(int)))
    with pytest.raises(IndexError, match="take: index 9223372036854775807"):
        snp.take(row, np.array([2**64 - 1], np.uint64), axis=0)


def test_integers_of_numpy_are_arguments_everywhere() -> None:
    zero, one = np.int64(0), np.int8(1)
    vectors = normal(3, 3)
    for found, wanted in (
        (snp.repeat(X, one, axis=zero), X),
        (snp.diff(X, axis=one, n=np.uint8(1)), snp.diff(X, axis=1)),
        (snp.unstack(X, axis=one)[0], X[:, 0]),
        (snp.vecdot(X, X, axis=np.int64(-1)), snp.vecdot(X, X)),
        (snp.linalg.cross(vectors, vectors, axis=zero), np.zeros((3, 3), np.float32)),
        (snp.squeeze(X[:1], zero), X[0]),
        (snp.squeeze(X[:1, :1], (zero, one)), X[0, 0]),
        (snp.take_along_axis(X, np.zeros((1, 3, 4), int), axis=zero), X[:1]),
        (snp.linalg.vector_norm(X, ord=np.int64(3)), snp.linalg.vector_norm(X, ord=3)),
        (snp.random.Generator(one).uniform(3), snp.random.Generator(1).uniform(3)),
        (
            snp.cumulative_sum(X, axis=zero, include_initial=True),
            snp.cumulative_sum(X, axis=0, include_initial=True),
        ),
    ):
        assert same(found, wanted)


def test_a_diagonal_beyond_the_array_is_empty() -> None:
    for offset in (10**30, -(10**30)):
        assert snp.linalg.diagonal(X, offset=offset).shape == (2, 0)
        assert snp.linalg.trace(X, offset=offset).tolist() == [0, 0]


def test_reshape_copies_as_it_is_told() -> None:
    assert np.shares_memory(snp.reshape(X, -1, copy=False), X)
    assert not np.shares_memory(snp.reshape(X, -1, copy=True), X)
    assert not np.shares_memory(snp.reshape(X.T, -1, copy=True), X)
    with pytest.raises(ValueError, match="without a copy"):
        snp.reshape(X.T, -1, copy=False)


@pytest.mark.parametrize("name", ["f32", "f16", "bf16", "f8e4m3fn", "f8e5m2"])
def test_a_quotient_is_floored_as_python_does_it(name: str) -> None:
    form = get_format(name)
    values = np.array([-7.5, -2, -0.5, -0.0, 0.0, 0.25, 1, 3, 6.5], np.float32)
    a, b = (x.reshape(-1).astype(form.dtype) for x in np.meshgrid(values, values[values != 0]))
    found = snp.floor_divide(a, b)
    assert found.dtype == form.dtype
    pairs = zip(a.astype(float).tolist(), b.astype(float).tolist(), strict=True)
    wanted = [math.copysign(abs(q := x // y), q or x / y) for x, y in pairs]
    assert same(found, np.array(wanted).astype(form.dtype))
    assert same(snp.floor_divide(a, 2.0), snp.floor_divide(a, np.full_like(a, 2)))
    one, infinite = np.ones(1, form.dtype), np.full(1, np.inf).astype(form.dtype)
    if form.has_infinity:
        assert same(snp.floor_divide(-one, infinite), -np.zeros(1, form.dtype))
        assert same(snp.floor_divide(infinite, -one), -infinite)
    zero = snp.floor_divide(np.array([1, -1], form.dtype), np.zeros(2, form.dtype))
    assert same(zero, snp.divide(np.array([1, -1], form.dtype), np.zeros(2, form.dtype)))


@pytest.mark.parametrize("name", FLOAT_FORMATS)
def test_the_next_number_has_the_next_pattern(name: str) -> None:
    form = get_format(name)
    ends = [form.max_finite, form.max_finite - 1, 1, 0]
    x = from_bits(np.array(ends), name)
    up, down = np.full_like(x, x[0]), np.full_like(x, -x[0])
    assert bits_of(snp.nextafter(x[1:], up[1:])).tolist() == [form.max_finite, 2, 1]
    assert bits_of(snp.nextafter(x, down)).tolist() == [
        form.max_finite - 1, form.max_finite - 2, 0, form.sign_mask | 1,
    ]  # fmt: skip
    least = from_bits(np.array([form.sign_mask | 1, form.sign_mask]), name)
    assert bits_of(snp.nextafter(least, up[:2])).tolist() == [form.sign_mask, 1]
    zeros = np.zeros(1, form.dtype)
    assert bits_of(snp.nextafter(zeros, -zeros)).tolist() == [form.sign_mask]
    nan = from_bits(np.array([form.canonical_nan]), name)
    for a, b in ((nan, zeros), (zeros, nan)):
        assert bits_of(snp.nextafter(a, b)).tolist() == [form.canonical_nan]
    if name in ("f32", "f64"):
        a, b = normal(500).astype(form.dtype), normal(500, seed=1).astype(form.dtype)
        assert same(snp.nextafter(a, b), np.nextafter(a, b))
        infinite = np.array([math.inf], form.dtype)
        assert same(snp.nextafter(infinite, zeros), np.nextafter(infinite, zeros))


@pytest.mark.parametrize("name", ["f8e4m3fn", "f8e5m2"])
def test_every_number_of_fp8_is_finite_or_not(name: str) -> None:
    x = from_bits(np.arange(256), name)
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
    for question in ("isfinite", "isinf", "isnan"):
        assert np.array_equal(getattr(snp, question)(x), getattr(np, question)(wide))


def test_positive_copies_every_bit() -> None:
    loud = from_bits(np.array([0x7F800001], np.uint32), "f32")
    assert bits_of(snp.positive(loud)) == 0x7F800001
    assert not np.shares_memory(snp.positive(loud), loud)


def test_distinct_values_have_the_bits_of_their_first() -> None:
    x = np.float32([[1, -0.0, math.nan], [0.0, 1, math.nan]])
    found = snp.unique_all(x)
    assert bits_of(found.values)[:2].tolist() == bits_of(np.float32([-0.0, 1])).tolist()
    assert np.isnan(found.values[2:]).tolist() == [True, True]
    assert found.indices.tolist() == [1, 0, 2, 5]
    assert found.counts.tolist() == [2, 2, 1, 1]
    assert found.inverse_indices.tolist() == [[1, 0, 2], [0, 1, 3]]
    assert snp.unique_counts(x).counts.tolist() == [2, 2, 1, 1]
    assert snp.unique_inverse(x).inverse_indices.shape == (2, 3)
    for dtype in (np.uint64, np.int8, np.bool_, snp.bfloat16):
        few = np.array([3, 1, 3, 0]).astype(dtype)
        values = snp.unique_values(few)
        assert values.dtype == dtype
        assert values.astype(float).tolist() == sorted({*few.astype(float).tolist()})
    nothing = snp.unique_all(np.zeros((0, 2), np.float32))
    assert [part.shape for part in nothing] == [(0,), (0,), (0, 2), (0,)]


def test_places_that_are_not_zero() -> None:
    x = np.float32([[0, -0.0, math.nan], [1, 0, 0]])
    assert [place.tolist() for place in snp.nonzero(x)] == [[0, 1], [2, 0]]
    assert all(place.dtype == np.int64 for place in snp.nonzero(np.array([True])))
    with pytest.raises(SpecError, match="rank 0"):
        snp.nonzero(np.float32(1))


def test_dtypes_tell_what_they_are() -> None:
    assert snp.isdtype(snp.bfloat16, "real floating")
    assert snp.isdtype(np.uint16, ("bool", "unsigned integer"))
    assert snp.isdtype(np.float32, np.float32)
    assert not snp.isdtype(np.float32, "integral")
    assert not snp.isdtype(np.bool_, "numeric")
    assert snp.isdtype(np.bool_, "bool")
    assert snp.result_type(X, np.float32, 2.5) == np.float32
    for wrong, says in (
        (lambda: snp.isdtype(np.float32, "float"), "kind='float'"),
        (lambda: snp.result_type(X, np.float64), "float32 and float64"),
        (lambda: snp.result_type(np.int8, 0.5), "cannot be combined with int8"),
        (lambda: snp.result_type(1, 2), "pass at least one array"),
        (lambda: snp.finfo(np.int8), "use snp.iinfo"),
        (lambda: snp.iinfo(np.float32), "use snp.finfo"),
    ):
        with pytest.raises(SpecError, match=says):
            wrong()
    for dtype in (np.float64, np.float32, np.float16):
        mine, theirs = snp.finfo(dtype), np.finfo(dtype)
        for name in ("bits", "eps", "max", "min", "smallest_normal"):
            assert getattr(mine, name) == getattr(theirs, name)
    assert snp.finfo(snp.float8_e4m3fn).max == 448
    assert snp.iinfo(np.uint64).max == 2**64 - 1
    info = snp.__array_namespace_info__()
    assert {*info.dtypes(kind="unsigned integer")} == {"uint8", "uint16", "uint32", "uint64"}
    assert info.devices() == [info.default_device()] == ["cpu"]
    assert info.capabilities()["boolean indexing"]
    assert snp.zeros(1, device=info.default_device()).shape == (1,)
