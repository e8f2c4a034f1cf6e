"""Embedding bags, distances, polynomials, logspace, and less common overloads of batch norm."""

import math

import numpy as np
import pytest
import torch
from torch.nn import functional

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import SHORTER, assert_bits
from samebits.torch.tests.several import numbers, result, results, with_gradients


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


INDICES = torch.tensor([3, 1, 4, 1, 5, 0, 2, 4])
OFFSETS = torch.tensor([0, 3, 3, 4])
ROWS = torch.tensor([[3, 1, 4, -1], [-1, -1, -1, -1], [1, -1, -1, -1], [5, 0, 2, 4]])


@pytest.mark.parametrize("dtype", [*SHORTER, torch.float64], ids=str)
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("padding", [None, 4])
def test_T8_bags_and_their_gradient_have_the_bits_of_the_ops(dtype, mode, padding):
    weight, absent = numbers(dtype, 6, 5), -1 if padding is None else padding
    weight[3] = weight[1]
    rows = torch.where(ROWS < 0, absent, ROWS)
    wanted = result("embedding_bag", weight, rows, mode=mode, padding_index=absent)
    g = numbers(dtype, *wanted.shape, seed=3)
    got = with_gradients(
        lambda w: functional.embedding_bag(INDICES, w, OFFSETS, mode=mode, padding_idx=padding),
        g,
        weight,
    )
    assert_bits(got[0], wanted)
    words = {"mode": mode, "padding_index": absent}
    (of_weight,) = results("embedding_bag_gradient", [g, weight, rows], [dtype], **words)
    assert_bits(got[1], of_weight)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_T8_weights_of_places_have_the_bits_of_the_ops(dtype):
    weight, factors = numbers(dtype, 6, 5), numbers(dtype, 2, 4, seed=2)
    rows = INDICES.view(2, 4)
    wanted = result("embedding_bag", weight, rows, factors, mode="sum", padding_index=4)
    g = numbers(dtype, *wanted.shape, seed=3)
    got = with_gradients(
        lambda w, f: functional.embedding_bag(
            rows, w, mode="sum", per_sample_weights=f, padding_idx=4
        ),
        g,
        weight,
        factors,
    )
    assert_bits(got[0], wanted)
    given = [g, weight, rows, factors]
    words = {"mode": "sum", "padding_index": 4}
    both = results("embedding_bag_gradient", given, [dtype] * 2, **words)
    for one, other in zip(got[1:], both, strict=True):
        assert_bits(one, other)


def test_sparse_gradients_of_bags_are_refused():
    weight = numbers(torch.float32, 6, 5).requires_grad_()
    y = functional.embedding_bag(INDICES, weight, OFFSETS, mode="sum", sparse=True)
    with pytest.raises(NoCanonicalDefinition, match="sparse gradient"):
        y.sum().backward()
    y = functional.embedding_bag(INDICES, weight, OFFSETS, scale_grad_by_freq=True)
    with pytest.raises(NoCanonicalDefinition, match="scale_grad_by_freq"):
        y.sum().backward()


def test_bags_that_are_wrong_raise_what_pytorch_raises():
    weight = numbers(torch.float32, 6, 5)
    doubles = torch.ones(INDICES.shape, dtype=torch.float64)
    for said, offsets, words in (
        (r"offsets\[0\] has to be 0", OFFSETS + 1, {}),
        (r"offsets\[-1\] ", torch.tensor([0, len(INDICES) + 1]), {}),
        ("per_sample_weights", OFFSETS, {"mode": "sum", "per_sample_weights": doubles}),
    ):
        with pytest.raises(RuntimeError, match=said) as found:
            functional.embedding_bag(INDICES, weight, offsets, **words)
        assert not isinstance(found.value, NoCanonicalDefinition)
    for indices in (torch.tensor([-1, 0]), torch.tensor([1.5, 0.0])):
        for mode in ("sum", "mean", "max"):
            with pytest.raises(RuntimeError) as found:
                functional.embedding_bag(indices, weight, torch.tensor([0]), mode=mode)
            assert not isinstance(found.value, NoCanonicalDefinition)
    with pytest.raises(NoCanonicalDefinition, match="sort the offsets"):
        functional.embedding_bag(INDICES, weight, torch.tensor([0, 3, 2]))


