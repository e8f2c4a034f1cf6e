"""Sums at indices, sorts and searches return the bits of the ops of the specification."""

import itertools
from functools import partial

import pytest
import torch
from torch.nn import functional

from samebits.torch import NoCanonicalDefinition, WrongCall, reproducible
from samebits.torch.tests.independent import FLOATS, assert_bits, values
from samebits.torch.tests.several import numbers, result, results, spread, with_gradients

I64 = torch.int64


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


INDEX = torch.tensor([2, 0, 2, 2, 3, 0, 2, 2, 0])


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_T7_index_add_has_the_bits_of_the_op(dtype):
    x, u = numbers(dtype, 5, 4), numbers(dtype, 9, 4, seed=2)
    wanted = result("index_add", x, INDEX, u, axis=0)
    assert_bits(x.index_add(0, INDEX, u), wanted)
    assert_bits(spread(x).index_add(0, INDEX, spread(u)), wanted)
    assert_bits(x.t().index_add(1, INDEX, u.t()), wanted.t())
    half = result("mul", u, torch.full_like(u, 0.5))
    assert_bits(x.index_add(0, INDEX, u, alpha=0.5), result("index_add", x, INDEX, half, axis=0))
    y = x.clone()
    y.index_add_(0, INDEX, u)
    assert_bits(y, wanted)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_T7_scatter_add_has_the_bits_of_the_op(dtype):
    x, u = numbers(dtype, 5, 4), numbers(dtype, 9, 4, seed=2)
    index = (torch.arange(36).view(9, 4) * 7) % 5
    wanted = result("scatter_add", x, index, u, axis=0)
    assert_bits(x.scatter_add(0, index, u), wanted)
    assert_bits(x.scatter_reduce(0, index, u, "sum"), wanted)
    assert_bits(x.scatter(0, index, u, reduce="add"), wanted)
    small = index[:6, :3]
    wanted = result("scatter_add", x, small, u[:6, :3].contiguous(), axis=0)
    assert_bits(x.scatter_add(0, small, u), wanted)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_places_without_self_are_sums_of_their_own(dtype):
    x, u = numbers(dtype, 5, 4), numbers(dtype, 9, 4, seed=2)
    index = INDEX[:, None].expand(9, 4).contiguous()
    y = result("gather_gradient", u, index, axis=0, shape=(5, 4))
    got = x.scatter_reduce(0, index, u, "sum", include_self=False)
    for row in range(5):
        assert_bits(got[row], y[row] if row in (0, 2, 3) else x[row])


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", ["amax", "amin"])
@pytest.mark.parametrize("with_self", [True, False])
def test_S3_extremes_of_places_are_those_of_their_terms(dtype, name, with_self):
    x, u = values(dtype, (5, 4), 1), values(dtype, (9, 4), 2)
    index = INDEX[:, None].expand(9, 4)
    got = x.scatter_reduce(0, index, u, name, include_self=with_self)
    assert_bits(x.index_reduce(0, INDEX, u, name, include_self=with_self), got)
    for row, column in itertools.product(range(5), range(4)):
        terms = [u[i, column] for i in range(9) if INDEX[i] == row]
        terms += [x[row, column]] if with_self or not terms else []
        assert_bits(
            got[row, column],
            result(name, torch.stack(terms)) if len(terms) > 1 or with_self else got[row, column],
        )


