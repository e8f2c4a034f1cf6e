"""Tests that mistakes that break no rule of CUDA change the bits of sums (T1)."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.simt.tests.kernel_bench import KERNELS, unit_of
from samebits.backends.cuda.tests.direct_launch import start

UNIT = unit_of(KERNELS / "sums.cu")
WRONG = (
    "padded_with_zero",
    "halves_instead_of_neighbours",
    "the_last_element_is_lost",
    "one_after_the_other",
)
SCHEDULES = (("forward", 1), ("reverse", 1), ("random", 1), ("random", 2))


def block_sum(name: str, x: np.ndarray, machine: EmulatedMachine) -> np.uint32:
    source, target = machine.allocate(max(x.nbytes, 4)), machine.allocate(4)
    machine.upload(source, 0, x.view(np.uint8))
    arguments = (
        ctypes.c_uint64(source.address),
        ctypes.c_uint64(target.address),
        ctypes.c_int32(len(x)),
    )
    start(machine, Kernel(UNIT, name), Launch((1, 1, 1), (256, 1, 1)), arguments)
    result = np.empty(1, np.float32)
    machine.download(target, 0, result.view(np.uint8))
    return np.uint32(result.view(np.uint32)[0])


def adjacent_pairs(x: np.ndarray) -> np.uint32:
    while len(x) > 1:
        pairs = x[: len(x) // 2 * 2]
        x = np.concatenate([pairs[::2] + pairs[1::2], x[len(pairs) :]])
    return np.uint32(x.view(np.uint32)[0])


def operands() -> list[np.ndarray]:
    generator = np.random.default_rng(5)
    drawn = [generator.normal(size=n).astype(np.float32) for n in (*range(1, 10), 100, 253, 256)]
    return [*drawn, np.full(7, -0.0, np.float32)]


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize(("schedule", "seed"), SCHEDULES)
def test_T1_a_tree_has_the_bits_of_adjacent_pairs(schedule: str, seed: int, checked: bool) -> None:
    machine = EmulatedMachine(schedule, seed, checked=checked)
    for x in operands():
        assert block_sum("right", x, machine) == adjacent_pairs(x)


@pytest.mark.parametrize("name", WRONG)
def test_T1_a_wrong_tree_has_other_bits_and_no_finding(name: str) -> None:
    machine = EmulatedMachine(checked=True)
    assert any(block_sum(name, x, machine) != adjacent_pairs(x) for x in operands())


def test_the_schedule_decides_a_race_and_nothing_else() -> None:
    x = np.arange(256, dtype=np.float32)
    seen = {block_sum("whoever_comes_last", x, EmulatedMachine(*s)).item() for s in SCHEDULES}
    assert len(seen) == len(SCHEDULES)