def test_batch_norm_has_one_result_by_all_its_names():
    x, w, b = (numbers(torch.float32, *s, seed=i) for i, s in enumerate([(4, 3, 5), (3,), (3,)]))

    def moments():
        return torch.zeros(3), torch.ones(3)

    m, v = moments()
    wanted = torch.native_batch_norm(x, w, b, m, v, True, 0.1, 1e-5)
    for op, training in (("_native_batch_norm_legit", [True]), ("_batch_norm_with_update", [])):
        mean, var = moments()
        got = getattr(torch.ops.aten, op)(x, w, b, mean, var, *training, 0.1, 1e-5)
        for one, other in zip((*got[:3], mean, var), (*wanted, m, v), strict=True):
            assert_bits(one, other)


@pytest.mark.parametrize("p", [0.0, 1.0, 1.5, 2.0, math.inf])
def test_a_distance_is_the_norm_of_a_difference_however_many_rows_there_are(p):
    a, b = numbers(torch.float32, 30, 7), numbers(torch.float32, 26, 7, seed=4)
    whole = torch.cdist(a, b, p)
    assert_bits(whole[:2, :3], torch.cdist(a[:2], b[:3], p))
    assert_bits(whole[4, 5], torch.linalg.vector_norm(a[4] - b[5], p))
    every = torch.cdist(a, a, p)
    assert_bits(torch.pdist(a, p), every[tuple(torch.triu_indices(30, 30, 1))])


def test_a_count_of_differences_is_nan_beside_a_nan_and_counts_infinities():
    nan, inf = math.nan, math.inf
    a = torch.tensor([[1.0, nan], [3.0, 4.0], [inf, 1.0]])
    b = torch.tensor([[1.0, 2.0], [inf, 4.0]])
    wanted = torch.tensor([[nan, nan], [2.0, 1.0], [2.0, nan]])  # inf - inf is NaN
    torch.testing.assert_close(torch.cdist(a, b, 0.0), wanted, equal_nan=True)
    torch.testing.assert_close(torch.pdist(a, 0.0), torch.tensor([nan, nan, 2.0]), equal_nan=True)


def test_gradients_of_distances_are_sums_in_the_order_of_the_rows():
    a, b = numbers(torch.float32, 3, 4), numbers(torch.float32, 5, 4, seed=4)
    g = numbers(torch.float32, 3, 5, seed=2)
    n, for_a, for_b = with_gradients(lambda a, b: torch.cdist(a, b), g, a, b)
    slopes = g[..., None] * (a[:, None] - b[None]) / n[..., None]
    assert_bits(for_a, slopes.sum(1))
    assert_bits(for_b, (-slopes).sum(0))
    g = numbers(torch.float32, 3, seed=2)
    n, for_a = with_gradients(lambda a: torch.pdist(a), g, a)
    ab, ac, bc = (
        k * (a[i] - a[j]) / m for k, m, i, j in zip(g, n, (0, 0, 1), (1, 2, 2), strict=True)
    )
    assert_bits(for_a, torch.stack([ab + ac, -ab + bc, -ac + -bc]))


def test_renorm_scales_what_is_too_long():
    x = numbers(torch.float32, 3, 4)
    x[1] = x[1] / 1000.0
    norms = torch.linalg.vector_norm(x, 2, [1], True)
    y = torch.renorm(x, 2, 0, 0.5)
    assert_bits(y[1], x[1])
    assert_bits(y[0], (x * (0.5 / (norms + 1e-7)))[0])


def test_logspace_is_a_power_of_linspace():
    assert_bits(torch.logspace(-2, 3, 7), torch.pow(10.0, torch.linspace(-2, 3, 7)))
    assert_bits(torch.logspace(0, 3, 4, base=2.0), torch.tensor([1.0, 2.0, 4.0, 8.0]))


def recurrence(name, x, n):
    """Return a polynomial at one number, with each operation rounded to binary32 by NumPy."""
    one, two = np.float32(1), np.float32(2)
    if name.startswith("shifted_"):
        x, name = (x + x) - one, name.removeprefix("shifted_")
    kind = name.rpartition("_")[2]
    first = {
        "t": x,
        "u": x + x,
        "v": (x + x) - one,
        "w": (x + x) + one,
        "h": x + x,
        "he": x,
        "l": one - x,
        "p": x,
    }
    if n < 2:
        return np.float32(0) if n < 0 else one if n == 0 else first[kind]
    p, q = first[kind], one
    for k in range(1, n):
        f = np.float32(k)
        if kind in "tuvw":
            p, q = ((x + x) * p) - q, p
        elif kind == "h":
            p, q = ((x + x) * p) - (q * (two * f)), p
        elif kind == "he":
            p, q = (x * p) - (q * f), p
        else:
            factor = two * f + one
            left = (factor - x) * p if kind == "l" else (x * factor) * p
            p, q = (left - (q * f)) / (f + one), p
    return p