def test_a_single_number_may_be_reduced_to_a_place_too():
    x, one = torch.tensor(1.0), torch.tensor([0])
    got = x.index_reduce(0, one, torch.tensor(3.0), "amax")
    assert_bits(got, torch.tensor(3.0))
    assert_bits(x.index_add(0, one, torch.tensor(3.0)), torch.tensor(4.0))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_index_put_adds_what_names_a_place_in_order(dtype):
    x, u = numbers(dtype, 5, 4), numbers(dtype, 9, 4, seed=2)
    wanted = result("index_add", x, INDEX, u, axis=0)
    assert_bits(x.index_put((INDEX,), u, accumulate=True), wanted)
    assert_bits(x.index_put((INDEX - 5,), u, accumulate=True), wanted)
    columns = (torch.arange(9) * 3) % 4
    flat = result("scatter_add", x.view(-1), INDEX * 4 + columns, u[:, 0].contiguous(), axis=0)
    got = x.index_put((INDEX, columns), u[:, 0], accumulate=True)
    assert_bits(got, flat.view(5, 4))
    assert_bits(x.view(-1).put(INDEX * 4 + columns, u[:, 0], accumulate=True), flat)
    mask = torch.tensor([True, False, True, False, True])
    rows = result("index_add", x, torch.tensor([0, 2, 4]), u[:3], axis=0)
    assert_bits(x.index_put((mask,), u[:3], accumulate=True), rows)
    turned = x.t().contiguous().index_put((torch.arange(4)[:, None], INDEX), u.t(), accumulate=True)
    assert_bits(turned, wanted.t())


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_gradients_of_gathering_are_sums_into_zeros(dtype):
    x, g = numbers(dtype, 5, 4), numbers(dtype, 9, 4, seed=2)
    wanted = result("index_add", torch.zeros_like(x), INDEX, g, axis=0)
    for function in (lambda x: x[INDEX], lambda x: x.index_select(0, INDEX)):
        assert_bits(with_gradients(function, g, x)[1], wanted)
    index = (torch.arange(36).view(9, 4) * 7) % 5
    summed = result("scatter_add", torch.zeros_like(x), index, g, axis=0)
    assert_bits(with_gradients(lambda x: x.gather(0, index), g, x)[1], summed)
    flat = result("scatter_add", torch.zeros(20, dtype=dtype), INDEX * 3, g[:, 0].clone(), axis=0)
    got = with_gradients(lambda x: x.take(INDEX * 3), g[:, 0], x)[1]
    assert_bits(got, flat.view(5, 4))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_the_gradient_of_an_embedding_has_the_bits_of_the_op(dtype):
    w, g = numbers(dtype, 5, 4), numbers(dtype, 3, 3, 4, seed=2)
    index = INDEX.view(3, 3)
    for given, row in ((None, None), (2, 2), (-3, 2)):
        function = partial(functional.embedding, index, padding_idx=given)
        got = with_gradients(function, g, w)
        assert_bits(got[0], result("embedding", w, index))
        wanted = result("embedding_gradient", g, index, rows=5, padding_index=row)
        assert_bits(got[1], wanted)


def windows(x, size, step):
    return [list(range(i, i + size)) for i in range(0, x - size + 1, step)]


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_gradients_of_windows_are_sums_over_the_windows_that_read_an_element(dtype):
    x = numbers(dtype, 2, 11)
    g = numbers(dtype, 2, 5, 3, seed=2)
    places = torch.tensor(windows(11, 3, 2))
    index = places.view(1, 15).expand(2, 15).contiguous()
    wanted = result("gather_gradient", g.view(2, 15), index, axis=1, shape=(2, 11))
    assert_bits(with_gradients(lambda x: x.unfold(1, 3, 2), g, x)[1], wanted)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("given", [{}, {"padding": 1, "stride": 2}, {"dilation": 2, "padding": 1}])
def test_fold_sums_what_unfold_reads(dtype, given):
    x = numbers(dtype, 2, 3, 5, 6)
    named = {k: (v, v) for k, v in given.items()}
    wanted = result("unfold", x, kernel_size=(2, 3), **named)
    assert_bits(functional.unfold(x, (2, 3), **given), wanted)
    g = numbers(dtype, *wanted.shape, seed=2)
    numbered = torch.arange(1, 31).view(1, 1, 5, 6)
    read = result("unfold", numbered, kernel_size=(2, 3), **named).view(1, 1, -1)
    index = read.expand(2, 3, -1).contiguous()
    flat = result("gather_gradient", g.view(2, 3, -1), index, axis=2, shape=(2, 3, 31))
    folded = flat[..., 1:].reshape(x.shape)
    assert_bits(functional.fold(g, (5, 6), (2, 3), **given), folded)
    assert_bits(with_gradients(lambda x: functional.unfold(x, (2, 3), **given), g, x)[1], folded)
    assert_bits(functional.fold(g[1], (5, 6), (2, 3), **given), folded[1])


