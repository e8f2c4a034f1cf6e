"""The host's C++ compiler: its choice, its options, and the report of its errors.

All options are in this module. The bits depend on `EXACT`, as they depend on options.py on a GPU.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from samebits.backends.protocol import BackendError
from samebits.common import processor

EXACT = ("-ffp-contract=off", "-fno-fast-math", "-fno-math-errno")
"""The options that decide the bits of arithmetic."""

_COMMON = ("-std=c++17", "-fPIC", "-fno-strict-aliasing", "-fno-exceptions", "-fno-rtti")

UNIT = (
    *_COMMON,
    *EXACT,
    "-w",
    "-fvisibility=hidden",
    "-fstack-clash-protection",  # Too much local memory then reaches the guard page.
    "-fno-extern-tls-init",  # Shared memory has no constructors.
    "-fno-gnu-unique",  # Each unit then has its own shared arrays of templates.
)
"""The options of every unit."""

FAST = ("-O1",)
CHECKED = (
    "-O1",
    "-g1",
    "-gdwarf-4",  # The format that addr2line reads with correct file names.
    "-DSIMT_CHECKED=1",
    "-fsanitize=thread,bounds,alignment,shift,signed-integer-overflow,integer-divide-by-zero",
)
"""The options of the fast and of the checking build; the runtime defines sanitizer functions."""

RUNTIME = (*_COMMON, *EXACT, "-O2", "-Wall", "-Wextra")
LINKING = ("-shared", "-Wl,-Bsymbolic", "-Wl,--as-needed", "-Wl,-z,now")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A compiler by its command, and its identity."""

    command: tuple[str, ...]
    version: str
    target: tuple[str, ...]

    @property
    def identity(self) -> tuple[str, ...]:
        """Return the values of the compiler that decide its output bytes."""
        return (*self.command, self.version)

    def run(self, options: Sequence[str], text: str | None, what: str) -> str:
        """Run the compiler on a text, or on files, and return its output.

        Raises BackendError with the first error of the compiler. The `__cause__` is its whole
        output.
        """
        process = subprocess.run(
            [*self.command, *options],
            input=text,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "LC_ALL": "C"},
        )
        if process.returncode != 0:
            raise BackendError(
                f"{what} does not compile on this computer: {_first_error(process.stderr)}"
            ) from RuntimeError(f"{shlex.join([*self.command, *options])}\n{process.stderr}")
        return process.stdout


def toolchain() -> Toolchain:
    """Return the compiler to use. Raises BackendError if there is no compiler."""
    found = _search(os.environ.get("CXX", ""), os.environ.get("PATH", ""))
    if isinstance(found, str):
        raise BackendError(found)
    return found


def unavailable_reason() -> str:
    """Return why kernels cannot be emulated on this computer; empty if they can."""
    found = _search(os.environ.get("CXX", ""), os.environ.get("PATH", ""))
    return found if isinstance(found, str) else ""


@cache
def _search(wanted: str, path: str) -> Toolchain | str:
    """Return the compiler, or why there is no compiler, for the current environment."""
    if platform.system() != "Linux":
        return f"the emulated machine needs Linux, this is {platform.system()}"
    for command in filter(None, (wanted, "g++", "c++")):
        words = tuple(shlex.split(command))
        if words and shutil.which(words[0], path=path or None):
            version = _version(words)
            if version:
                return Toolchain(words, version, _target())
    return "the emulated machine needs g++ 10 or newer; install it, or name it in CXX"


def _version(command: tuple[str, ...]) -> str:
    """Return version and target of a GNU compiler that is new enough, or an empty text."""
    probe = "__GNUC__ __clang__\n"
    try:
        shown = subprocess.run(
            [*command, "-E", "-P", "-x", "c++", "-"], input=probe, capture_output=True, text=True
        )
        full = subprocess.run(
            [*command, "-dumpfullversion", "-dumpmachine"], capture_output=True, text=True
        )
    except OSError:
        return ""
    words = shown.stdout.split()
    is_gnu = len(words) == 2 and words[0].isdigit() and words[1] == "__clang__"
    if shown.returncode or full.returncode or not is_gnu or int(words[0]) < 10:
        return ""
    return "g++ " + " ".join(full.stdout.split())


def _target() -> tuple[str, ...]:
    """Return options for this processor: fma in one instruction if it has this instruction."""
    x86 = platform.machine() in ("x86_64", "AMD64")
    return ("-mfma",) if x86 and "fma" in processor.flags() else ()


def _first_error(output: str) -> str:
    lines = output.splitlines()
    for mark in ("error: ", "undefined reference", "error"):
        for line in lines:
            if mark in line:
                return line.strip()
    return lines[-1].strip() if lines else "the compiler says nothing"
