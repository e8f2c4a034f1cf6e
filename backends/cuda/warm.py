"""`python -m samebits.backends.cuda.warm`: compile every unit ahead, over all cores.

Units are compiled when they are first needed, and kept (cache.py); before a long run, or on a
machine that is only lent, it is better to have them all at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context

import click
from rich.console import Console
from rich.progress import track

from samebits.backends.cuda import nvrtc
from samebits.backends.cuda.gate.catalogue import catalogue
from samebits.backends.cuda.gate.run import cores
from samebits.backends.cuda.simt import library
from samebits.backends.cuda.units import Unit
from samebits.spec.errors import SamebitsError


@click.command(epilog="Example: python -m samebits.backends.cuda.warm --capability 90")
@click.option("--capability", type=int, help="For GPUs of this compute capability, times ten.")
@click.option("--emulated", is_flag=True, help="For the emulated device, by the C++ compiler.")
@click.option("--jobs", type=click.IntRange(1), default=cores, help="Processes [all cores].")
def main(capability: int | None, emulated: bool, jobs: int) -> None:
    """Compile every unit that is not kept yet. Interrupted, it goes on where it was."""
    console = Console()
    if capability is None and not emulated:
        raise click.UsageError("say what for: --capability 90 (a GPU's), --emulated, or both")
    makers: list[Callable[[Unit], object]] = []
    if capability is not None:
        makers.append(partial(_for_gpu, capability))
    if emulated:
        makers.append(_for_host)
    try:
        failed = [_compile(make, jobs, console) for make in makers]
    except SamebitsError as error:
        console.print(f"error: {error}", style="red", markup=False)
        sys.exit(1)
    sys.exit(1 if any(failed) else 0)


def _compile(make: Callable[[Unit], object], jobs: int, console: Console) -> int:
    """How many units do not compile; each is named."""
    units = catalogue()
    failed = 0
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(make, unit) for unit in units]
        try:
            shown = track(as_completed(waiting), "compiling", len(units), console=console)
            for done in shown:
                try:
                    done.result()
                except SamebitsError as error:
                    failed += 1
                    console.print(f"error: {error}", style="red", markup=False, soft_wrap=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    console.print(f"{len(units) - failed} of {len(units)} units are compiled and kept")
    return failed


def _for_gpu(capability: int, unit: Unit) -> None:
    nvrtc.image(unit, capability)


def _for_host(unit: Unit) -> None:
    library.build(unit)


if __name__ == "__main__":
    main()
