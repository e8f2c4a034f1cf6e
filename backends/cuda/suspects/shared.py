"""Check of shared memory: a function gets it though its first launch has asked for none."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from samebits.backends.cuda.machines.functions import ALL_SHARED, CARVEOUT
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.suspects import Found
from samebits.backends.cuda.suspects.bench import Bench
from samebits.backends.cuda.units import Kernel
from samebits.spec.catalog import get_op

_ADD = get_op("add").call(["f32", "f32"])
_ONE = (1, 1, 1)


def carve_out(bench: Bench) -> str:
    """The driver's own word for the carve-out, after launches without and with shared memory."""
    bench.require_gpu()
    machine: Any = bench.session.machine
    driver = importlib.import_module("cupy").cuda.driver
    kernel = _kernel_of_add(bench)
    seen = []
    with machine.selected():
        for shared in (0, 4096, 0):
            prepared = machine.prepare(kernel, Launch(_ONE, _ONE, shared), ())
            seen.append(int(driver.funcGetAttribute(CARVEOUT, prepared.launch[0])))
    if seen[0] == ALL_SHARED or seen[1:] != [ALL_SHARED] * 2:
        raise Found(f"without, with, without shared memory: {seen} percent")
    return f"without, with, without shared memory: {seen} percent"


def _kernel_of_add(bench: Bench) -> Kernel:
    """The kernel that adding launches, which has no dynamic shared memory."""
    machine: Any = bench.session.machine
    seen = []
    prepare = machine.prepare

    def note(kernel: Kernel, shape: Launch, sizes: Any) -> Any:
        seen.append(kernel)
        return prepare(kernel, shape, sizes)

    machine.prepare = note
    try:  # a shape that no other check has, so that it is planned anew
        bench.from_host(_ADD, np.ones(77, np.float32), np.ones(77, np.float32))
    finally:
        del machine.prepare
    if not seen:
        raise Found("adding has asked for no kernel")
    return seen[0]
