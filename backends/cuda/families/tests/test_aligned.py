"""Tests that three implementations of aligned products (T11) give the bits of the NumPy route.

They use mma.sync, dp4a, and whole integers (kernels/aligned_plain.cu). All run on the emulated
device. `families/aligned.py` chooses between the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from samebits.backends.cuda.families import aligned
from samebits.backends.cuda.families.aligned import (
    LARGE,
    LOW,
    SMALL,
    WIDE,
    WIDE_DIGITS,
    WORDS_LARGE,
    WORDS_SMALL,
)
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.families.aligned import PAIRS
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call

PLAIN = aligned.Tiling(
    str(Path(__file__).parent / "kernels" / "aligned_plain.cu"),
    16,
    16,
    threads=256,
    blocks=1,
    room=0,
    since=0,
)
WAYS = {
    "tensors": (WIDE, LARGE, SMALL),
    "words": (WORDS_LARGE, WORDS_SMALL, LOW),
    "plain": (PLAIN,),
}
TILINGS = [tiling for tilings in WAYS.values() for tiling in tilings]
SPREAD = 2.0 ** np.arange(-30, 3)

Use = Callable[[aligned.Tiling], None]
Pair = tuple[int, int]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Return a function that makes all products use the given tiles.

    If operands have too many digits for these tiles, LARGE is used.
    """

    def chosen(tiling: aligned.Tiling) -> None:
        def tiles(*asked: Any) -> aligned.Tiling:
            return LARGE if tiling is WIDE and max(asked[-1]) > WIDE_DIGITS else tiling

        monkeypatch.setattr(aligned, "tiling_for", tiles)

    return chosen


def named(tiling: aligned.Tiling) -> str:
    return tiling.path.rpartition("/")[2].removesuffix(".cu")


