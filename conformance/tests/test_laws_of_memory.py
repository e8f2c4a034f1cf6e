"""Laws about memory: strides, broadcasts and byte offsets of operands and results."""

import numpy as np
import pytest

from samebits.conformance.laws.layouts import LAYOUTS, at_offset, placed, shifted
from samebits.conformance.tests import fakes
from samebits.conformance.tests.lawful import assert_found


class LayoutMinded(fakes.RightSession):
    """Adds in another order where the operand is not contiguous."""

    def value(self, call, inputs):
        if call.op == "sum" and not inputs[0].flags.c_contiguous:
            return super().value(call, [inputs[0][..., ::-1]])
        return super().value(call, inputs)


class AddressMinded(fakes.RightSession):
    """Adds in another order where the operand does not start at a multiple of 4."""

    def value(self, call, inputs):
        if inputs[0].ctypes.data % 4:
            return super().value(call, [inputs[0][..., ::-1]])
        return super().value(call, inputs)


@pytest.mark.parametrize(
    ("law", "session", "op", "said"),
    [
        ("strides", LayoutMinded, "sum", "operands negative and result negative give other bits"),
        ("broadcast", LayoutMinded, "sum", "stride 0"),
        ("alignment", AddressMinded, "sum", "byte offsets [1]"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, session, op, said):
    assert_found(session(), law, op, said)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@pytest.mark.parametrize("shape", [(), (1,), (7,), (3, 5), (2, 3, 4)])
def test_a_layout_moves_no_bit(layout, shape):
    array = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
    copy = placed(array, layout)
    assert copy.shape == shape
    assert isinstance(copy, np.ndarray)
    assert np.array_equal(copy, array)


@pytest.mark.parametrize("offset", [0, 1, 3, 63])
def test_an_offset_is_a_byte_offset(offset):
    array = np.arange(6, dtype=np.float64).reshape(2, 3)
    assert at_offset((2, 3), "f64", offset).ctypes.data % 64 == offset
    assert np.array_equal(shifted(array, offset), array)
