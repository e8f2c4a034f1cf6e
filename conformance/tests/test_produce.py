"""Tests that elements that were never written are found, although bits do not show it."""

import numpy as np
import pytest

from samebits.backends.executor import poison_of
from samebits.conformance.calls.buffers import ALIGNMENT, aligned, other_poison_of
from samebits.conformance.calls.produce import produce
from samebits.conformance.tests import fakes
from samebits.conformance.tests.small_backend import values
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, bits_of, from_bits

ADD = get_op("add").call(("f32", "f32"))
OPERANDS = [values(300, 1), values(300, 2)]


@pytest.mark.parametrize("name", FORMATS)
def test_the_two_poisons_differ_in_every_byte(name):
    size = FORMATS[name].bits // 8
    pair = zip(
        poison_of(name).to_bytes(size, "big"), other_poison_of(name).to_bytes(size, "big"),
        strict=True,
    )  # fmt: skip
    assert all(a != b for a, b in pair)


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16", "i64", "bool"])
@pytest.mark.parametrize("shape", [(), (0,), (7,), (3, 5)])
def test_an_output_is_poisoned_and_aligned(name, shape):
    output = aligned(shape, name, poison_of(name))
    assert output.shape == shape
    assert output.dtype == FORMATS[name].dtype
    assert output.ctypes.data % ALIGNMENT == 0 or not output.size
    assert (bits_of(output) == poison_of(name)).all()


def test_a_session_that_writes_everything_is_believed():
    made = produce(fakes.RightSession(), ADD, OPERANDS, [(300,)])
    assert made.unwritten_count == 0
    assert np.array_equal(bits_of(made.outputs[0]), bits_of(OPERANDS[0] + OPERANDS[1]))


def test_an_element_that_was_never_written_is_found():
    made = produce(fakes.Unwriting(), ADD, OPERANDS, [(300,)])
    assert made.unwritten_count == 1
    assert np.flatnonzero(made.fills.unwritten[0]).tolist() == [299]


def test_a_result_that_equals_the_poison_is_no_false_alarm():
    neg = get_op("neg").call(("f32",))

    class Negating(fakes.RightSession):
        def supports(self, call):
            return fakes.Supported()

        def run(self, call, inputs, outputs):
            outputs[0][...] = from_bits(bits_of(inputs[0]) ^ np.uint32(1 << 31), "f32")

    operand = from_bits(np.array([0x7FFFFFFF, 0], np.uint32), "f32")
    made = produce(Negating(), neg, [operand], [(2,)])
    assert bits_of(made.outputs[0])[0] == poison_of("f32")
    assert made.unwritten_count == 0


def test_a_second_run_is_held_to_the_bits_of_the_first():
    neg = get_op("neg").call(("f32",))

    class Tiring(fakes.RightSession):
        """A session that is right in the first call and slightly wrong in later calls."""

        calls = 0

        def supports(self, call):
            return fakes.Supported()

        def run(self, call, inputs, outputs):
            self.calls += 1
            bits = bits_of(inputs[0]) ^ np.uint32(1 << 31)
            bits[-1] ^= np.uint32(self.calls > 1)
            outputs[0][...] = from_bits(bits, "f32")

    operand = from_bits(np.array([0x7FFFFFFF, 0], np.uint32), "f32")
    made = produce(Tiring(), neg, [operand], [(2,)])
    assert (made.unwritten_count, made.changed_count) == (0, 1)
    assert made.troubles == ["1 have other bits when the call is made again"]
