"""Tests that planted mistakes in the kernels are detected without a GPU.

A copy of the sources gets one mistake that authors of kernels typically make. The same Python code
runs it on the emulated device. The mistake must change bits, or the checking build must report it.
Mistakes that show only in the compiler's output, such as atomics and missing options, are detected
by the gate (lab/gate/tests/saboteurs).
"""

import numpy as np
import pytest

from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.planting import returned
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op


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


@pytest.mark.parametrize(
    ("op", "path", "right", "wrong"),
    [
        (
            "sum",
            "reduce/rows.cuh",
            "sb_reduce_rows<Rule, SB_FEW_PACKS>(a)",
            "sb_reduce_rows<Rule, 1>(a)",
        ),
        ("max", "reduce/rows.cuh", "first + (packs - 1) * step + terms <= left", "true"),
        ("sum", "reduce/rows.cuh", "pack.v[i] = first[at + i];", "pack.v[i] = first[i];"),
        ("max", "reduce/extreme.cuh", "(uint64_t)key - nans", "(uint64_t)key"),
        ("min", "reduce/extreme.cuh", "bits ^= sb_least_key();", ";"),
    ],
)
def test_t2_a_mistake_in_rows_or_extremes_shows_in_the_bits(plant, op, path, right, wrong):
    x = -np.abs(normal(3, 197))  # some rows do not begin at the start of a pack
    x[1, 5] = -np.nan
    before = returned(op, x, axes=(1,))
    plant(path, right, wrong)
    assert not np.array_equal(before, returned(op, x, axes=(1,)))


def test_a_launch_on_another_stream_shows_in_the_bits():
    class Elsewhere(EmulatedMachine):
        """A machine that launches kernels on a stream for which no one waits."""

        def start(self, prepared, arguments):
            self.use_stream(9)
            super().start(prepared, arguments)
            self.use_stream(0)

    x = normal(64)
    assert not np.array_equal(returned("exp", x), returned("exp", x, machine=Elsewhere()))


HEADS = (normal(1, 2, 9, 33)[..., ::-1], normal(1, 1, 520, 33), normal(1, 1, 520, 40))
ATTENTION = "attention/forward.cuh"


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        pytest.param(
            "            __syncthreads();\n            const sb_part found",
            "            const sb_part found",
            r"(race|uninitialised).*forward\.cuh",
            id="scores that are read before they are there",
        ),
        pytest.param(
            "                }\n                __syncthreads();\n#pragma unroll",
            "                }\n#pragma unroll",
            r"(race|uninitialised).*forward\.cuh",
            id="factors that are read before they are there",
        ),
        pytest.param(
            "    sb_fill_exp_tables();\n    const int t",
            "    const int t",
            r"uninitialised.*lanes\.cuh",
            id="tables that nobody fills",
        ),
        pytest.param(
            "__any_sync(SB_ALL_LANES, some)",
            "__any_sync(0x7fffffffu, some)",
            r"forward\.cuh",
            id="a lane that is left out of a vote",
        ),
    ],
)
def test_t8_attention_without_a_barrier_is_named_with_its_place(plant, right, wrong, named):
    returned("scaled_dot_product_attention", *HEADS, machine=EmulatedMachine(checked=True))
    plant(ATTENTION, right, wrong)
    with pytest.raises(BackendError, match=named):
        returned("scaled_dot_product_attention", *HEADS, machine=EmulatedMachine(checked=True))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("j.left * a + j.right * b", "SB_FMA_F32(j.left, a, j.right * b)"),
        ("x[i] = seen[i] ? x[i] : -float(0);", "x[i] = seen[i] ? x[i] : float(1);"),
        ("(lane * N + i) * SB_QUERIES];\n", "(i * 32 + lane) * SB_QUERIES];\n"),
        ("SB_FMA_F32(x.v[i], y, found[4 * p + i])", "x.v[i] * y + found[4 * p + i]"),
        ("part.some ? sum[i] / part.sum", "part.some ? sum[i] * (float(1) / part.sum)"),
    ],
    ids=["two blocks by an fma", "absent as one", "other pairs", "no fma", "a reciprocal"],
)
def test_t8_attention_by_other_operations_shows_in_the_bits(plant, right, wrong):
    before = returned("scaled_dot_product_attention", *HEADS, is_causal=True, query_offset=400)
    plant(ATTENTION, right, wrong)
    after = returned("scaled_dot_product_attention", *HEADS, is_causal=True, query_offset=400)
    assert not np.array_equal(before, after)


def gradients(machine=None):
    """Compute the gradients of attention in binary32, and return their bits."""
    call = get_op("scaled_dot_product_attention_gradient").call(["f32"] * 6, ["f32"] * 4)
    query, key, value = HEADS
    shapes = [(1, 2, 9, 40), (1, 2, 9, 40), (1, 2, 9, 520)]
    given = [query, key, value, *(normal(*shape) for shape in shapes)]
    results = [np.full(x.shape, np.nan, np.float32) for x in (*HEADS, given[5])]
    with CudaSession("emulated", machine or EmulatedMachine()) as session:
        session.run(call, given, results)
    return np.concatenate([x.view(np.uint32).ravel() for x in results])


@pytest.mark.parametrize(
    ("path", "right", "wrong"),
    [
        (
            "attention/backward.cuh",
            "#endif\n            __syncthreads();\n#pragma unroll",
            "#endif\n#pragma unroll",
        ),
        (
            "attention/backward.cuh",
            "            __syncthreads();\n            last = sb_part_of",
            "            last = sb_part_of",
        ),
        (
            ATTENTION,
            "        __syncthreads();\n#pragma unroll\n        for (int q = 0;",
            "#pragma unroll\n        for (int q = 0;",
        ),
        (
            ATTENTION,
            "        __syncthreads();\n        for (int i = (int)threadIdx.x;",
            "        for (int i = (int)threadIdx.x;",
        ),
    ],
    ids=["factors too early", "scores too early", "terms too early", "terms too late"],
)
def test_t8_gradients_of_attention_without_a_barrier_are_named(plant, path, right, wrong):
    plant(path, right, wrong)
    with pytest.raises(BackendError, match=r"(race|uninitialised).*(backward|forward|memory)\.cuh"):
        gradients(EmulatedMachine(checked=True))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("t[i] = p[i] * rest[i]", "t[i] = SB_FMA_F32(p[i], slope[i], -p[i] * float(0.5))"),
        ("rest[i] = slope[i] - g.inner[query]", "rest[i] = slope[i]"),
        ("sum[i] = kept[level][i] + sum[i]", "sum[i] = kept[0][i] + sum[i]"),
        ("x = of_values ? sum[i] : sum[i] *", "x = false ? sum[i] : sum[i] *"),
        ("other % a.queries :", "(other + 1) % a.queries :"),
    ],
    ids=["no difference", "no inner product", "another level", "a scaled value", "another query"],
)
def test_t8_gradients_by_other_operations_show_in_the_bits(plant, right, wrong):
    before = gradients()
    plant("attention/backward.cuh", right, wrong)
    assert not np.array_equal(before, gradients())
