"""Tests of diagnoses of results with unwritten elements or old contents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from samebits.backends import executor
from samebits.conformance.diagnosis import diagnose
from samebits.conformance.tests.made import Array, Made, normal, right
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

F32 = np.float32


class Writing(Made):
    """A backend whose outputs a function of the test writes, perhaps not completely."""

    def __init__(self, write: Callable[[Sequence[Array], Array], None]) -> None:
        self.write = write

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.write([right(call, inputs)], outputs[0])


def named_by(write: Callable[[Sequence[Array], Array], None]) -> tuple[str, str]:
    """Return the name and the text of the diagnosis if `write` writes a product of 37 elements."""
    call, x = get_op("mul").call(["f32", "f32"]), [normal((37,)), normal((37,), seed=1)]
    session = Writing(write)
    got = executor.execute(session, call, x)
    found = diagnose(session, call, x, [bits_of(right(call, x))], got)
    assert found is not None
    return found.name, found.text


def test_elements_that_are_never_written_are_named_whatever_filled_them() -> None:
    def write(found: Sequence[Array], output: Array) -> None:
        output[:32] = found[0][:32]

    name, text = named_by(write)
    assert name == "unwritten"
    assert "the last 5 of 37" in text


def test_the_pattern_of_a_fresh_output_that_a_backend_computes_itself_is_not_unwritten() -> None:
    def write(found: Sequence[Array], output: Array) -> None:
        output[...] = found[0]
        fresh = executor.poisoned((5,), "f32")
        output[32:] = fresh

    assert named_by(write)[0] != "unwritten"


def test_elements_that_no_operand_changes_are_old_data() -> None:
    def write(found: Sequence[Array], output: Array) -> None:
        output[...] = found[0]
        output[[3, 9, 20]] = F32(7)

    name, text = named_by(write)
    assert name == "stale"
    assert "all 3 wrong elements" in text