def drawn(seed: int, *shape: int, name: str = "f32") -> Array:
    """Return normal random numbers over 33 binades, so that small elements of a block become 0."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape) * rng.choice(SPREAD, shape)
    return np.asarray(x.astype(get_format(name).dtype))


def product(bits: Pair, *formats: str, result: str | None = None, **attributes: Any) -> Call:
    names = list(formats or ("f32", "f32"))
    return get_op("matmul_aligned").call(
        names, [result] if result else None, bits=bits, **attributes
    )


def computed(call: Call, *operands: Array, **settings: Any) -> Array:
    with CudaSession("emulated", EmulatedMachine(**settings)) as session:
        return bits_of(execute(session, call, list(operands))[0])


def agree(call: Call, *operands: Array, **settings: Any) -> None:
    with np.errstate(all="ignore"):
        wanted = bits_of(numpy_route.evaluate(call, list(operands))[0])
    got = computed(call, *operands, **settings)
    assert np.array_equal(got, wanted), f"{call}: {np.count_nonzero(got != wanted)} differ"


class Asked:
    """The properties of a machine on which the choice of tiles depends."""

    def __init__(self, capability: int, multiprocessors: int = 4) -> None:
        self.capability, self.multiprocessors = capability, multiprocessors


@pytest.mark.parametrize(
    ("capability", "shape", "digits", "wanted"),
    [
        (75, (1, 512, 512), (2, 2), WORDS_LARGE),
        (75, (1, 20, 30), (2, 2), WORDS_SMALL),
        (80, (1, 512, 512), (3, 2), LARGE),
        (80, (1, 512, 512), (2, 2), WIDE),
        (90, (1, 512, 64), (2, 2), LARGE),  # both need one round, in which LARGE does less work
        (90, (1, 20, 30), (2, 2), SMALL),
        (120, (16, 32, 32), (1, 1), LARGE),
        (120, (1, 8, 4096), (2, 1), LOW),
        (75, (1, 1, 1), (3, 3), LOW),
    ],
)
def test_the_architecture_and_the_shape_choose(
    capability: int, shape: tuple[int, int, int], digits: Pair, wanted: aligned.Tiling
) -> None:
    machine: Any = Asked(capability)
    assert aligned.tiling_for(machine, *shape, digits) is wanted
    assert wanted.since <= capability


def test_no_tiles_are_chosen_for_digits_that_they_are_not_compiled_for() -> None:
    compiled = {kernel_unit for op in ("matmul_aligned",) for kernel_unit in aligned.units(op)}
    machine: Machine
    for capability in (75, 90):
        machine = Asked(capability)  # type: ignore[assignment]
        for bits in PAIRS:
            for rows, columns in ((1, 1), (8, 9), (9, 8), (9, 9), (300, 3), (3, 300), (300, 400)):
                digits = (bits[0] // 8, bits[1] // 8)
                sizes = (rows, columns)
                if aligned.is_turned(rows, columns, digits):
                    digits, sizes = digits[::-1], sizes[::-1]
                tiling = aligned.tiling_for(machine, 1, *sizes, digits)
                assert tiling.kernel(digits).unit in compiled


@pytest.mark.parametrize("tiling", TILINGS, ids=named)
@pytest.mark.parametrize("bits", PAIRS)
def test_T11_every_pair_of_widths_in_every_tile(
    use: Use, tiling: aligned.Tiling, bits: Pair
) -> None:
    use(tiling)
    agree(product(bits), drawn(1, 41, 300), drawn(2, 300, 70))


@pytest.mark.parametrize("tiling", TILINGS, ids=named)
@pytest.mark.parametrize("k", [0, 1, 3, 63, 64, 65, 255, 256, 257, 321, 512, 1025])
def test_T11_3_every_rest_of_k_in_words_steps_and_blocks(
    use: Use, tiling: aligned.Tiling, k: int
) -> None:
    use(tiling)
    agree(product((24, 16)), drawn(k, 9, k), drawn(k + 1, k, 10))


@pytest.mark.parametrize("tiling", TILINGS, ids=named)
def test_T11_edges_of_tiles_batches_and_transposes(use: Use, tiling: aligned.Tiling) -> None:
    use(tiling)
    call = get_op("bmm_aligned").call(["f32"] * 3, bits=(16, 24), transpose_a=True)
    agree(call, drawn(3, 3, 20, 35), drawn(4, 3, 20, 18), drawn(5, 18))
    for m, n in ((tiling.rows, tiling.columns), (tiling.rows + 1, tiling.columns - 1)):
        agree(product((8, 8), transpose_b=True), drawn(6, m, 5), drawn(7, n, 5))


@pytest.mark.parametrize("tiling", TILINGS, ids=named)
@pytest.mark.parametrize("name", ["f32", "f16", "bf16", "f8e4m3fn", "f8e5m2"])
def test_T11_9_bias_and_the_final_rounding(use: Use, tiling: aligned.Tiling, name: str) -> None:
    use(tiling)
    a, b = drawn(8, 10, 260, name=name), drawn(9, 260, 11, name=name)
    agree(product((24, 24), *[name] * 3, result=name), a, b, drawn(10, 11, name=name))


def special() -> tuple[Array, Array]:
    """Return operands with special rows and special columns; each row meets each column."""
    rows = [
        np.full(300, 2 - 2.0**-23),  # digits at their limits, because values are limited
        np.full(300, -(2 - 2.0**-23)),
        np.where(np.arange(300) % 2, -1.0, 1.0) * (2 - 2.0**-23),
        np.where(np.arange(300) == 7, np.nan, 1.0),
        np.where(np.arange(300) == 299, -np.inf, 1.0),
        np.where(np.arange(300) < 256, 0.0, -1.5),
        np.where(np.arange(300) < 256, -0.0, 0.0),
        np.full(300, 2.0**-149),
        np.full(300, -(2.0**-76)),
        np.full(300, 2.0**-76),
        np.full(300, 3e38),
        1.0 + np.arange(300) * 2.0**-14,  # ties with 16 bits
    ]
    x = np.array(rows, np.float32)
    return x, np.ascontiguousarray(x.T)


@pytest.mark.parametrize("tiling", TILINGS, ids=named)
@pytest.mark.parametrize("bits", [(8, 8), (16, 16), (24, 16), (24, 24)])
def test_T11_limits_nans_zeros_and_subnormals(use: Use, tiling: aligned.Tiling, bits: Pair) -> None:
    use(tiling)
    agree(product(bits), *special())


@pytest.mark.parametrize("row", [1, 2])
def test_lines_that_are_one_line_are_aligned_alike(row: int) -> None:
    """Test an operand with one row, and one with two rows in the same memory."""
    a = np.broadcast_to(drawn(15, 1, 520), (row, 520))
    agree(product((16, 16)), a, drawn(16, 520, 33))
    agree(product((16, 16)), drawn(17, 33, 520), a.T)


@pytest.mark.parametrize("bits", [(8, 8), (16, 8), (16, 16), (24, 8), (24, 16)])
def test_T11_6_units_at_the_borders_of_the_ordinary_and_beyond(bits: Pair) -> None:
    """Test units at the limits of binary32 arithmetic in values.cuh, and subnormal units."""
    units = np.array([-64, -63, -62, 0, 35, 36, 37])
    a, b = (drawn(width, 7, 16) for width in bits)
    for x, width in ((a, bits[0]), (b, bits[1])):
        top = np.frexp(np.abs(x).max(axis=1))[1] - 1
        x[...] = np.ldexp(x, (units + width - 2 - top)[:, None])
        assert (np.frexp(np.abs(x).max(axis=1))[1] - 1 - (width - 2) == units).all()
    agree(product(bits), a, np.ascontiguousarray(b.T))


@pytest.mark.parametrize("tiling", TILINGS, ids=named)
def test_no_tiles_read_too_early_or_out_of_bounds(use: Use, tiling: aligned.Tiling) -> None:
    use(tiling)
    a, b = drawn(11, 67, 330), drawn(12, 330, 81)
    for schedule, seed in (("reverse", 1), ("random", 5)):
        bits = (16, 16) if tiling is WIDE else (24, 24)
        agree(product(bits), a, b, schedule=schedule, seed=seed, checked=True)


class Small(EmulatedMachine):
    """A machine with little shared memory, in which fewer levels of the tree fit."""

    shared_memory = 50 * 1024


@pytest.mark.parametrize("tiling", TILINGS, ids=named)
def test_T1_no_grid_and_no_place_of_the_waiting_sums_changes_a_bit(
    use: Use, tiling: aligned.Tiling
) -> None:
    use(tiling)
    call, operands = product((16, 16)), [drawn(13, 70, 2300), drawn(14, 2300, 40)]
    wanted = bits_of(numpy_route.evaluate(call, operands)[0])
    for machine in (EmulatedMachine, Small):
        for multiprocessors in (1, 50):
            with CudaSession("emulated", machine(multiprocessors=multiprocessors)) as session:
                got = bits_of(execute(session, call, operands)[0])
            assert np.array_equal(got, wanted)


@pytest.mark.parametrize("bits", PAIRS)
def test_T11_the_ways_agree_on_a_million_random_elements(use: Use, bits: Pair) -> None:
    """Test at least a million elements, counted over all pairs of widths."""
    rng = np.random.default_rng(PAIRS.index(bits))
    m, n, k = 320, 352, int(rng.integers(257, 320))
    assert len(PAIRS) * m * n >= 10**6
    a, b = drawn(PAIRS.index(bits), m, k), drawn(99, k, n)
    call, found = product(bits), {}
    for tiling in (WIDE, LARGE, SMALL, WORDS_LARGE):
        use(tiling)
        found[named(tiling)] = computed(call, a, b).tobytes()
    assert len(set(found.values())) == 1, found.keys()
