"""The command: run every check in order and print a line for each, even after failures."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import click

from samebits.backends.cuda import backend
from samebits.backends.cuda.lab.suspects import (
    Found,
    NotHere,
    capture,
    formats,
    shared,
    stream_order,
)
from samebits.backends.cuda.lab.suspects.bench import Bench
from samebits.backends.cuda.lab.suspects.libraries import Library
from samebits.backends.protocol import BackendError

Check = Callable[[Bench], str]

LibraryCheck = Callable[[Bench, Library], str]

_OF_A_LIBRARY: dict[str, LibraryCheck] = {
    "formats": formats.bits,
    "another type": formats.other_types,
    "stream of the caller": stream_order.caller,
    "stream of the session": stream_order.configured,
    "two side streams": stream_order.both,
    "memory used again": stream_order.reuse,
    "threads": stream_order.threads,
    "captured graph": capture.captured,
}
"""The checks that each library must pass."""

LIBRARIES = ("interface", "torch", "cupy")
"""The libraries. On the emulated device, the first one represents the others."""


def checks(is_gpu: bool) -> Iterator[tuple[str, Check]]:
    """Yield every check by name. Checks whose failure may end the process come last."""
    yield "carve-out", shared.carve_out
    yield "tables of results", shared.tables
    yield "torch: other tensors", formats.other_tensors
    yield "torch: gradients", formats.gradients
    yield "interface: arrays of others", formats.by_interface
    yield "another GPU", formats.other_gpu
    for kind, check in _OF_A_LIBRARY.items():
        for name in LIBRARIES:
            if name != "interface" or not is_gpu:
                yield f"{name}: {kind}", partial(_of_library, check, name)


def _of_library(check: LibraryCheck, name: str, bench: Bench) -> str:
    library = bench.library(name)
    with library.on(None):
        return check(bench, library)


@click.command(epilog="Example: python -m samebits.backends.cuda.lab.suspects --device gpu0")
@click.option("--device", default="gpu0", show_default=True, help="A device of the backend cuda.")
@click.option("--after", default="", help="Only the checks that come after this one.")
def main(device: str, after: str) -> None:
    """Check what only hardware can answer. Exit status 1 if anything fails.

    If a check makes the device unusable for the process, a new process continues.
    """
    failed, lost = 0, ""
    try:
        with backend.open(device) as session:
            bench = Bench(session)
            left = list(checks(bench.is_gpu))
            names = [name for name, _ in left]
            for name, check in left[names.index(after) + 1 if after in names else 0 :]:
                failed += (is_wrong := not _passes(name, check, bench))
                if is_wrong and is_lost(bench):
                    lost = name
                    break
    except BackendError as error:
        sys.exit(f"error: {error}")
    print(f"{failed} checks failed" if failed else "all that could be checked is well", flush=True)
    if lost and lost != names[-1]:
        go_on(device, lost)
    sys.exit(1 if failed else 0)


def is_lost(bench: Bench) -> bool:
    """Return whether the device cannot compute any more, even if a library caused this."""
    machine = bench.session.machine
    with suppress(BackendError), machine.selected():
        machine.synchronize()
    return machine.lost


def go_on(device: str, after: str) -> None:
    """Run the checks that follow the check `after`, in a new process."""
    print(f"{after} has ended the use of the device: a new process goes on", flush=True)
    command = (sys.executable, "-m", "samebits.backends.cuda.lab.suspects", "--device", device)
    subprocess.run([*command, "--after", after], check=False)


def _passes(name: str, check: Check, bench: Bench) -> bool:
    """Run a check and print a line. Return whether it passed."""
    try:
        said = check(bench)
    except NotHere as reason:
        print(f"{name}: {reason}", flush=True)
        return True
    except Exception as error:
        text = " ".join(str(error).split())
        kind = "" if isinstance(error, (Found, BackendError)) else f"{type(error).__name__}: "
        print(f"{name}: FAILED: {kind}{text}", flush=True)
        return False
    print(f"{name}: ok" + (f" ({said})" if said else ""), flush=True)
    return True


if __name__ == "__main__":
    main()
