"""Tests that every case passes on a correct session, and detects each fault of a faulty session."""

import re

import numpy as np
import pytest

from samebits.backends.cuda.lab.large.case import POISON
from samebits.backends.cuda.lab.large.cases import CASES
from samebits.backends.cuda.lab.large.formula import Formulas
from samebits.backends.cuda.lab.large.reference import Reference, piece_length
from samebits.backends.cuda.lab.large.row import RIGHT, WRONG, run_case
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt import emulated
from samebits.backends.cuda.simt.emulated import EmulatedMachine

if emulated.unavailable_reason():
    pytest.fail(emulated.unavailable_reason())

ELEMENTS = 12_345
POISONING = ("i64",), ("i64",)


class Session(CudaSession):
    """An emulated device. Subclasses change `compute`, which runs the call of a case."""

    def __init__(self):
        super().__init__("emulated", EmulatedMachine(multiprocessors=3))

    def run(self, call, inputs, outputs):
        if call.op == "cast" and (call.inputs, call.outputs) == POISONING:
            super().run(call, inputs, outputs)
        else:
            self.compute(call, inputs, outputs)

    def compute(self, call, inputs, outputs):
        super().run(call, inputs, outputs)


def bytes_of(array):
    """Return all bytes of an array's memory."""
    return array.view((array.memory.size,), None, 0, np.uint8)


def elements_of(array):
    """Return the offset of the last element, and the size of an element, in bytes."""
    strides = array.strides or ()
    reach = sum((n - 1) * s for n, s in zip(array.shape, strides, strict=bool(strides)))
    return (reach if strides else (array.size - 1) * array.dtype.itemsize), array.dtype.itemsize


class LateElement(Session):
    """A session that changes one bit of the element at three quarters of the result."""

    def compute(self, call, inputs, outputs):
        super().compute(call, inputs, outputs)
        last, item = elements_of(outputs[0])
        step = (outputs[0].strides or (item,))[-1]
        at = last // step * 3 // 4 * step
        memory = bytes_of(outputs[0])
        memory.write(at, memory.read(at, at + 1) ^ 1)


class NoTail(Session):
    """A session that does not write the last element."""

    def compute(self, call, inputs, outputs):
        super().compute(call, inputs, outputs)
        last, item = elements_of(outputs[0])
        bytes_of(outputs[0]).write(last, np.full(item, POISON, np.uint8))


class HalfIndex(Session):
    """A session that computes the second half of the result from the beginning of the operands."""

    def compute(self, call, inputs, outputs):
        for x in inputs:
            memory = bytes_of(x)
            item = x.dtype.itemsize
            half = memory.size // item // 2 * item
            memory.write(half, memory.read(0, memory.size - half))
        super().compute(call, inputs, outputs)


@pytest.fixture(scope="module")
def reference():
    with Reference(piece_length(ELEMENTS), 2) as opened:
        yield opened


def row_of(session, reference, name):
    with session:
        case = CASES[name](Formulas(reference.piece, 1), ELEMENTS)
        return run_case(session, reference, name, case, 60.0, 1)


@pytest.mark.parametrize("name", CASES)
def test_every_element_is_compared_and_right_where_nothing_is_wrong(name, reference):
    row = row_of(Session(), reference, name)
    assert (row.state, row.note) == (RIGHT, "")
    assert row.compared == row.of > 0
    assert row.elements >= ELEMENTS / 2


@pytest.mark.parametrize("fault", [LateElement, NoTail, HalfIndex])
@pytest.mark.parametrize("name", CASES)
def test_a_planted_fault_is_told_with_its_element_and_its_bits(name, fault, reference):
    row = row_of(fault(), reference, name)
    assert row.state == WRONG, row
    found = re.match(
        r"element (\d+): wanted 0x([0-9a-f]+), got 0x([0-9a-f]+), in the piece (\d+) to (\d+), ",
        row.note,
    )
    assert found, row.note
    assert found[2] != found[3]
    assert int(found[4]) <= int(found[1]) < int(found[5])
    if fault is NoTail:
        assert set(re.findall("..", found[3])) == {f"{POISON:02x}"}
