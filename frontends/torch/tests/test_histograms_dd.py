"""Histograms with bin edges, in one and several dimensions."""

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import assert_bits
from samebits.torch.tests.several import numbers

NAN = float("nan")
X = torch.tensor([-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 3.5, NAN])


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_S3_a_bin_holds_its_lower_edge_and_the_last_one_both(dtype):
    edges = torch.tensor([0.0, 0.5, 2.0, 3.0], dtype=dtype)
    counts, same = torch.histogram(X.to(dtype), edges)
    assert counts.tolist() == [1.0, 2.0, 2.0]
    assert_bits(same, edges)
    counts, edges = torch.histogram(X.to(dtype), 3, range=(0.0, 3.0))
    assert counts.tolist() == [2.0, 1.0, 2.0]
    assert_bits(edges, torch.linspace(0.0, 3.0, 4, dtype=dtype))


def test_ends_are_those_of_the_elements_and_are_moved_apart_where_they_are_one():
    assert torch.histogram(X[:-1], 3)[1].tolist() == [-1.0, 0.5, 2.0, 3.5]
    assert torch.histogram(torch.ones(4), 2)[1].tolist() == [0.5, 1.0, 1.5]
    assert torch.histogram(torch.empty(0), 2)[1].tolist() == [0.0, 0.5, 1.0]
    with pytest.raises(RuntimeError, match="not finite"):
        torch.histogram(X, 3)
    with pytest.raises(RuntimeError, match="should not exceed"):
        torch.histogram(X, 3, range=(2.0, 1.0))


def test_T7_weights_are_added_in_the_order_of_the_elements():
    x, weight = torch.rand(300), numbers(torch.float32, 300)
    counts, edges = torch.histogram(x, 4, range=(0.0, 1.0), weight=weight)
    bins = (x * 4).floor().clamp(max=3)
    for i in range(4):
        assert_bits(counts[i], weight[bins == i].sum())
    density, _ = torch.histogram(x, 4, range=(0.0, 1.0), weight=weight, density=True)
    assert_bits(density, counts / counts.sum() / (edges[1:] - edges[:-1]))


def test_points_have_a_bin_on_every_axis():
    points = torch.tensor([[0.5, 0.5], [0.5, 2.5], [1.5, 2.5], [9.0, 0.5]])
    edges = [torch.tensor([0.0, 1.0, 2.0]), torch.tensor([0.0, 1.0, 3.0])]
    counts, same = torch.histogramdd(points, edges)
    assert counts.tolist() == [[1.0, 1.0], [0.0, 1.0]]
    assert [e.tolist() for e in same] == [e.tolist() for e in edges]
    density, _ = torch.histogramdd(points, edges, density=True)
    assert_bits(density, counts / 3.0 / torch.tensor([1.0, 2.0]))
    counts, edges = torch.histogramdd(points, [2, 2], range=[0.0, 2.0, 0.0, 3.0])
    assert counts.tolist() == [[1.0, 1.0], [0.0, 1.0]]
    assert edges[1].tolist() == [0.0, 1.5, 3.0]


def test_what_is_not_defined_is_refused_or_an_error():
    with pytest.raises(NotImplementedError, match="BFloat16"):  # PyTorch's own error
        torch.histogram(X.bfloat16(), 3)
    with pytest.raises(NoCanonicalDefinition, match="without coordinates"):
        torch.histogramdd(torch.empty(6, 0), [])
    for wrong in (
        lambda: torch.histogram(X, torch.tensor([0.0, 1.0]).double()),
        lambda: torch.histogram(X, torch.tensor([0.0])),
        lambda: torch.histogram(X, 3, range=(0.0, 1.0), weight=torch.ones(2)),
        lambda: torch.histogram(X, 0, range=(0.0, 1.0)),
        lambda: torch.histogramdd(X[:-1].view(7, 1), [2, 2]),
    ):
        with pytest.raises(RuntimeError):
            wrong()
