"""The C++ compiler: its choice, its options, and the report of its errors.

This module has all options. The bits depend on `EXACT`, as they depend on options.py on a GPU.
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
"""The options that determine the bits of arithmetic."""

_COMMON = ("-std=c++17", "-fPIC", "-fno-strict-aliasing", "-fno-exceptions", "-fno-rtti")

UNIT = (
    *_COMMON,
    *EXACT,
    "-w",
    "-fvisibility=hidden",
    "-fstack-clash-protection",  # so that too much local memory reaches the guard page
    "-fno-extern-tls-init",  # shared memory has no constructors
    "-fno-gnu-unique",  # so that each unit has its own shared arrays of templates
)
"""The options of every unit."""

FAST = ("-O1",)
CHECKED = (
    "-O1",
    "-g1",
    "-gdwarf-4",  # the format from which addr2line reads correct file names
    "-DSIMT_CHECKED=1",
    "-fsanitize=thread,bounds,alignment,shift,signed-integer-overflow,integer-divide-by-zero",
)
"""The options of the fast and of the checking build; the runtime defines sanitizer functions."""

RUNTIME = (*_COMMON, *EXACT, "-O2", "-Wall", "-Wextra")
LINKING = ("-shared", "-Wl,-Bsymbolic", "-Wl,--as-needed", "-Wl,-z,now")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A compiler: its command, its version, and options for this CPU."""

    command: tuple[str, ...]
    version: str
    target: tuple[str, ...]

    @property
    def identity(self) -> tuple[str, ...]:
        """Return the values of the compiler that determine the bytes of its output."""
        return (*self.command, self.version)

    def run(self, options: Sequence[str], text: str | None, what: str) -> str:
        """Run the compiler on a text or on files, and return its output.

        Raises BackendError with the first error of the compiler; its `__cause__` has the whole
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
    """Return the compiler to use; raise BackendError if there is no compiler."""
    found = _search(os.environ.get("CXX", ""), os.environ.get("PATH", ""))
    if isinstance(found, str):
        raise BackendError(found)
    return found


def unavailable_reason() -> str:
    """Return why kernels cannot be emulated on this computer, or "" if they can."""
    found = _search(os.environ.get("CXX", ""), os.environ.get("PATH", ""))
    return found if isinstance(found, str) else ""


@cache
def _search(wanted: str, path: str) -> Toolchain | str:
    """Return the compiler for an environment, or the reason why it has none."""
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
    """Return version and target of a GNU compiler that is new enough, or ""."""
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
    """Return options for this CPU: it uses its fma instruction if it has one."""
    x86 = platform.machine() in ("x86_64", "AMD64")
    return ("-mfma",) if x86 and "fma" in processor.flags() else ()


def _first_error(output: str) -> str:
    lines = output.splitlines()
    for mark in ("error: ", "undefined reference", "error"):
        for line in lines:
            if mark in line:
                return line.strip()
    return lines[-1].strip() if lines else "the compiler says nothing"
