"""The CPU time of a call on the CUDA backend, measured without a GPU, in microseconds.

The device is emulated, and a launch does nothing. The remaining CPU time is the backend's: it reads
the properties of arrays, finds the plan, and writes addresses into arguments. Rows take turns, and
the median of each row's rounds is printed. The time to select a GPU and to launch in the driver is
not included. The figures are valid only for this machine.
"""

from __future__ import annotations

import gc
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import click
import numpy as np

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.prepared import prepare, prepare_list
from samebits.benchmarks.gpu.rows import FULL, Sizes
from samebits.benchmarks.gpu.sections import small
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

Run = Callable[[], object]


class NoLaunch(EmulatedMachine):
    """The emulated machine as GPU 0, with kernels that do nothing."""

    number = 0

    def start(self, prepared: Any, arguments: int) -> None:
        """Do nothing."""


@cache
def kind() -> Any:
    """Return a subclass of `torch.Tensor` that reports GPU 0 as its device.

    Raises ImportError without PyTorch.
    """
    torch: Any = importlib.import_module("torch")

    class There(torch.Tensor):  # type: ignore[misc]
        """A tensor on the CPU that reports a GPU as its device."""

        __torch_function__ = torch._C._disabled_torch_function_impl
        is_cuda, is_cpu = True, False

        def get_device(self) -> int:
            """Return the number of the GPU."""
            return 0

    # a build without CUDA lacks this function
    if not hasattr(torch._C, "_cuda_getCurrentRawStream"):
        torch._C._cuda_getCurrentRawStream = lambda _: 0
    return There


def tensors(values: list[np.ndarray[Any, Any]]) -> list[Any]:
    """Return tensors that report GPU 0 as their device. The list is empty without PyTorch."""
    try:
        torch: Any = importlib.import_module("torch")
        there = kind()
    except ImportError:
        return []
    return [torch.from_numpy(x).as_subclass(there) for x in values]


def cases(session: CudaSession) -> dict[str, Run]:
    """Return the small calls of the suite `cuda`, on tensors and on arrays of the device."""
    kinds: dict[str, Callable[[list[Any]], list[Any]]] = {
        "tensors": tensors,
        "arrays by interface": lambda made: [resident(session.machine, y) for y in made],
    }
    found: dict[str, Run] = {}
    for kind, make in kinds.items():
        for row in small.rows(Sizes(FULL)):
            shapes = [*(x.shape for x in row.operands), *(shape for shape, _ in row.results)]
            given = make([np.ones(shape, np.float32) for shape in shapes])
            if given:
                found[f"run {row.op}, {kind}"] = _run(session, row.call, given)
                found[f"prepared {row.op}, {kind}"] = _prepared(session, row.call, given)
    return found


def lists(session: CudaSession, count: int = 32) -> dict[str, Run]:
    """Return AdamW steps over `count` parameters of 1024 elements: one by one, and as one list."""
    declared = get_op("adamw")
    call = declared.call(["f32"] * 4, ["f32"] * 3, step=2)
    sets = []
    for _ in range(count):
        given = tensors([np.ones(1024, np.float32) for _ in range(4)])
        if not given:
            return {}
        sets.append((*given, given[0], *given[2:]))
    one, together = prepare(session, call), prepare_list(session, call)

    def in_turn() -> None:
        for operands in sets:
            one(*operands)

    return {
        f"prepared adamw, {count} parameters in turn, tensors": in_turn,
        f"prepared adamw, {count} parameters in a list, tensors": lambda: together(sets),
    }


def _run(session: CudaSession, call: Call, given: list[Any]) -> Run:
    inputs, outputs = given[: len(call.inputs)], given[len(call.inputs) :]
    return lambda: session.run(call, inputs, outputs)


def _prepared(session: CudaSession, call: Call, given: list[Any]) -> Run:
    function = prepare(session, call)
    return lambda: function(*given)


def measured(runs: dict[str, Run], rounds: int, count: int) -> dict[str, tuple[float, float]]:
    """Return the median and the minimum of each row's rounds, in microseconds.

    The time of an empty call is subtracted.
    """
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            empty = _once(lambda: None, count)
            for name, run in runs.items():
                taken[name].append(_once(run, count) - empty)
    finally:
        gc.enable()
    return {name: (statistics.median(times), min(times)) for name, times in taken.items()}


def _once(run: Run, count: int) -> float:
    started = time.process_time()
    for _ in range(count):
        run()
    return (time.process_time() - started) / count * 1e6


@click.command()
@click.option("--rounds", default=15, show_default=True, type=click.IntRange(1))
@click.option("--count", default=2000, show_default=True, type=click.IntRange(1))
def main(rounds: int, count: int) -> None:
    """Print the CPU time of calls, in microseconds."""
    with CudaSession("gpu0", NoLaunch()) as session:
        rows = measured(cases(session) | lists(session), rounds, count)
    width = max(map(len, rows))
    for name, (median, least) in rows.items():
        sys.stdout.write(f"{name:{width}}  {median:6.2f} us, at least {least:6.2f}\n")


if __name__ == "__main__":
    main()
