"""Reductions and scans return the bits of the specification's ops, computed separately."""

import math

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import FLOATS, SHORTER, assert_bits, values
from samebits.torch.tests.several import numbers, result, spread


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


REDUCTIONS = {
    "sum": (torch.sum, {}),
    "mean": (torch.mean, {}),
    "amax": (torch.amax, {}),
    "amin": (torch.amin, {}),
    "var": (torch.var, {}),
    "std": (torch.std, {}),
    "norm": (torch.linalg.vector_norm, {}),
}
AXES = ((None, False), ((1,), False), ((-1, 0), True), ((0, 1, 2), False))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize(("axes", "keep"), AXES)
def test_reductions_have_the_bits_of_the_op(name, dtype, axes, keep):
    function, attributes = REDUCTIONS[name]
    for x in (values(dtype, (3, 37, 5), 1), spread(values(dtype, (3, 5, 70), 2))):
        if axes is None:
            got = function(x, dim=tuple(range(3)), keepdim=keep)
        else:
            got = function(x, dim=axes, keepdim=keep)
        ordered = None if axes is None else tuple(sorted(a % 3 for a in axes))
        assert_bits(got, result(name, x, axes=ordered, keepdims=keep, **attributes))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_everything_reduces_along_no_named_axis(dtype):
    x = values(dtype, (4, 33), 3)
    assert_bits(x.sum(), result("sum", x))
    assert_bits(x.sum([]), result("sum", x))
    assert_bits(x.mean(), result("mean", x))
    assert_bits(x.max(), result("max", x))
    assert_bits(x.min(), result("min", x))
    assert_bits(x.prod(), result("prod", x))
    assert_bits(x.prod(1, keepdim=True), result("prod", x, axes=(1,), keepdims=True))
    assert_bits(x.var(correction=0), result("var", x, correction=0))
    assert_bits(values(dtype, (), 4).sum(), result("sum", values(dtype, (), 4)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_indices_and_truth_have_the_bits_of_the_op(dtype):
    x = values(dtype, (6, 40), 5)
    for name in ("argmax", "argmin"):
        assert_bits(getattr(x, name)(), result(name, x, to=torch.int64))
        index = result(name, x, to=torch.int64, axes=(1,))
        assert_bits(getattr(x, name)(1), index)
        picked, place = getattr(x, name[3:])(1)
        assert_bits(place, index)
        assert_bits(picked, result("gather", x, index[:, None], axis=1)[:, 0])
    for name in ("any", "all"):
        assert_bits(getattr(x, name)(1), result(name, x, to=torch.bool, axes=(1,)))
        assert_bits(getattr(x, name)(), result(name, x, to=torch.bool))
    assert_bits(x.count_nonzero(0), result("count_nonzero", x, to=torch.int64, axes=(0,)))
    low, high = torch.aminmax(x, dim=1)
    assert_bits(low, result("amin", x, axes=(1,)))
    assert_bits(high, result("amax", x, axes=(1,)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_pairs_of_statistics_are_the_single_ones(dtype):
    x = values(dtype, (6, 40), 6)
    for name in ("var", "std"):
        spread_of, mean = getattr(torch, f"{name}_mean")(x, 1, correction=2)
        assert_bits(spread_of, result(name, x, axes=(1,), correction=2))
        assert_bits(mean, result("mean", x, axes=(1,)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_norms_of_orders_1_and_infinity_have_the_bits_of_the_op(dtype):
    x = values(dtype, (6, 40), 7)
    for given, order in ((1, 1), (2.0, 2), (math.inf, "inf")):
        assert_bits(torch.linalg.vector_norm(x, given), result("norm", x, ord=order))
        assert_bits(x.norm(given, dim=1), result("norm", x, ord=order, axes=(1,)))
    zero = result("cast", result("count_nonzero", x, to=torch.int64), to=dtype)
    assert_bits(torch.linalg.vector_norm(x, 0), zero)
    least = result("amin", result("abs", x))
    assert_bits(torch.linalg.vector_norm(x, -math.inf), least)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_logsumexp_has_the_bits_of_the_op(dtype):
    x = numbers(dtype, 5, 40)
    assert_bits(x.logsumexp(1), result("logsumexp", x, axes=(1,)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_T8_nansum_leaves_nan_out(dtype):
    x = values(dtype, (6, 41), 8)
    mask = torch.logical_not(x.isnan())
    assert mask.sum() < x.numel()
    assert_bits(x.nansum(), result("masked_sum", x, mask))
    assert_bits(x.nansum(1), result("masked_sum", x, mask, axes=(1,)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_scans_have_the_bits_of_the_op(dtype):
    for x in (values(dtype, (3, 40), 9), spread(numbers(dtype, 40, 3))):
        for axis in (0, 1, -1):
            assert_bits(x.cumsum(axis), result("cumsum", x, axis=axis))
            assert_bits(x.cumprod(axis), result("cumprod", x, axis=axis))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", ["max", "min"])
def test_running_extremes_are_those_of_every_prefix(dtype, name):
    x = values(dtype, (4, 30), 10)
    got, index = getattr(torch, f"cum{name}")(x, 1)
    for n in range(1, 31):
        place = result(f"arg{name}", x[:, :n], to=torch.int64, axes=(1,))
        assert_bits(index[:, n - 1], place)
        assert_bits(got[:, n - 1], x.gather(1, place[:, None])[:, 0])


def test_trace_is_the_sum_of_the_diagonal():
    x = numbers(torch.float32, 37, 41)
    assert_bits(x.trace(), result("sum", x.diagonal()))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_a_wider_dtype_is_that_of_the_tree(dtype):
    x = values(dtype, (3, 40), 11)
    assert_bits(x.sum(dtype=torch.float32), result("sum", x, to=torch.float32))
    assert_bits(x.mean(1, dtype=torch.float32), result("mean", x, to=torch.float32, axes=(1,)))


def test_integers_are_summed_exactly_and_converted_before_a_mean():
    x = torch.arange(-50, 70).view(8, 15)
    assert x.sum().item() == sum(range(-50, 70))
    wide = result("cast", x, to=torch.float32)
    assert_bits(x.mean(1, dtype=torch.float32), result("mean", wide, axes=(1,)))


def test_nothing_has_a_sum_and_no_maximum():
    x = torch.empty(0, 3)
    assert_bits(x.sum(0), torch.zeros(3))
    assert_bits(x.prod(0), torch.ones(3))
    for function in (torch.amax, torch.argmin):
        with pytest.raises(IndexError, match="non-zero size"):
            function(x, 0)
    with pytest.raises(IndexError, match="non-zero size"):
        x.max(0)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_T3_a_correction_may_be_a_real_number(dtype):
    x = numbers(dtype, 3, 40)
    wide = result("cast", x, to=torch.float64 if dtype is torch.float64 else torch.float32)
    apart = result("sub", wide, result("mean", wide, axes=(1,), keepdims=True).expand(3, 40))
    total = result("sum", result("mul", apart, apart), axes=(1,))
    divisor = result("cast", torch.full((3,), 40 - 1.3, dtype=torch.float64), to=wide.dtype)
    value = result("div", total, divisor)
    assert_bits(x.var(1, correction=1.3), result("cast", value, to=dtype))
    assert_bits(x.std(1, correction=1.3), result("cast", result("sqrt", value), to=dtype))


def test_what_is_not_defined_is_refused():
    x = torch.ones(4)
    with pytest.raises(NoCanonicalDefinition, match="convert"):
        x.sum(dtype=torch.int64)


def test_results_go_where_the_caller_wants_them():
    x = numbers(torch.float32, 3, 40)
    out = torch.empty(3)
    assert torch.sum(x, 1, out=out) is out
    assert_bits(out, result("sum", x, axes=(1,)))
    torch.amax(x, 1, out=out[:])
    assert_bits(out, result("amax", x, axes=(1,)))
    values_, index = torch.empty(3), torch.empty(3, dtype=torch.int64)
    torch.max(x, 1, out=(values_, index))
    assert_bits(index, result("argmax", x, to=torch.int64, axes=(1,)))
