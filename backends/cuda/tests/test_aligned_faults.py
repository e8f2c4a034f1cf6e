"""Tests that mistakes in kernels of aligned products (T11) change bits or cause a finding."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.planting import Plant, returned
from samebits.backends.protocol import Array, BackendError

TENSORS, WORDS = "aligned/tensor.cuh", "aligned/words.cuh"
CAPABILITY = {TENSORS: 90, WORDS: 75}

Pair = tuple[int, int]

LANES = {
    "registers of A in each other's place": (
        "{word(lines, first), word(lines + 8, first),",
        "{word(lines + 8, first), word(lines, first),",
    ),
    "lines from another lane": (
        "lines[group()] + sb_pack_at(group(), pack) * 16;",
        "lines[group() ^ 2] + sb_pack_at(group() ^ 2, pack) * 16;",
    ),
    "columns of B of other fragments": (
        "&r.b[j][warp_column() + wide * 8]",
        "&r.b[j][warp_column() + (wide ^ 1) * 8]",
    ),
    "registers of B in each other's place": (
        "b[j][wide][0] = word(lines, first);",
        "b[j][wide][0] = word(lines, second);",
    ),
    "packs in the order of their terms": ("sb_pack_at(group(), pack) * 16", "pack * 16"),
    "columns of C of another layout": ("member() * 2 + n % 2", "member() + n % 2 * 4"),
    "rows of C of another layout": ("n % 4 / 2 * 8 + group()", "n % 2 * 8 + group()"),
    "a slice of another layout": (
        "place / 8 * (HIGH * 16) + slice * 8",
        "place / 8 * 8 + slice * (WARPS_DOWN * 8)",
    ),
}


def operands(spread: int = 10) -> tuple[Array, Array]:
    """Return operands whose units differ between blocks, with a row of ties."""
    rng = np.random.default_rng(spread)
    a, b = rng.standard_normal((33, 600)), rng.standard_normal((600, 41))
    scale = 2.0 ** rng.integers(-spread, spread, 600)
    a *= scale
    a[0] = 1 + 2.0**-7  # 64.5 units of 8 bits
    return a.astype(np.float32), b.astype(np.float32)


def of(path: str, bits: Pair, *, checked: bool = False) -> Array:
    machine = EmulatedMachine(capability=CAPABILITY.get(path, 90), checked=checked)
    return returned("matmul_aligned", *operands(), machine=machine, bits=bits)


def shows(
    plant: Plant, path: str, right: str, wrong: str, *, way: str, bits: Pair = (24, 16)
) -> bool:
    """Return whether a mistake changes bits.

    The checks of the emulated device must find no error.
    """
    before = of(way, bits)
    plant(path, right, wrong)
    return not np.array_equal(of(way, bits, checked=True), before)


@pytest.mark.parametrize("mistake", LANES)
def test_a_fragment_in_a_wrong_lane_shows_in_the_bits(plant: Plant, mistake: str) -> None:
    assert shows(plant, TENSORS, *LANES[mistake], way=TENSORS)


@pytest.mark.parametrize("way", CAPABILITY)
@pytest.mark.parametrize("barrier", [0, 1])
def test_a_missing_barrier_is_named(plant: Plant, way: str, barrier: int) -> None:
    step = "                Way::store(next_a, next_b, r.stage);\n"
    wait = "                __syncthreads();\n"
    if barrier:
        load = (
            "                if (term % SB_TERMS == 0)\n"
            "                    load_exponents(p, tile, term / SB_TERMS, r);\n"
        )
        plant("aligned/tiles.cuh", step + load + wait, step + load)
    else:
        plant("aligned/tiles.cuh", wait + step, step)
    with pytest.raises(BackendError, match=r"race|uninitialised shared memory"):
        of(way, (24, 16), checked=True)


@pytest.mark.parametrize(
    "wait",
    [
        "        __syncthreads(); // wait until the previous lines have been read\n",
        "        __syncthreads();\n#pragma unroll 1\n",
    ],
    ids=["before", "after"],
)
def test_a_missing_barrier_of_lines_that_are_read_together_is_named(
    plant: Plant, wait: str
) -> None:
    # With this number of terms, a block of threads aligns lines more than once.
    rng = np.random.default_rng(3)
    a, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((9, 8500), (8500, 41)))
    plant("aligned/align.cu", wait, "")
    with pytest.raises(BackendError, match=r"race|uninitialised shared memory"):
        returned("matmul_aligned", a, b, machine=EmulatedMachine(checked=True), bits=(8, 8))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("sb_terms_left(x, from) : 0", "sb_terms_left(x, from) - 1 : 0"),
        ("first + lane : first, from", "first : first, from"),
    ],
    ids=["no last term", "one line for all"],
)
def test_a_mistake_in_lines_that_are_read_together_shows_in_the_bits(
    plant: Plant, right: str, wrong: str
) -> None:
    assert shows(plant, "aligned/align.cu", right, wrong, way="", bits=(16, 16))


@pytest.mark.parametrize(
    ("right", "wrong", "finding"),
    [
        ("lines + SB_ALIGN_LINES - 1)", "lines)", "uninitialised"),
        ("k % 4 * (SB_TERMS / 4) + k / 4", "k / 2", "race|uninitialised shared memory"),
    ],
    ids=["no last lines", "two terms in one place"],
)
def test_a_mistake_in_where_such_lines_lie_is_named(
    plant: Plant, right: str, wrong: str, finding: str
) -> None:
    plant("aligned/align.cu", right, wrong)
    with pytest.raises(BackendError, match=finding):
        of("", (16, 16), checked=True)


@pytest.mark.parametrize("way", CAPABILITY)
@pytest.mark.parametrize(
    "wrong",
    ["true, true,", "i == A - 1, true,", "true, j == B - 1,", "false, false,"],
    ids=["all signed", "low digits of B signed", "low digits of A signed", "none signed"],
)
def test_T11_5_a_digit_of_the_wrong_sign_shows_in_the_bits(
    plant: Plant, way: str, wrong: str
) -> None:
    assert shows(plant, way, "i == A - 1, j == B - 1,", wrong, way=way, bits=(24, 24))


@pytest.mark.parametrize("way", CAPABILITY)
def test_T11_6_an_accumulator_over_two_blocks_shows_in_the_bits(plant: Plant, way: str) -> None:
    assert shows(plant, "aligned/tiles.cuh", "sums[s][n] = 0;", ";", way=way)


@pytest.mark.parametrize("way", CAPABILITY)
@pytest.mark.parametrize(
    ("path", "right", "wrong"),
    [
        pytest.param(
            "aligned/values.cuh", "(int64_t)last * ((int64_t)1 << 8 * (WEIGHTS - 2))",
            "(int32_t)((uint32_t)last << 8 * (WEIGHTS - 2))",
            id="a sum of 32 bits",
        ),
        pytest.param(
            "aligned/tiles.cuh", "term / SB_TERMS, r);", "0, r);", id="units of the first block"
        ),
        pytest.param(
            "aligned/align.cu", "low, high, 0x5410u)", "low, high, 0x5410u) & ~0x80u",
            id="seven bits",
        ),
        pytest.param(
            "aligned/align.cu", "min(max(q, -limit), limit)", "q", id="no clamp"
        ),
        pytest.param(
            "aligned/align.cu", "__float2int_rn(units.v)", "__float2int_rd((units + 0.5f).v)",
            id="ties upward",
        ),
    ],
)  # fmt: skip
def test_T11_a_mistake_in_what_both_ways_share_shows_in_the_bits(
    plant: Plant, way: str, path: str, right: str, wrong: str
) -> None:
    bits = (24, 24) if "int32_t" in wrong else (8, 8)
    assert shows(plant, path, right, wrong, way=way, bits=bits)


@pytest.mark.parametrize("way", CAPABILITY)
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("carried + sums[s][n]) >> 8", "sums[s][n]) >> 8"),
        ("(last + carried) >> 8", "last >> 8"),
        ("sums[WEIGHTS - 3 - s][n]", "sums[s][n]"),
        ("float(below)", "float(0)"),
        ("(uint32_t)u + (uint32_t)v) * 8 +", "(uint32_t)u + (uint32_t)v) * 8 + (1u << 23) +"),
    ],
    ids=["a carry lost", "all carries lost", "sums in another order", "low bytes lost", "twice"],
)
def test_T11_6_a_mistake_in_the_value_of_a_block_shows_in_the_bits(
    plant: Plant, way: str, right: str, wrong: str
) -> None:
    assert shows(plant, "aligned/values.cuh", right, wrong, way=way)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("SB_LEAST_ORDINARY = -63", "SB_LEAST_ORDINARY = -64"),
        ("SB_MOST_ORDINARY = 36", "SB_MOST_ORDINARY = 64"),
    ],
    ids=["too small units", "too large units"],
)
def test_T11_6_units_that_binary32_does_not_have_show_in_the_bits(
    plant: Plant, right: str, wrong: str
) -> None:
    size = 2.0 ** (14 + (-64 if "LEAST" in right else 64))
    b = np.full((30, 9), size, np.float32)
    a = np.tile(np.float32([size, -size]), (9, 15))  # all sums are 0, for any unit
    before = returned("matmul_aligned", a, b, machine=EmulatedMachine(), bits=(16, 16))
    plant("aligned/values.cuh", right, wrong)
    after = returned("matmul_aligned", a, b, machine=EmulatedMachine(), bits=(16, 16))
    assert not np.array_equal(after, before)


def test_a_pack_of_another_line_shows_in_the_bits(plant: Plant) -> None:
    a, b = (np.ascontiguousarray(x) for x in (operands()[0][:, :512], operands()[1][:512]))
    before = returned("matmul_aligned", a, b, machine=EmulatedMachine(), bits=(16, 16))
    plant("aligned/align.cu", "i * 32 + sb_lane());", "i * 32 + (sb_lane() ^ 1));")
    after = returned("matmul_aligned", a, b, machine=EmulatedMachine(), bits=(16, 16))
    assert not np.array_equal(after, before)
