"""Products by index, segment reductions, cumulative logsumexp: trees in declared orders."""

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import FLOATS, SHORTER, array, assert_bits, graph, spec
from samebits.torch.tests.several import numbers, with_gradients

NAN = float("nan")


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


PLACES = torch.tensor([2, 0, 2, 2, 4, 2, 0, 2, 2, 2])


def products(start, values):
    """Return, for each index, start times the product (T3) of its values in their order."""
    rows = []
    for place in range(5):
        own = values[array(PLACES) == place]
        whole = spec("prod", own) if len(own) else None
        rows.append(start[place] if whole is None else spec("mul", start[place], whole))
    return torch.stack([torch.tensor(r) for r in rows]).numpy()


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_T3_products_at_places_are_trees_in_the_order_of_the_updates(dtype):
    x, updates = numbers(dtype, 5), numbers(dtype, 10, seed=2)
    wanted = graph(products)(array(x), array(updates))
    assert_bits(torch.scatter_reduce(x, 0, PLACES, updates, "prod"), wanted)
    assert_bits(torch.scatter(x, 0, PLACES, updates, reduce="multiply"), wanted)
    assert_bits(x.clone().index_reduce_(0, PLACES, updates, "prod"), wanted)
    pairs = torch.stack([updates, updates.flip(0)], 1)
    both = torch.index_reduce(torch.stack([x, x], 1), 0, PLACES, pairs, "prod")
    assert_bits(both[:, 0], wanted)


def test_T3_a_place_without_updates_stays_and_a_prior_may_be_left_out():
    x = torch.tensor([-0.0, NAN, 3.0])
    index, updates = torch.tensor([2, 2]), torch.tensor([5.0, 7.0])
    got = torch.scatter_reduce(x, 0, index, updates, "prod", include_self=False)
    assert_bits(got, torch.tensor([-0.0, NAN, 35.0]))
    got = torch.scatter_reduce(x, 0, index[:0], updates[:0], "prod")
    assert_bits(got, x)


LENGTHS = torch.tensor([3, 0, 1, 4])
OFFSETS = torch.tensor([0, 3, 3, 4, 8])


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("word", ["sum", "mean", "prod", "max", "min"])
def test_T7_each_segment_is_reduced_as_if_it_stood_alone(dtype, word):
    x = numbers(dtype, 8, 3)
    parts = {"max": torch.amax, "min": torch.amin}
    own = parts.get(word) or getattr(torch, word)
    none = {"sum": 0.0, "mean": NAN, "prod": 1.0, "max": -torch.inf, "min": torch.inf}[word]
    wanted = torch.stack(
        [
            own(x[:3], 0),
            torch.full((3,), none, dtype=dtype),
            own(x[3:4], 0),
            own(x[4:], 0),
        ]
    )
    for given in ({"lengths": LENGTHS}, {"offsets": OFFSETS}):
        assert_bits(torch.segment_reduce(x, word, axis=0, **given), wanted)
    turned = x.t().contiguous()
    got = torch.segment_reduce(turned, word, lengths=LENGTHS.expand(3, 4), axis=1)
    assert_bits(got.t(), wanted)


def test_T7_initial_joins_every_segment_and_is_not_counted():
    x = torch.tensor([1.0, 2.0, 4.0, 8.0, 1.0, 1.0, 1.0, 1.0])
    wanted = {
        "sum": [9.0, 2.0, 10.0, 6.0],
        "mean": [3.0, 2.0, 10.0, 1.5],
        "prod": [16.0, 2.0, 16.0, 2.0],
        "max": [4.0, 2.0, 8.0, 2.0],
        "min": [1.0, 2.0, 2.0, 1.0],
    }
    for word, values in wanted.items():
        got = torch.segment_reduce(x, word, lengths=LENGTHS, axis=0, initial=2)
        assert got.tolist() == values, word


