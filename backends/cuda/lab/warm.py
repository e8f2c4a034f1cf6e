"""Compile every unit in advance, on all processors.

python -m samebits.backends.cuda.lab.warm

Units are compiled at their first use, and cached (cache.py). Before a long run, or on a lent
machine, it is better to compile all of them in advance. Units that the same NVRTC version compiled
on a different machine are used, because file names contain everything that determines their bytes.
First a list of the files is written next to them (`LIST`), so that even an incomplete set can be
moved to other machines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import click
from rich.console import Console

from samebits.backends.cuda.catalogue import catalogue, units_of
from samebits.backends.cuda.compiling import cache, nvrtc
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.lab.gate.run import cores
from samebits.backends.cuda.machines import gpu
from samebits.backends.cuda.simt import library
from samebits.backends.cuda.simt.toolchain import toolchain
from samebits.backends.protocol import BackendError
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.progress import Watch

LIST = "kernels.json"
"""The file in the cache's folder that lists the files of the last run of this command."""

EMULATED = ("emulated", "emulated-large", "emulated-checked")


@dataclass(frozen=True, slots=True)
class Target:
    """A target of units: its description, its compiler, and functions that make and find a unit."""

    words: str
    compiler: str
    make: Callable[[Unit], object]
    kept: Callable[[Unit], Path]


@click.command(epilog="Example: python -m samebits.backends.cuda.lab.warm --capability 90")
@click.option("--device", help="For this device of the backend: gpu0, emulated.")
@click.option("--capability", type=int, help="For GPUs of this compute capability, times ten.")
@click.option("--emulated", is_flag=True, help="For the emulated device, by the C++ compiler.")
@click.option("--op", "ops", multiple=True, help="Only what this op needs; repeatable.")
@click.option("--jobs", type=click.IntRange(1), default=cores, help="Processes [all cores].")
def main(
    device: str | None, capability: int | None, emulated: bool, ops: tuple[str, ...], jobs: int
) -> None:
    """Compile every unit that is not cached yet. An interrupted command can be continued.

    Exit status: 0 all units compiled; 1 a unit does not compile; 2 compiling is impossible.
    """
    console = Console(soft_wrap=True)
    if device is None and capability is None and not emulated:
        raise click.UsageError("say what for: --device gpu0, --capability 90, or --emulated")
    try:
        wanted = [for_device(device)] if device is not None else []
        wanted += [for_gpu(capability)] if capability is not None else []
        wanted += [for_host(checked=False)] if emulated else []
        units = units_of(ops) if ops else catalogue()
        _list(units, wanted)
        failed = [_compile(units, target, jobs, console) for target in wanted]
    except SamebitsError as error:
        console.print(f"error: {error}", style="red", markup=False)
        sys.exit(2)
    sys.exit(1 if any(failed) else 0)


def for_device(name: str) -> Target:
    """Return the target of a device of the backend; raise BackendError for a missing device."""
    if name in EMULATED:
        return for_host(checked=name == "emulated-checked")
    reason = gpu.missing_device()
    if reason:
        raise BackendError(f"{name} is not available: {reason}")
    return for_gpu(gpu.compute_capability(int(name.removeprefix("gpu"))))


def for_gpu(capability: int) -> Target:
    """Return the target of a compute capability, times ten.

    Raises BackendError for a GPU that is too old.
    """
    aim = nvrtc.target(capability, nvrtc.architectures())
    return Target(
        aim,
        "NVRTC {}.{}".format(*nvrtc.version()),
        partial(_image, capability),
        partial(nvrtc.kept, aim=aim),
    )


def for_host(*, checked: bool) -> Target:
    """Return the target of the emulated device, or of the emulated device with checks.

    Raises BackendError if there is no C++ compiler.
    """
    return Target(
        "the emulated device" + (", checked" if checked else ""),
        toolchain().version,
        partial(library.build, checked=checked),
        partial(library.kept, checked=checked),
    )


def _compile(units: Sequence[Unit], target: Target, jobs: int, console: Console) -> int:
    """Compile the units that are not cached. Return how many fail, and print the name of each."""
    missing = [unit for unit in units if not target.kept(unit).is_file()]
    kept = len(units) - len(missing)
    console.print(
        f"{target.words}, {target.compiler}: {kept} of {len(units)} units are kept from before"
    )
    failed = 0
    with (
        Watch("compiling", len(missing), console) as watch,
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
    ):
        waiting = {pool.submit(target.make, unit): unit for unit in missing}
        try:
            for done in as_completed(waiting):
                try:
                    done.result()
                except SamebitsError as error:
                    failed += 1
                    console.print(f"error: {error}", style="red", markup=False)
                watch.count(str(waiting[done]))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    console.print(f"{len(units) - failed} of {len(units)} units are compiled and kept")
    return failed


def _list(units: Sequence[Unit], targets: Sequence[Target]) -> None:
    """Write the list of the expected files and their compilers."""
    top = cache.folder()
    rows = [
        {
            "target": target.words,
            "compiler": target.compiler,
            "files": sorted(target.kept(unit).relative_to(top).as_posix() for unit in units),
        }
        for target in targets
    ]
    try:
        write_atomically(top / LIST, json.dumps({"kernels": rows}, indent=1).encode())
    except OSError as error:
        raise BackendError(
            f"cannot write to {top} ({error.strerror}); set SAMEBITS_CACHE to another folder"
        ) from error


def _image(capability: int, unit: Unit) -> None:
    # no result is returned: machine code need not pass between processes
    nvrtc.image(unit, capability)


if __name__ == "__main__":
    main()
