"""A run of all units through the gate: on all processors, with progress and cached verdicts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from rich.console import Console

from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.lab.gate.verdict import Verdict, inspect
from samebits.common.progress import Watch


def run(chosen: Mapping[Unit, tuple[int, ...]], jobs: int, console: Console) -> dict[Unit, Verdict]:
    """Return the verdict on every unit for its architectures.

    An interrupted run can be continued.
    """
    verdicts: dict[Unit, Verdict] = {}
    # A fork would copy the state, but not the threads, of a compiler library that is loaded.
    context = get_context("spawn")
    with (
        Watch("gate", len(chosen), console) as watch,
        ProcessPoolExecutor(jobs, mp_context=context) as pool,
    ):
        waiting = {pool.submit(inspect, unit, each): unit for unit, each in chosen.items()}
        try:
            for done in as_completed(waiting):
                unit = waiting[done]
                verdicts[unit] = done.result()
                watch.count(unit.path.rpartition("/")[2])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return {unit: verdicts[unit] for unit in chosen}


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
