"""Tests of the search for more evidence if one wrong number has several explanations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.diagnosis.broaden import broaden
from samebits.conformance.diagnosis.wrong_elements import gather
from samebits.conformance.tests.made import Array, Made, judged, normal, right
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

F32 = np.float32


def one_wrong(call: Call, x: Sequence[Array], by: float = 2.0) -> Made:
    return Made(lambda c, v: right(c, v) * F32(by))


@pytest.mark.parametrize("size", [100, 100_000])
def test_a_sum_of_one_output_is_run_again_on_random_operands(size: int) -> None:
    call, x = get_op("sum").call(["f32"]), [normal((size,))]
    session = one_wrong(call, x)
    wanted = right(call, x)
    evidence = gather(session, call, x, [bits_of(wanted)], [wanted * F32(2)])
    assert evidence is not None
    assert evidence.total == 1
    more = broaden(evidence)
    assert more.is_composed
    assert more.total >= 12
    assert more.wrong.all()


def test_a_sum_too_large_to_be_run_again_stays_as_it_is() -> None:
    call, x = get_op("sum").call(["f32"]), [np.ones(400_000, F32)]
    wanted = np.asarray(F32(400_000))
    evidence = gather(one_wrong(call, x), call, x, [bits_of(wanted)], [wanted * F32(2)])
    assert evidence is not None
    assert broaden(evidence) is evidence


def test_a_dot_product_is_confirmed_by_products_of_the_same_shape() -> None:
    call = get_op("dot").call(["f32", "f32"])

    def rounded(c: Call, v: Sequence[Array]) -> Array:
        return np.add.accumulate(v[0] * v[1])[-1:]

    found = judged(call, [normal((77,)), normal((77,), seed=1)], rounded)
    assert (found.name, found.confirmed) == ("unfused", True)
