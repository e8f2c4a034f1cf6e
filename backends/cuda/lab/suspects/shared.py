"""Checks of shared memory.

A kernel can use shared memory even if its first launch requested none. Functions that look up
tables in shared memory return the same bits as kernels that compute.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.resident import empty, resident
from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.lab.suspects import Found
from samebits.backends.cuda.lab.suspects.bench import Bench, require_same
from samebits.backends.cuda.launching.tables import LEAST_COPIED
from samebits.backends.cuda.machines.functions import ALL_SHARED, CARVEOUT
from samebits.backends.cuda.machines.protocol import Launch
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, from_bits

_ADD = get_op("add").call(["f32", "f32"])
_ONE = (1, 1, 1)
_PIECE = 256  # a number of elements below the limit for tables


def carve_out(bench: Bench) -> str:
    """Return the driver's carve-out value after launches without and with shared memory."""
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
        raise Found(f"carve-out without, with, without shared memory: {seen} percent")
    return f"without, with, without shared memory: {seen} percent"


def _kernel_of_add(bench: Bench) -> Kernel:
    """Return the kernel of an addition, which has no dynamic shared memory."""
    # no other check uses this shape, so the call is planned now
    with _noted(bench.session.machine) as seen:
        bench.from_host(_ADD, np.ones(77, np.float32), np.ones(77, np.float32))
    if not seen:
        raise Found("an addition has launched no kernel")
    return seen[0]


@contextmanager
def _noted(machine: Any) -> Iterator[list[Kernel]]:
    """Record the kernels that are requested in the block."""
    seen: list[Kernel] = []
    prepare = machine.prepare

    def note(kernel: Kernel, shape: Launch, sizes: Any) -> Any:
        seen.append(kernel)
        return prepare(kernel, shape, sizes)

    machine.prepare = note
    try:
        yield seen
    finally:
        del machine.prepare


def tables(bench: Bench) -> str:
    """Check all patterns of table formats, in one call and in calls too short for tables."""
    run: Any = bench.session.run
    machine = bench.session.machine
    said = []
    for form in ("f16", "bf16", "f8e4m3fn", "f8e5m2"):
        bits = FORMATS[form].bits
        count = max(1 << bits, LEAST_COPIED * machine.multiprocessors)
        every = np.arange(count).astype(f"u{bits // 8}")
        call = get_op("exp").call([form])
        x = resident(machine, from_bits(every, form))
        whole, pieces = (empty(machine, x.shape, x.dtype) for _ in range(2))
        with _noted(machine) as seen:
            run(call, [x], [whole])
        if not (seen and seen[-1].entry.startswith("sb_table")):
            raise Found(f"{count} elements of {form} were not looked up")
        for at in range(0, 1 << bits, _PIECE):
            part, result = (y.view((_PIECE,), None, at * bits // 8) for y in (x, pieces))
            run(call, [part], [result])
        got, wanted = (array.read(0, 1 << bits).view(every.dtype) for array in (whole, pieces))
        require_same(got, wanted, f"exp of {form}")
        said.append(f"{form} by {seen[-1].entry}")
    return ", ".join(said)
