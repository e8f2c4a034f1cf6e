"""Tests of windows as data (G1.13): elements that a place reads, absent taps, place numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families import pools
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.graph import Graph
from samebits.spec.language.graph_text import graph_lines
from samebits.spec.language.moves import Broadcast
from samebits.spec.language.scope import Scope
from samebits.spec.language.shapes import matmul
from samebits.spec.language.taps import Positions, Taps


def scope(**sizes):
    return Scope(matmul, {"k": (2, 3), "s": (3, 1)}, sizes)


def by_hand(x, fill, places, count, at):
    """Return the expected result, computed by loops over places and taps."""
    rank = len(places)
    lead, sizes = x.shape[: x.ndim - rank], x.shape[x.ndim - rank :]
    rows = {}
    for place in itertools.product(*map(range, places)):
        taps = itertools.product(*(range(count(a, i)) for a, i in enumerate(place)))
        read = [
            tuple(at(a, i, t) for a, (i, t) in enumerate(zip(place, tap, strict=True)))
            for tap in taps
        ]
        rows[place] = [r for r in read if all(0 <= i < n for i, n in zip(r, sizes, strict=True))]
    most = [max((count(a, i) for i in range(n)), default=0) for a, n in enumerate(places)]
    found = np.full((*lead, *places, int(np.prod(most))), fill, x.dtype)
    for place, read in rows.items():
        for number, index in enumerate(read):
            found[(..., *place, number)] = x[(..., *index)]
    return found


@pytest.mark.parametrize("name", ["f32", "bf16", "i64", "f64", "bool", "f8e4m3fn"])
def test_G1_13_taps_read_in_row_major_order_and_what_is_absent_stands_last(name):
    bits = np.random.default_rng(1).integers(0, 2**63, (2, 5, 4), dtype=np.uint64)
    x = from_bits(bits, name)
    fill = x.reshape(-1)[:1].reshape(())
    move = Taps("y", ("x", "f"), "[*P]", "k", "s*place + 2*tap - 2")
    found = move.apply([x, fill], scope(P=(3, 4)))
    raw = bits_of(x)
    k, s = (2, 3), (3, 1)
    wanted = by_hand(
        raw, raw.reshape(-1)[0], (3, 4), lambda a, i: k[a], lambda a, i, t: s[a] * i + 2 * t - 2
    )
    assert np.array_equal(bits_of(found), wanted)
    assert found.dtype == x.dtype


def test_G1_13_every_place_may_have_taps_of_its_own_number():
    x = np.arange(7)
    move = Taps("y", ("x", "f"), "[P]", "place % 3", "place + tap")
    found = move.apply([x, np.array(-1)], scope(P=6))
    assert found.tolist() == [[-1, -1], [1, -1], [2, 3], [-1, -1], [4, -1], [5, 6]]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_G1_13_of_nothing_there_is_nothing_to_read(shape):
    move = Taps("y", ("x", "f"), "[*P]", "k", "place + tap")
    found = move.apply([np.zeros((2, *shape), np.int64), np.array(5)], scope(P=(2, 1)))
    assert found.tolist() == np.full((2, 2, 1, 6), 5).tolist()
    found = move.apply([np.zeros((0, 3, 3), np.int64), np.array(5)], scope(P=shape))
    assert found.shape == (0, *shape, 6)


def test_G1_13_places_are_numbered_in_row_major_order():
    found = Positions("p", "[N, *S]").apply([], scope(N=2, S=(2, 2)))
    assert (found.dtype, found.tolist()) == (np.int64, [[[0, 1], [2, 3]], [[4, 5], [6, 7]]])


def test_an_axis_of_a_broadcast_may_be_that_of_its_input():
    x = np.arange(6).reshape(2, 1, 3)
    assert Broadcast("y", "x", "[N, 2, *S, ?]").apply([x], scope(N=5, S=(4,))).shape == (5, 2, 4, 3)
    assert Broadcast("y", "x", "[?, 4, 3]").apply([x], scope()).shape == (2, 4, 3)


@pytest.mark.parametrize(
    ("x", "fill", "move", "message"),
    [
        (np.zeros(3, np.int64), np.float32(0), {}, "is int64, but the fill value is float32"),
        (np.zeros(3, np.int64), np.zeros(1, np.int64), {}, "(1,) must have rank 0"),
        (np.int64(3), np.int64(0), {}, "needs at least 1 axes"),
        (np.zeros(3, np.int64), np.int64(0), {"at": "place*q"}, "'place*q' names 'q'"),
        (np.zeros(3, np.int64), np.int64(0), {"taps": "k"}, "'k' has values for 2 axes, not 1"),
    ],
)
def test_taps_that_cannot_be_are_refused(x, fill, move, message):
    fields = {"places": "[P]", "taps": "2", "at": "place + tap"} | move
    with pytest.raises(SpecError) as caught:
        Taps("y", ("x", "f"), **fields).apply([np.asarray(x), np.asarray(fill)], scope(P=2))
    assert message in str(caught.value)


def test_a_graph_of_windows_reads_well_as_text():
    graph = get_op("max_pool2d").graph
    assert isinstance(graph, Graph)
    lines = graph_lines(graph)
    assert "numbers = the row-major numbers of the places [*S]" in lines
    assert (
        "t = x at stride*place + dilation*tap - padding for each place of [*P] and each tap of "
        "kernel_size, then fill" in lines
    )


@pytest.mark.parametrize("rank", pools.RANKS)
def test_G10_7_the_places_that_read_an_element_are_those_whose_taps_name_it(rank):
    """The windows of a gradient have their own formulas, which must agree with the pool's."""
    draws = np.random.default_rng(rank)
    op = get_op(f"avg_pool{rank}d")
    for _ in range(60):
        kernel, stride = (tuple(map(int, draws.integers(1, 5, rank))) for _ in range(2))
        sizes = tuple(
            max(k, int(n)) for k, n in zip(kernel, draws.integers(1, 9, rank), strict=True)
        )
        padding = tuple(int(draws.integers(0, k // 2 + 1)) for k in kernel)
        call = op.call(
            ["f32"], kernel_size=kernel, stride=stride, padding=padding,
            ceil_mode=bool(draws.integers(2)),
        )  # fmt: skip
        shape = (1, 1, *sizes)
        names = op.scope(call, [shape])
        places = op.output_shapes(call, [shape])[0][2:]
        assert_inverse(pools.AVERAGED, pools.AVERAGING, names, sizes, places)


@pytest.mark.parametrize("rank", pools.RANKS)
def test_G10_9_even_parts_are_read_evenly(rank):
    draws = np.random.default_rng(rank)
    op = get_op(f"adaptive_avg_pool{rank}d")
    for _ in range(60):
        sizes, places = (tuple(map(int, draws.integers(1, 12, rank))) for _ in range(2))
        call = op.call(["f32"], output_size=places)
        names = op.scope(call, [(1, 1, *sizes)])
        assert_inverse(pools.ADAPTIVE, pools.ADAPTING, names, sizes, places)


def assert_inverse(read, reading, names, sizes, places):
    def table(windows, of):
        numbers = np.arange(np.prod(of)).reshape(of)
        found = Taps("t", ("x", "f"), windows.places, windows.taps, windows.at).apply(
            [numbers, np.array(-1)], names
        )
        return [[i for i in row if i >= 0] for row in found.reshape(-1, found.shape[-1]).tolist()]

    forward, backward = table(read, sizes), table(reading, places)
    wanted = [[p for p, row in enumerate(forward) if i in row] for i in range(int(np.prod(sizes)))]
    assert backward == wanted
