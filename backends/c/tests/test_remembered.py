"""Test that stored results of short formats equal the results of the loops (clause R2)."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from samebits.spec.catalog import functions, get_op
from samebits.spec.formats import from_bits, get_format

PATTERNS = {"f16": 1 << 16, "bf16": 1 << 16, "f8e4m3fn": 1 << 8, "f8e5m2": 1 << 8}
ENOUGH = 8
"""Number of calls with every bit pattern after which the library reads results from a table.

The library needs 4 calls (src/remembered.c).
"""


def every_pattern(name):
    return from_bits(np.arange(PATTERNS[name], dtype=get_format(name).bits_dtype), name)


def bits_returned(session, call, x):
    y = np.full_like(x.view(f"u{x.itemsize}"), 0x5A).view(x.dtype)
    session.run(call, [x], [y])
    return y.view(f"u{x.itemsize}").copy()


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("op", functions())
def test_r2_a_kept_result_is_the_computed_one(session, op, name):
    call, x = get_op(op).call([name]), every_pattern(name)
    first = bits_returned(session, call, x[: PATTERNS[name] // 4])
    for _ in range(ENOUGH):
        last = bits_returned(session, call, x)
    assert np.array_equal(first, last[: len(first)])
    ragged = bits_returned(session, call, x[3::5])
    assert np.array_equal(ragged, last[3::5])


@pytest.mark.parametrize("name", PATTERNS)
def test_r4_results_are_kept_for_one_parameter_and_another_one_gets_its_own(session, name):
    x = every_pattern(name)
    half, two = (get_op("elu").call([name], alpha=alpha) for alpha in (0.5, 2.0))
    small = get_op("elu").call([name], alpha=0.5)
    wanted = bits_returned(session, half, x), bits_returned(session, two, x)
    for _ in range(ENOUGH):
        assert np.array_equal(bits_returned(session, small, x), wanted[0])
        assert np.array_equal(bits_returned(session, two, x), wanted[1])
    assert not np.array_equal(*wanted)


def test_r2_threads_that_come_at_once_get_the_same_results(session):
    call, x = get_op("atan").call(["f16"]), every_pattern("f16")
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: bits_returned(session, call, x), range(24)))
    assert all(np.array_equal(results[0], other) for other in results[1:])
