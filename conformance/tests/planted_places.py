"""Backends for hosts whose bits depend on a memory address or on earlier calls.

They are for `test_wrong_diagnoses.py`: each once got a wrong diagnosis.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.hosting.memory import PAGE
from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph
from samebits.spec.formats import bits_of


def one_bit(output):
    """Flip the last bit of the middle element of a result."""
    bits = bits_of(output).copy()
    bits.reshape(-1)[output.size // 2] ^= bits.dtype.type(1)
    output[...] = bits.view(output.dtype)


def _behind_a_page(session, call, inputs, output):
    """Make a result wrong unless it begins at a page, as results of an allocator hardly ever do."""
    session.inner.run(call, inputs, [output])
    if output.size and output.ctypes.data % PAGE:
        one_bit(output)


def _all_at_a_page(session, call, inputs, output):
    session.inner.run(call, inputs, [output])
    if output.size and all(x.ctypes.data % PAGE == 0 for x in inputs):
        one_bit(output)


def _packed_once(session, call, inputs, output):
    """Pack the weights of a call, and use them for the next three calls with this shape too."""
    kept = session.memory.setdefault(inputs[1].shape, [0, inputs[1]])
    if kept[0] % 4 == 0:
        kept[1] = np.array(inputs[1])
    kept[0] += 1
    output[...] = right_graph(session, call, [inputs[0], kept[1], *inputs[2:]])


RESULT_BEHIND_A_PAGE = Saboteur("result_behind_a_page", ("add",), "*", _behind_a_page)
OPERANDS_AT_A_PAGE = Saboteur("operands_at_a_page", ("add",), "*", _all_at_a_page)
WEIGHTS_PACKED_ONCE = Saboteur("weights_packed_once", ("matmul",), "*", _packed_once)