PADS = {"reflect": (2, 1, 1, 2), "replicate": (3, 1, 2, 4), "circular": (2, 1, 1, 3)}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("mode", PADS)
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_gradients_of_pads_sum_what_read_an_element(dtype, mode, axes):
    widths = (*PADS[mode], 1, 1)[: 2 * axes]
    x = numbers(dtype, 2, 3, *(4, 5, 6)[3 - axes :])
    pairs = [widths[i : i + 2] for i in range(0, 2 * axes, 2)]
    named = (0, 0, 0, 0, *(w for pair in reversed(pairs) for w in pair))
    wanted = result("pad", x, widths=named, mode=mode)
    g = numbers(dtype, *wanted.shape, seed=2)
    y, got = with_gradients(lambda x: functional.pad(x, widths, mode=mode), g, x)
    assert_bits(y, wanted)
    if mode == "circular":
        return  # autograd adds gradients of slices in its own order
    size = x[0, 0].numel()
    read = result("pad", torch.arange(size).view(1, 1, *x.shape[2:]), widths=named, mode=mode)
    index = read.view(1, 1, -1).expand(2, 3, -1).contiguous()
    flat = result("gather_gradient", g.view(2, 3, -1), index, axis=2, shape=(2, 3, size))
    assert_bits(got, flat.view(x.shape))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_S3_sorts_have_the_bits_of_the_ops(dtype):
    for x in (values(dtype, (5, 60), 1), spread(values(dtype, (5, 60), 2))):
        for axis, down in itertools.product((0, 1), (False, True)):
            order = result("argsort", x, to=I64, axis=axis, descending=down)
            for stable in (False, True):
                got, index = torch.sort(x, dim=axis, descending=down, stable=stable)
                assert_bits(got, result("sort", x, axis=axis, descending=down))
                assert_bits(index, order)
            assert_bits(x.argsort(axis, descending=down), order)
        for largest in (True, False):
            got = torch.topk(x, 7, 1, largest=largest, sorted=False)
            wanted = results("topk", [x], [dtype, I64], k=7, axis=1, largest=largest)
            assert_bits(got[0], wanted[0])
            assert_bits(got[1], wanted[1])
        order = result("argsort", x, to=I64, axis=1)
        picked, index = x.kthvalue(9, 1)
        assert_bits(index, order[:, 8])
        assert_bits(picked, x.gather(1, index[:, None])[:, 0])


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_the_median_is_the_first_nan_or_the_lower_one_in_the_middle(dtype):
    x = numbers(dtype, 3, 10)
    x[1, 4:6] = float("nan")
    order = result("argsort", x, to=I64, axis=1)
    got, index = x.median(1)
    assert index.tolist() == [order[0, 4], 4, order[2, 4]]
    assert_bits(got, x.gather(1, index[:, None])[:, 0])
    assert x.nanmedian(1).indices.tolist() == [order[0, 4], order[1, 3], order[2, 4]]
    assert x.median().isnan()
    flat = result("argsort", x.view(-1), to=I64, axis=0)
    assert_bits(x.nanmedian(), x.view(-1)[flat[(28 - 1) // 2]])


@pytest.mark.parametrize("dtype", FLOATS[:3], ids=str)
def test_distinct_values_are_the_first_of_each_run_of_the_sort(dtype):
    x = torch.tensor([2.0, -0.0, 2.0, 0.0, 1.0, float("nan"), float("nan")], dtype=dtype)
    got, inverse, counts = x.unique(return_inverse=True, return_counts=True)
    assert got.view(-1)[:3].tolist() == [0.0, 1.0, 2.0]
    assert got[0].signbit()
    assert got.shape == (5,)
    assert inverse.tolist() == [2, 0, 2, 0, 1, 3, 4]
    assert counts.tolist() == [2, 1, 2, 1, 1]
    runs, where = torch.tensor([1.0, 1, 2, 1], dtype=dtype).unique_consecutive(return_inverse=True)
    assert runs.tolist() == [1, 2, 1]
    assert where.tolist() == [0, 0, 1, 2]


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_searches_have_the_bits_of_the_op(dtype):
    rows, x = values(dtype, (3, 20), 1).sort(1)[0], values(dtype, (3, 9), 2)
    for right in (False, True):
        wanted = result("searchsorted", rows, x, to=I64, right=right)
        assert_bits(torch.searchsorted(rows, x, right=right), wanted)
        one = result("searchsorted", rows[0], x.view(-1), to=I64, right=right).view(3, 9)
        assert_bits(torch.searchsorted(rows[0], x, right=right), one)
        assert_bits(torch.bucketize(spread(x), rows[0], right=right), one)
        assert_bits(torch.bucketize(x, rows[0], right=right, out_int32=True), one.int())
    number = result("searchsorted", rows[0], torch.tensor([0.5], dtype=dtype), to=I64)
    assert_bits(torch.searchsorted(rows[0], 0.5), number[0])
    assert_bits(torch.bucketize(0.5, rows[0]), number[0])


def test_what_is_not_defined_is_refused_or_an_error():
    x = torch.ones(3, 2)
    index = torch.zeros(3, 2, dtype=I64)
    with pytest.raises(RuntimeError, match="must have the same scalar type"):
        x.index_add(0, index[:, 0], x.double())
    w = torch.ones(3, 2, requires_grad=True)
    with pytest.raises(NoCanonicalDefinition, match="scale_grad_by_freq"):
        functional.embedding(index[:, 0], w, scale_grad_by_freq=True).sum().backward()
    with pytest.raises(RuntimeError, match="out of range"):
        x.topk(3, 1)


def test_a_call_that_is_an_error_says_what_is_wrong():
    x = torch.ones(3, 4)
    for wrong, kind in (
        (lambda: x.index_add(0, torch.tensor([5]), x[:1]), RuntimeError),
        (lambda: x.scatter_add_(0, torch.tensor([[5]]), x.clone()), RuntimeError),
        (lambda: functional.cross_entropy(x, torch.tensor([1, 2, 9])), IndexError),
    ):
        with pytest.raises(WrongCall, match=r"[59] .*out of range for (size 3|4 classes)") as found:
            wrong()
        assert isinstance(found.value, kind)
        assert str(found.value).startswith(
            ("index 5 is out of bounds", "Target 9 is out of bounds")
        )
    assert x.equal(torch.ones(3, 4))
