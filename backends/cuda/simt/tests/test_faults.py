"""Tests that the checking build finds each planted fault with its line, and reports no others."""

from __future__ import annotations

import re

import pytest

from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.simt.tests.kernel_bench import Scene, run, scenes
from samebits.backends.protocol import BackendError

FAULTS = [
    scene
    for name in ("shared_races.cu", "global_races.cu", "bounds.cu", "order.cu")
    for scene in scenes(name)
]
CLEAN = scenes("clean.cu")


def named(scene: Scene) -> str:
    return scene.kernel.entry


@pytest.mark.parametrize("scene", FAULTS, ids=named)
@pytest.mark.parametrize("schedule", ["forward", "reverse", "random"])
def test_a_planted_fault_is_found_under_every_schedule(scene: Scene, schedule: str) -> None:
    machine = EmulatedMachine(schedule, seed=7, checked=True)
    with pytest.raises(BackendError) as raised:
        run(machine, scene.kernel, scene.shape)
    told = str(raised.value)
    assert re.match(f"{scene.kernel.entry}: .*({scene.finds})", told), told
    assert "\n" not in told


@pytest.mark.parametrize("scene", FAULTS, ids=named)
def test_a_finding_names_file_line_block_and_thread(scene: Scene) -> None:
    machine = EmulatedMachine(checked=True)
    with pytest.raises(BackendError) as raised:
        run(machine, scene.kernel, scene.shape)
    place = re.search(
        r"; at (\S+):(\d+)(?:, called from \S+)?, block \(\d+, 0, 0\), thread \(\d+, 0, 0\)$",
        str(raised.value),
    )
    assert place, str(raised.value)
    assert place[1].endswith(scene.kernel.unit.path.rsplit("/", 1)[1])
    assert int(place[2]) in scene.lines


@pytest.mark.parametrize("scene", CLEAN, ids=named)
def test_a_clean_kernel_gives_the_same_bits_in_both_builds_under_every_schedule(
    scene: Scene,
) -> None:
    results = []
    for checked in (False, True):
        for schedule, seed in (("forward", 1), ("reverse", 1), *(("random", s) for s in range(4))):
            machine = EmulatedMachine(schedule, seed, checked=checked)
            x, y = run(machine, scene.kernel, scene.shape)
            results.append((x.tobytes(), y.tobytes()))
    assert len(set(results)) == 1


def test_a_finding_in_a_header_names_the_kernel_s_line_too() -> None:
    scene = next(scene for scene in CLEAN if scene.kernel.entry == "packs")
    machine = EmulatedMachine(checked=True)
    with pytest.raises(BackendError) as raised:
        run(machine, scene.kernel, Launch((1, 1, 1), (17, 1, 1)))
    assert re.search(r"; at src/memory\.cuh:\d+, called from \S*clean\.cu:\d+, ", str(raised.value))
