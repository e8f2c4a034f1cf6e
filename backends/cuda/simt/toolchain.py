"""The host's C++ compiler: which one, its options, and how its errors are told.

Every option stands here. The bits depend on those of `EXACT` as on a GPU they do on options.py.
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
"""What decides the bits of arithmetic."""

_COMMON = ("-std=c++17", "-fPIC", "-fno-strict-aliasing", "-fno-exceptions", "-fno-rtti")

UNIT = (
    *_COMMON,
    *EXACT,
    "-w",
    "-fvisibility=hidden",
    "-fstack-clash-protection",  # too much local memory meets the guard page
    "-fno-extern-tls-init",  # shared memory has no constructors
    "-fno-gnu-unique",  # shared arrays of templates are each unit's own
)
"""Options of every unit."""

FAST = ("-O1",)
CHECKED = (
    "-O1",
    "-g1",
    "-gdwarf-4",  # what addr2line reads without a doubt about files
    "-DSIMT_CHECKED=1",
    "-fsanitize=thread,bounds,alignment,shift,signed-integer-overflow,integer-divide-by-zero",
)
"""Options of the fast and of the checking build; the sanitizers' functions are the runtime's."""

RUNTIME = (*_COMMON, *EXACT, "-O2", "-Wall", "-Wextra")
LINKING = ("-shared", "-Wl,-Bsymbolic", "-Wl,--as-needed", "-Wl,-z,now")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A compiler by its command, and what identifies it."""

    command: tuple[str, ...]
    version: str
    target: tuple[str, ...]

    @property
    def identity(self) -> tuple[str, ...]:
        """What of it decides the bytes that it makes."""
        return (*self.command, self.version)

    def run(self, options: Sequence[str], text: str | None, what: str) -> str:
        """Run the compiler on a text, or on files; returns what it prints.

        Raises BackendError with the first error of the compiler; the whole of its output is the
        `__cause__`.
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
    """The compiler to use. Raises BackendError where there is none."""
    found = _search(os.environ.get("CXX", ""), os.environ.get("PATH", ""))
    if isinstance(found, str):
        raise BackendError(found)
    return found


def unavailable_reason() -> str:
    """Why kernels cannot be emulated on this computer; empty if they can."""
    found = _search(os.environ.get("CXX", ""), os.environ.get("PATH", ""))
    return found if isinstance(found, str) else ""


@cache
def _search(wanted: str, path: str) -> Toolchain | str:
    """The compiler, or why there is none; asked again when the environment changes."""
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
    """Version and target of a GNU compiler that is new enough, or nothing."""
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
    """Options for this processor: fma in one instruction where it has that."""
    x86 = platform.machine() in ("x86_64", "AMD64")
    return ("-mfma",) if x86 and "fma" in processor.flags() else ()


def _first_error(output: str) -> str:
    lines = output.splitlines()
    for mark in ("error: ", "undefined reference", "error"):
        for line in lines:
            if mark in line:
                return line.strip()
    return lines[-1].strip() if lines else "the compiler says nothing"
