"""Test measurements: sides alternate, and ratios have the right direction.

No test asserts a time.
"""

import pytest

from samebits.backends import discovery
from samebits.benchmarks.measure import Measured, Pair, measure, rotate
from samebits.benchmarks.peers import normal, runner
from samebits.spec.catalog import get_op


def test_the_two_sides_alternate_and_take_turns_in_going_first():
    order = []
    pair = Pair("x", lambda: order.append("ours"), lambda: order.append("peer"), 1, "run")
    result = measure(pair, seconds=0, slice_seconds=0)
    assert result.rounds == 5
    rounds = [order[i : i + 2] for i in range(len(order) - 10, len(order), 2)]
    assert all(sorted(r) == ["ours", "peer"] for r in rounds)
    assert len({tuple(r) for r in rounds}) == 2


def test_every_side_is_timed_by_the_timer_and_compared_within_its_round():
    taken = {"ours": iter([9, 2, 2, 4, 2, 2]), "slow": iter([9, 6, 6, 8, 6, 6])}
    asked = []

    def timed(run, repeats):
        asked.append(repeats)
        return next(taken[run()])

    sides = {name: (lambda name=name: name) for name in taken}
    found = rotate(sides, seconds=0, slice_seconds=20, timed=timed)
    assert found.rounds == 5
    assert asked == [1, 1] + [2] * 10
    slow = found.sides["slow"]
    assert (slow.seconds, slow.ratio, slow.low, slow.high) == (6, 3, 2.5, 3)
    assert found.sides["ours"].ratio == 1


def test_ratio_is_the_peers_time_over_ours():
    result = Measured("x", 1.0, 2.0, 2.0, 1.9, 2.1, 5, 10.0, "element")
    assert result.ours_rate == 10
    assert result.peer_rate == 5


@pytest.mark.parametrize("name", ["sum", "softmax"])
def test_a_runner_repeats_the_call_into_the_same_outputs(name):
    attributes = {"axes": (1,)} if name == "sum" else {}
    with discovery.load("numpy").open("cpu") as session:
        run = runner(session, get_op(name).call(["f32"], **attributes), [normal(4, 8)])
        run()
        run()
