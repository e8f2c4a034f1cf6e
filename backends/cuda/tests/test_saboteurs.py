"""The backend's own kernels, broken in one place each, are caught without a GPU.

A copy of the sources gets one mistake of the kind that authors of kernels make, and the same host
code runs it on the emulated machine: it must give other bits than the kernels as they are (which
the golden vectors judge), or the checking build must name what it does. What shows only in the
compiler's output, atomics and missing flags, is caught by the gate (gate/tests/saboteurs).
"""

import numpy as np
import pytest

from samebits.backends.cuda.machines.emulated import EmulatedMachine
from samebits.backends.cuda.tests.planting import returned
from samebits.backends.protocol import BackendError


def normal(*shape):
    return np.random.default_rng(3).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize(
    ("op", "shape", "attributes", "planted", "named"),
    [
        pytest.param(
            "sum", (2, 40_000), {"axes": (1,)},
            ("reduce/rows.cuh", "    __syncthreads();\n", ""),
            r"(race|uninitialised).*rows\.cuh:\d+",
            id="a missing barrier",
        ),
        pytest.param(
            "exp", (4096,), {},
            ("lanes/tables.cuh", "    __syncthreads();\n", ""),
            r"sb_exp_f32: (race|uninitialised).*lanes\.cuh",
            id="tables that are read before they are filled",
        ),
        pytest.param(
            "logsumexp", (3, 2000), {"axes": (1,)},
            ("kernels/reduce/logsumexp.cu", "sb_fill_exp_tables()", "(void)0"),
            r"uninitialised.*lanes\.cuh",
            id="tables that nobody fills",
        ),
    ],
)  # fmt: skip
def test_what_is_read_too_early_is_named_with_its_place(
    plant, op, shape, attributes, planted, named
):
    x = normal(*shape)
    returned(op, x, machine=EmulatedMachine(checked=True), **attributes)
    plant(*planted)
    with pytest.raises(BackendError, match=named):
        returned(op, x, machine=EmulatedMachine(checked=True), **attributes)


def test_r2_a_table_of_which_half_is_read_shows_in_the_bits(plant):
    x = normal(4096)
    right = returned("exp", x)
    plant("lanes/lanes.cuh", "t.copy[index & 31]", "t.copy[index & 15]")
    assert not np.array_equal(right, returned("exp", x))


def test_t1_a_tail_that_is_filled_with_plus_zero_shows_in_the_bits(plant):
    x = np.full(1027, -0.0, np.float32)
    assert returned("sum", x) == 0x80000000
    plant("warp.cuh", "return -Real(0);", "return Real(0);")
    assert returned("sum", x) == 0


def test_a_tail_that_is_one_element_too_long_is_named(plant):
    tail = "i < N && base + i < a.count"
    plant("elementwise/elementwise.cuh", tail, tail.replace("< a", "<= a"))
    x = normal(1022)
    with pytest.raises(BackendError, match="sb_add_f32: (race|out of bounds): "):
        returned("add", x, x, machine=EmulatedMachine(checked=True))


def test_t1_a_warp_of_sixteen_lanes_shows_in_the_bits(plant):
    x = normal(2, 40_000)
    right = returned("sum", x, axes=(1,))
    plant("warp.cuh", "(int stride = N; stride < 32;", "(int stride = N; stride < 16;")
    assert not np.array_equal(right, returned("sum", x, axes=(1,)))


def test_t1_pairs_that_are_not_adjacent_show_in_the_bits(plant):
    x = normal(2, 40_000)
    right = returned("sum", x, axes=(1,))
    plant("warp.cuh", "sb_shuffle_xor(node, stride)", "sb_shuffle_xor(node, lanes / 2 / stride)")
    assert not np.array_equal(right, returned("sum", x, axes=(1,)))


def test_a_launch_on_another_stream_shows_in_the_bits():
    class Elsewhere(EmulatedMachine):
        """Its kernels go to a stream that nobody waits for."""

        def start(self, prepared, arguments):
            self.use_stream(9)
            super().start(prepared, arguments)
            self.use_stream(0)

    x = normal(64)
    assert not np.array_equal(returned("exp", x), returned("exp", x, machine=Elsewhere()))
