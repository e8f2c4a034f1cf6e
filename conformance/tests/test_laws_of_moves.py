"""Tests of laws about moves and scatters: gather, group and sort by an index."""

import numpy as np
import pytest

from samebits.backends.protocol import Supported
from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import all_laws
from samebits.conformance.tests import fakes
from samebits.conformance.tests.judging import all_law_cases
from samebits.conformance.tests.lawful import assert_found
from samebits.oracles import numpy_route


class Routed(fakes.RightSession):
    """A right session that supports every op of the NumPy route."""

    def supports(self, call):
        return Supported()

    def run(self, call, inputs, outputs):
        outputs[0][...] = self.value(call, inputs)
        for output, right in zip(outputs[1:], numpy_route.evaluate(call, inputs)[1:], strict=True):
            output[...] = right

    def value(self, call, inputs):
        return numpy_route.evaluate(call, inputs)[0]


class LeftToRight(Routed):
    """A session that adds scattered updates one after the other."""

    def value(self, call, inputs):
        if call.op != "scatter_add":
            return super().value(call, inputs)
        total, places = inputs[0].copy(), list(np.indices(inputs[1].shape))
        places[call.attributes["axis"]] = inputs[1]
        np.add.at(total, tuple(places), inputs[2])
        return total


class FirstRowOnly(Routed):
    """A session that uses the index of the first row for every row."""

    def value(self, call, inputs):
        if call.op == "gather" and inputs[1].ndim > 1:
            index = np.broadcast_to(inputs[1][:1], inputs[1].shape)
            return super().value(call, [inputs[0], index])
        return super().value(call, inputs)


class TiesTurned(Routed):
    """A session that sorts equal elements in reverse order."""

    def value(self, call, inputs):
        if call.op != "sort":
            return super().value(call, inputs)
        return super().value(call, [np.flip(inputs[0], call.attributes["axis"])])


@pytest.mark.parametrize(
    ("law", "session", "op", "said"),
    [
        ("grouping", LeftToRight, "scatter_add", "the contributions to each destination"),
        ("reordering", FirstRowOnly, "gather", "reversed in the operands"),
        ("resorting", TiesTurned, "sort", "sorts to other bits"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, session, op, said):
    assert_found(session(), law, op, said)


@pytest.mark.parametrize(
    ("law", "op"),
    [("grouping", "scatter_add"), ("reordering", "gather"), ("resorting", "argsort")],
)
def test_a_right_session_obeys_the_laws_of_moves(law, op):
    bench = Bench(Routed())
    cases = [c for c in all_law_cases() if (c.law, c.op) == (law, op) and "f32" in c.label]
    assert cases
    for case in cases:
        assert [all_laws()[law].check(bench, s) for s in case.specimens()] == [None] * len(
            case.specimens()
        )
