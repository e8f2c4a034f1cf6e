"""Tests that every function of the last stage gives the bits of the oracle in binary64."""

from __future__ import annotations

import pytest

from samebits.backends.numerics.multiple.tests.arguments import rows
from samebits.backends.numerics.multiple.tests.library import EVERY, Multiple, expected

DRAWN = 60


@pytest.mark.parametrize("op", EVERY)
def test_the_bits_are_those_of_the_oracle(multiple: Multiple, op: str) -> None:
    arguments = rows(op, DRAWN)
    wanted, found = expected(op, arguments), multiple.settled(op, arguments)
    wrong = [
        (tuple(map(hex, row)), hex(want), hex(have))
        for row, want, have in zip(arguments, wanted, found, strict=True)
        if want != have
    ]
    assert not wrong, f"{op}: {len(wrong)} of {len(arguments)} (operands, oracle, C): {wrong[:5]}"