KINDS = [f"chebyshev_polynomial_{k}" for k in "tuvw"]
NAMES = [
    *(*KINDS, *(f"shifted_{k}" for k in KINDS), "hermite_polynomial_h", "hermite_polynomial_he"),
    *("laguerre_polynomial_l", "legendre_polynomial_p"),
]


@pytest.mark.parametrize("name", NAMES)
def test_polynomials_are_their_recurrences(name):
    xs = numbers(torch.float32, 6)
    orders = torch.tensor([-1.0, 0.0, 1.0, 2.0, 5.0, 9.0])
    got = getattr(torch.special, name)(xs[:, None], orders)
    wanted = [
        [recurrence(name, np.float32(x), int(n)) for n in orders.tolist()] for x in xs.numpy()
    ]
    assert_bits(got, torch.from_numpy(np.array(wanted, np.float32)))
    with pytest.raises(NoCanonicalDefinition, match="degrees of 256"):
        getattr(torch.special, name)(xs, torch.full((6,), 1000.0))


def test_spherical_bessel_j0_is_a_sine_over_its_argument():
    x = torch.tensor([0.0, 0.5, -3.0, math.inf, -math.inf])
    y = torch.special.spherical_bessel_j0(x)
    assert y[[0, 3, 4]].tolist() == [1.0, 0.0, 0.0]
    assert_bits(y[1:3], (torch.sin(x) / x)[1:3])


@pytest.mark.parametrize("dtype", [*SHORTER, torch.float64], ids=str)
@pytest.mark.parametrize("order", [1.0, 2.0, math.inf])
def test_rows_that_are_used_are_made_no_longer_than_they_may_be(dtype, order):
    weight = numbers(dtype, 6, 5)
    rows = [0, 1, 3, 5]
    index = torch.tensor([[5, 3, 3], [0, 1, 5]])
    name = "inf" if order == math.inf else int(order)
    norms = result("norm", weight[rows], axes=(1,), ord=name)
    limit = float(norms.double().sort().values[1])
    wanted = weight.clone()
    wide = dtype if dtype is torch.float64 else torch.float32
    for row, norm in zip(rows, norms.tolist(), strict=True):
        if norm > limit:
            factor = torch.tensor(limit / (norm + 1e-7), dtype=torch.float64).to(wide)
            wanted[row] = result("mul", weight[row].to(wide), factor.expand(5)).to(dtype)
    kept = weight.clone()
    picked = functional.embedding(index, kept, max_norm=limit, norm_type=order)
    assert_bits(kept, wanted)
    assert_bits(picked, wanted[index])
    assert sum(not a.equal(b) for a, b in zip(weight, kept, strict=True)) == 2


def test_rows_without_a_norm_and_indices_that_are_none_are_refused():
    index = torch.tensor([1, 0])
    for wrong in (index.float(), index.bool(), index.to(torch.uint8)):
        weight = torch.ones(3, 2)
        with pytest.raises(RuntimeError, match="indices"):
            torch.embedding_renorm_(weight, wrong, 1.0, 2.0)
        assert weight.equal(torch.ones(3, 2))
    with pytest.raises(RuntimeError, match="result type Float can't be cast"):
        torch.embedding_renorm_(torch.ones(3, 2, dtype=torch.int64), index, 1.0, 2.0)
    with pytest.raises(RuntimeError, match="Expected 2-dimensional tensor, but got 1-dim"):
        torch.embedding_renorm_(torch.ones(3), index, 1.0, 2.0)


def test_integers_have_no_distance_and_no_divergence():
    for dtype in (torch.uint8, torch.int64):
        rows = torch.tensor([[1, 2], [3, 1]], dtype=dtype)
        with pytest.raises(RuntimeError, match="floating-point"):
            torch.cdist(rows, rows)
        with pytest.raises(RuntimeError, match="Integral"):
            functional.kl_div(rows, rows, reduction="sum")
