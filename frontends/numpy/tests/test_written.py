"""Test functions with signatures of the array API standard, views, and helpers."""

from __future__ import annotations

import hashlib
import math
import pickle

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.backends import executor
from samebits.backends.protocol import Session
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, bits_of, from_bits


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


A, B = normal(3, 4), normal(4, 5, seed=1)


def product(session: Session, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return executor.execute(session, get_op("matmul").call(["f32", "f32"]), [a, b])[0]


def test_T4_matmul_of_vectors_and_of_stacks_has_the_bits_of_matrices(baseline: Session) -> None:
    wanted = product(baseline, A, B)
    assert np.array_equal(snp.matmul(A[0], B), wanted[0])
    assert np.array_equal(snp.matmul(A, B[:, 2]), wanted[:, 2])
    assert snp.matmul(A[0], B[:, 2]) == wanted[0, 2]
    assert snp.matmul(A[0], B[:, 2]).shape == ()
    stack = normal(2, 1, 3, 4, seed=2), normal(7, 4, 5, seed=3)
    found = snp.matmul(*stack)
    assert found.shape == (2, 7, 3, 5)
    for i, j in np.ndindex(2, 7):
        assert np.array_equal(found[i, j], product(baseline, stack[0][i, 0], stack[1][j]))
    assert np.array_equal(snp.matmul(stack[0], B)[1, 0], product(baseline, stack[0][1, 0], B))
    assert np.array_equal(snp.matmul(A.T.copy(), B, transpose_a=True), wanted)
    assert np.array_equal(snp.matmul(stack[0], B.T, transpose_b=True), snp.matmul(stack[0], B))
    bias = normal(5, seed=4)
    assert np.array_equal(snp.matmul(A, B, bias), snp.linear(A, B.T, bias))
    assert snp.matmul(normal(2, 0, 3, 4), B).shape == (2, 0, 3, 5)


def test_matmul_refuses_what_has_no_product() -> None:
    for a, b, says in (
        (A, np.float32(1), "rank 0"),
        (A, A, "inner sizes .* differ"),
        (normal(2, 3, 4), normal(3, 4, 5), "cannot be broadcast"),
    ):
        with pytest.raises(SpecError, match=says):
            snp.matmul(a, b)
    with pytest.raises(SpecError, match="a vector cannot be transposed"):
        snp.matmul(A[0], B, transpose_a=True)


def test_S2_cat_concat_joins_any_number_of_arrays() -> None:
    many = [normal(2, n % 3, seed=n) for n in range(23)]
    assert np.array_equal(snp.concat(many, axis=1), np.concatenate(many, axis=1))
    assert np.array_equal(snp.concat(tuple(many), axis=-1), np.concatenate(many, axis=1))
    assert np.array_equal(snp.concat([A, B], axis=None), np.concatenate([A, B], axis=None))
    assert np.array_equal(snp.stack([A, A + 1], axis=1), np.stack([A, A + 1], axis=1))
    place = np.empty((6, 4), np.float32)
    assert snp.concat([A, A], out=place) is place
    for arrays, says in (
        ([], "arrays is empty"),
        ([A, B], "shape"),
        ([A, A.astype("f8")], "does not convert implicitly"),
    ):
        with pytest.raises(SpecError, match=says):
            snp.concat(arrays)
    with pytest.raises(SpecError, match="same shape"):
        snp.stack([A, B])


def test_einsum_takes_its_equation_first(baseline: Session) -> None:
    assert np.array_equal(snp.einsum("ij,jk->ik", A, B), product(baseline, A, B))
    for operands in ((), (A,) * 4):
        with pytest.raises(SpecError, match="takes 1 to 3 operands"):
            snp.einsum("ij->i", *operands)


def test_sort_is_stable_in_both_directions_whatever_is_asked() -> None:
    x = np.float32([0.0, -0.0, 1.0, np.nan, -0.0])
    for stable in (True, False):
        assert snp.argsort(x, stable=stable).tolist() == [0, 1, 4, 2, 3]
        assert snp.argsort(x, descending=True, stable=stable).tolist() == [3, 2, 0, 1, 4]
        assert np.array_equal(bits_of(snp.sort(x, stable=stable)), bits_of(x[[0, 1, 4, 2, 3]]))


def test_searchsorted_names_the_side() -> None:
    edges, x = np.float32([0, 1, 1, 2]), np.float32([1, 1.5, np.nan])
    assert snp.searchsorted(edges, x).tolist() == [1, 3, 4]
    assert snp.searchsorted(edges, x, side="right").tolist() == [3, 3, 4]
    with pytest.raises(SpecError, match="side='up'"):
        snp.searchsorted(edges, x, side="up")


def test_roll_is_flat_without_axes() -> None:
    assert np.array_equal(snp.roll(A, 5), np.roll(A, 5))
    assert np.array_equal(snp.roll(A, 1, axis=(0, 1)), np.roll(A, 1, axis=(0, 1)))
    assert np.array_equal(snp.roll(A, (1, -2), axis=(0, 1)), np.roll(A, (1, -2), axis=(0, 1)))
    with pytest.raises(SpecError, match="roll: several shifts"):
        snp.roll(A, (1, 2))


def test_vector_norm_takes_the_orders_of_the_standard() -> None:
    x = np.float32([[3, -4], [0, 0]])
    assert snp.linalg.vector_norm(x) == 5
    assert snp.linalg.vector_norm(x, ord=1, axis=1).tolist() == [7, 0]
    assert snp.linalg.vector_norm(x, ord=math.inf, keepdims=True).tolist() == [[4]]
    assert snp.linalg.vector_norm(x, ord=2.0, axis=0).tolist() == [3, 4]
    with pytest.raises(SpecError, match="ord='fro'"):
        snp.linalg.vector_norm(x, ord="fro")


def test_defaults_are_those_of_the_standard() -> None:
    x = np.float32([[1, 2, 4], [0, 0, 6]])
    assert np.array_equal(snp.var(x), snp.var(x, correction=0))
    assert np.array_equal(snp.std(x, axis=1), snp.std(x, axis=1, correction=0))
    assert not np.array_equal(snp.var(x), snp.var(x, correction=1))
    order = snp.argsort(x, descending=True)
    assert np.array_equal(snp.take_along_axis(x, order), snp.sort(x, descending=True))
    assert np.array_equal(snp.take(x, np.array([2, 0]), axis=1), x[:, [2, 0]])
    assert np.array_equal(snp.tile(x, (2, 1)), np.tile(x, (2, 1)))
    image = normal(1, 1, 4, 4)
    halved = snp.max_pool2d(image, 2)
    assert np.array_equal(halved.result, snp.max_pool2d(image, (2, 2), stride=(2, 2)).result)
    assert halved.result.shape == (1, 1, 2, 2)


def test_arguments_may_be_of_numpy_and_pairs() -> None:
    assert snp.sum(A, axis=np.int32(1), keepdims=np.True_).shape == (3, 1)
    padded = snp.pad(A, ((1, 0), (np.int64(2), 3)), value=np.float32(0.5))
    assert np.array_equal(padded, np.pad(A, ((1, 0), (2, 3)), constant_values=0.5))
    assert np.array_equal(padded, snp.pad(A, [1, 0, 2, 3], value=0.5))
    names: dict[str, object] = {}
    exec("from samebits.numpy import *", names)
    assert names["exp"] is snp.exp
    assert names["random"] is snp.random


def test_R5_astype_rounds_once() -> None:
    x = np.array([1 + 2**-8 + 2**-40, -0.9, 300.0, np.nan])
    assert snp.astype(x, snp.bfloat16)[0] == np.float32(1 + 2**-7)
    assert snp.astype(x, np.uint8).tolist() == [1, 0, 255, 0]
    assert snp.astype(x, "bool").tolist() == [True] * 4
    wide = np.float32([500.0])
    assert snp.astype(wide, snp.float8_e4m3fn) == 448
    assert np.isnan(snp.astype(wide, "f8e4m3fn", saturate=False).astype(np.float32))
    with pytest.raises(SpecError, match="dtype='c8' is not supported"):
        snp.astype(x, "c8")
    with pytest.raises(SpecError, match="astype: x is a float, which has no dtype"):
        snp.astype(1.0, np.float32)
    loud = from_bits(np.array([0x7F800001], np.uint32), "f32")
    assert bits_of(snp.astype(loud, np.float32)) == 0x7F800001


def test_views_keep_every_bit() -> None:
    x = from_bits(np.arange(0x7F800000, 0x7F800018, dtype=np.uint32), "f32").reshape(2, 3, 4)
    for found, wanted in (
        (snp.permute_dims(x, (2, 0, 1)), x.transpose(2, 0, 1)),
        (snp.matrix_transpose(x), x.swapaxes(1, 2)),
        (snp.moveaxis(x, 0, -1), np.moveaxis(x, 0, -1)),
        (snp.reshape(x, (6, -1)), x.reshape(6, 4)),
        (snp.expand_dims(x, axis=1), x[:, None]),
        (snp.squeeze(x[:, :1], 1), x[:, 0]),
        (snp.broadcast_to(x[0], (5, 3, 4)), np.broadcast_to(x[0], (5, 3, 4))),
    ):
        assert np.array_equal(bits_of(found), bits_of(wanted))
        assert np.shares_memory(found, x)
    for wrong in (
        lambda: snp.reshape(x, (5, 5)),
        lambda: snp.permute_dims(x, (0, 1)),
        lambda: snp.squeeze(x, 0),
        lambda: snp.expand_dims(x, axis=9),
        lambda: snp.matrix_transpose(x[0, 0]),
        lambda: snp.broadcast_to(x, (2, 3, 5)),
    ):
        with pytest.raises(SpecError):
            wrong()


def test_bits_are_unsigned_integers() -> None:
    for form in FORMATS.values():
        x = np.zeros((2, 3), form.dtype)
        assert snp.bits(x).dtype == form.bits_dtype
        assert snp.bits(x).shape == (2, 3)
    assert snp.bits(np.float32(-0.0)) == 0x80000000
    with pytest.raises(SpecError, match="bits: x is a list"):
        snp.bits([1.0])


def test_a_digest_reads_formats_shapes_and_bits() -> None:
    x = np.float32([[1, 2, 3]])
    wanted = hashlib.sha256(b"f32 1,3\n" + x.tobytes() + b"i64 \n" + b"\7" + bytes(7))
    assert snp.digest(x, np.int64(7)) == wanted.hexdigest()
    assert snp.digest(x[:, ::-1][:, ::-1], np.array(7)) == wanted.hexdigest()
    different = [(x,), (x.T,), (x.view(np.int32),), (x[:, :2], x[:, 2:]), (-x,), ()]
    assert len({snp.digest(*arrays) for arrays in different}) == len(different)


def test_several_results_are_a_named_tuple_that_can_be_pickled() -> None:
    found = snp.layer_norm(A)
    assert found._fields == ("y", "mean", "rstd")
    copied = pickle.loads(pickle.dumps(found))
    assert type(copied) is type(found)
    assert np.array_equal(copied.y, found.y)
    p, m, v = snp.adamw(A, A, A, abs(A))
    assert (p.shape, m.shape, v.shape) == ((3, 4),) * 3
    assert snp.adamw(A, A, A, abs(A), abs(A))._fields[3] == "new_max_exp_avg_sq"
    short = snp.adamw(A, A, A, abs(A))
    assert type(pickle.loads(pickle.dumps(short))) is type(short)
    for function in (snp.exp, snp.matmul, snp.random.uniform, snp.linalg.outer):
        assert pickle.loads(pickle.dumps(function)) is function
