"""Golden vectors through the public functions of the front end."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from samebits.numpy.tests.every import asked, function
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of
from samebits.vectors.case import ByValue
from samebits.vectors.reader import Vectors


@cache
def vectors() -> Vectors:
    return Vectors.open()


@pytest.mark.parametrize("name", all_ops())
def test_a_function_has_the_golden_bits_of_level_smoke(name: str) -> None:
    compared = 0
    for case in vectors().cases(ops=[name], level="smoke"):
        positional, named = asked(case.call, case.inputs())
        found = function(get_op(name))(*positional, **named)
        results = found if isinstance(found, tuple) else [found]
        for mine, wanted in zip(results, case.expected(), strict=True):
            if isinstance(wanted, ByValue):
                assert np.array_equal(bits_of(mine), wanted.bits), case.id
            else:
                assert wanted.wrong_blocks(bits_of(mine)) == (), case.id
            compared += 1
    assert compared