@pytest.mark.parametrize(
    ("word", "values", "wanted"),
    [
        ("sum", [1.0, 2.0, 3.0], [2.0, 2.0, 2.0]),
        ("mean", [1.0, 2.0, 3.0, 4.0], [0.5, 0.5, 0.5, 0.5]),
        ("prod", [4.0, 0.0, 3.0], [0.0, 24.0, 0.0]),
        ("prod", [0.0, 0.0, 3.0], [0.0, 0.0, 0.0]),
        ("prod", [4.0, 5.0], [10.0, 8.0]),
        ("max", [3.0, 1.0, 3.0], [1.0, 0.0, 1.0]),
        ("min", [3.0, NAN, 3.0], [0.0, 2.0, 0.0]),
    ],
)
def test_T7_gradients_of_segments(word, values, wanted):
    x, lengths = torch.tensor(values), torch.tensor([len(values)])
    g = torch.tensor([2.0])
    got = with_gradients(lambda x: torch.segment_reduce(x, word, lengths=lengths, axis=0), g, x)
    assert got[1].tolist() == wanted


def test_segments_that_are_not_the_axis_are_errors():
    x = torch.ones(8)
    with pytest.raises(RuntimeError, match="to sum to data.size"):
        torch.segment_reduce(x, "sum", lengths=LENGTHS[:2], axis=0)
    with pytest.raises(RuntimeError, match="must be defined"):
        torch.segment_reduce(x, "sum", axis=0)
    with pytest.raises(RuntimeError, match="not implemented for 'Short'"):
        torch.segment_reduce(x, "sum", lengths=torch.tensor([3, 5], dtype=torch.int16), axis=0)


@pytest.mark.parametrize("offsets", [[0, 5, 3, 8], [8, 4, 3, 0], [-1, 8], [0, 9], []])
def test_segments_that_end_before_they_begin_or_beyond_the_axis_are_refused(offsets):
    x, given = torch.ones(8), torch.tensor(offsets, dtype=torch.int64)
    raises_in_pytorch = offsets in ([0, 5, 3, 8], [8, 4, 3, 0], [])
    with pytest.raises(RuntimeError if raises_in_pytorch else NoCanonicalDefinition):
        torch.segment_reduce(x, "sum", offsets=given, axis=0)
    if offsets:
        is_negative = bool((given.diff() < 0).any())
        kind = RuntimeError if is_negative else NoCanonicalDefinition
        with pytest.raises(
            kind, match="segment_length >= 0" if is_negative else "past the end of the axis"
        ):
            torch.segment_reduce(x, "sum", lengths=given.diff() * 2, axis=0, unsafe=True)
    g = torch.ones(max(len(offsets) - 1, 0))
    with pytest.raises(NoCanonicalDefinition):
        torch.ops.aten._segment_reduce_backward(g, g, x, "sum", offsets=given)


@pytest.mark.parametrize("word", ["sum", "mean", "prod", "max"])
def test_a_gradient_of_segments_has_their_shape_and_is_0_without_any(word):
    backward, x, none = torch.ops.aten._segment_reduce_backward, torch.ones(8), torch.empty(0)
    two, lengths = torch.ones(2), torch.tensor([3, 5])
    for grad, output in ((two[:1], two[:1]), (two[:, None], two[:, None]), (two, two[:1])):
        with pytest.raises(NoCanonicalDefinition, match="grad and output must be"):
            backward(grad, output, x, word, lengths=lengths)
    got = backward(none, none, x, word, offsets=torch.tensor([0]))
    assert_bits(got, torch.zeros(8))


def tree(x):
    """Compute the tree T1 with logaddexp as addition."""
    while len(x) > 1:
        odd = x[len(x) // 2 * 2 :]
        x = torch.cat([torch.logaddexp(x[0 : len(x) // 2 * 2 : 2], x[1::2]), odd])
    return x[0]


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_T6_running_logarithms_of_sums_are_trees_of_their_prefixes(dtype):
    x = numbers(dtype, 2, 23, 3) * 8
    got = torch.logcumsumexp(x, 1)
    for i in range(23):
        for row in range(2):
            wanted = torch.stack([tree(x[row, : i + 1, k].float()) for k in range(3)]).to(dtype)
            assert_bits(got[row, i], wanted)


def test_T6_running_logarithms_begin_with_nothing():
    x = torch.tensor([-torch.inf, -torch.inf, 1.0, torch.inf, NAN])
    got = torch.logcumsumexp(x, 0)
    assert_bits(got, torch.tensor([-torch.inf, -torch.inf, 1.0, torch.inf, NAN]))
    assert torch.logcumsumexp(torch.empty(0, 3), 0).shape == (0, 3)
    assert torch.logcumsumexp(torch.tensor(2.0), 0).item() == 2.0
