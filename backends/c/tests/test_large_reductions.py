"""Test reductions of up to 2^32 terms, and arrays of more than 2^31 elements (clauses T1, T2, T3).

The arrays are views with stride 0, or zeros for which the system allocates no memory, so that no
test needs more than a few MiB.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import format_of, from_bits, get_format


def reduced(session: CSession, name: str, x: Array) -> Array:
    return execute(session, get_op(name).call([format_of(x).name]), [x])[0]


def test_T1_a_sum_of_2_to_the_32_equal_terms_doubles_at_every_level(session: CSession) -> None:
    term = np.float32(0.1)
    total = reduced(session, "sum", np.broadcast_to(term, (1 << 16, 1 << 16)))
    assert total == np.float32(np.ldexp(term, 32))


def test_S3_an_index_beyond_2_to_the_31_is_found(session: CSession) -> None:
    last = (1 << 31) + 10
    x = np.zeros(last + 1, np.int8)
    x[-1] = 1
    assert reduced(session, "argmax", x) == last
    assert reduced(session, "count_nonzero", x) == 1
    assert reduced(session, "sum", x[::-1]) == 1


def test_T3_a_count_beyond_2_to_the_32_is_exact(session: CSession) -> None:
    x = np.broadcast_to(np.array([[True], [False]]), (2, (1 << 31) + 7))
    assert reduced(session, "count_nonzero", x) == (1 << 31) + 7


@pytest.mark.parametrize("name", [c[0][0] for c in get_op("count_nonzero").signatures])
def test_T3_counters_of_the_width_of_an_element_do_not_overflow(
    session: CSession, name: str
) -> None:
    call = get_op("count_nonzero").call([name])
    ones = from_bits(np.ones((1025, 70), get_format(name).bits_dtype), name)
    assert execute(session, call, [ones])[0] == ones.size
    for axis in (0, 1):
        along = replace(call, attributes={**call.attributes, "axes": (axis,)})
        counts = execute(session, along, [ones])[0]
        assert counts.tolist() == [ones.shape[axis]] * ones.shape[1 - axis]
