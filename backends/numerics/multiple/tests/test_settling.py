"""Tests that the loop continues if it must or lacks words, and ends with the right bits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from samebits.backends.numerics.multiple.tests.arguments import pattern, rows
from samebits.backends.numerics.multiple.tests.library import (
    EVERY,
    HERE,
    Multiple,
    compile_c,
    expected,
)

FIRST = 128
"""The number of bits of the first attempt (settle.h)."""

LEAST = 2.0**-1074
HARD: tuple[tuple[str, tuple[float, ...], int], ...] = (
    # Half of an odd subnormal number would be a tie without a second-order term.
    *(("silu", (3 * LEAST,), 1024), ("gelu", (-5 * LEAST,), 1024)),
    *(("gelu_tanh", (7 * LEAST,), 1024), ("quick_gelu", (-3 * LEAST,), 1024)),
    ("hardswish", (LEAST,), 1024),
    # alpha x is a tie of 54 bits, or half of the smallest number, and so is x^2.
    *(("elu", (-LEAST, 0.5), 1024), ("elu", (-(1 + 2.0**-52) * 2.0**-400, 1 + 2.0**-1), 512)),
    ("tanhshrink_derivative", ((2.0**27 - 1) * 2.0**-300,), 512),
    # 1 + x is near a tie, and x^2 / 2 decides.
    *(("exp", (2.0**-53,), 128), ("log1p", (-(2.0**-54),), 128)),
    ("exp", (7.541752774995959e-10,), 128),
)
"""Operands, and the number of bits of the first precision that decides their rounding."""


@pytest.mark.parametrize(("op", "operands", "bits"), HARD)
def test_hard_cases(multiple: Multiple, op: str, operands: tuple[float, ...], bits: int) -> None:
    row = tuple(map(pattern, operands))
    assert not multiple.known(op, row)
    tried = FIRST
    while tried < bits:
        assert multiple.decided(op, row, tried) == 0
        tried *= 2
    assert multiple.decided(op, row, bits) == 1
    assert multiple.settled(op, [row]) == expected(op, [row])


def test_the_precision_starts_where_it_is_told(multiple: Multiple) -> None:
    row = (pattern(2.0**-40 + 2.0**-53),)  # e^x = 1 + 2^-40 + 2^-53 + 2^-81 + ...
    assert multiple.decided("exp", row, 64) == 1
    row = (pattern(LEAST * 3),)
    assert [multiple.decided("silu", row, bits) for bits in (64, 128, 960)] == [0, 0, 0]


@pytest.mark.parametrize("op", EVERY)
def test_the_stack_suffices_for_the_first_try(multiple: Multiple, op: str) -> None:
    for row in rows(op, 10):
        if not multiple.known(op, row):
            assert multiple.decided(op, row, FIRST, 1024) != -1, row


@pytest.mark.parametrize("op", EVERY)
def test_the_environment_of_the_caller_changes_nothing(multiple: Multiple, op: str) -> None:
    arguments = rows(op, 5)
    assert multiple.settled(op, arguments, elsewhere=True) == multiple.settled(op, arguments)


def test_sanitized_and_short_of_words(tmp_path: Path) -> None:
    program = tmp_path / "short"
    checks = ("-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all")
    compile_c(HERE / "short.c", program, *checks)
    run = subprocess.run([str(program)], check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
