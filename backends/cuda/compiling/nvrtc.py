"""Compilation of units by NVRTC, CUDA's run-time compiler, through CuPy. This needs no GPU.

A GPU loads machine code for exactly its architecture if this NVRTC supports the architecture.
Otherwise it loads PTX for the nearest lower architecture, which the driver translates. Both are
cached between runs (cache.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path

from samebits.backends.cuda.compiling import cache, options, presence
from samebits.backends.cuda.compiling.headers import NUMERICS, SOURCES
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.protocol import BackendError

_ERROR = re.compile(r"^(?P<where>[^\s:(][^:(]*\(\d+\)): (?:catastrophic )?error: (?P<text>.*)$")
_PLAIN_ERROR = re.compile(r"(?:^|: )error: (?P<text>.*)$")


class CompileError(BackendError):
    """A unit does not compile: its name, the first error (`file:line: text`), and the whole log."""

    def __init__(self, name: str, first: str, log: str) -> None:
        super().__init__(f"{name} does not compile: {first}")
        self.name = name
        self.first = first
        self.log = log

    def __reduce__(self) -> tuple[type[CompileError], tuple[str, str, str]]:
        """Return the class and the arguments for pickling: errors are passed between processes."""
        return type(self), (self.name, self.first, self.log)


@dataclass(frozen=True, slots=True)
class Translation:
    """The result of NVRTC for a source: PTX, machine code (if requested), and the log."""

    ptx: str
    machine_code: bytes
    log: str


@dataclass(frozen=True, slots=True)
class Image:
    """Data that a GPU loads: machine code, or PTX with the final zero byte for the driver."""

    data: bytes
    target: str


@once
def version() -> tuple[int, int]:
    """Return the version of NVRTC; raise BackendError if CuPy or NVRTC is missing."""
    reason = presence.missing_nvrtc()
    if reason:
        raise BackendError(reason)
    from cupy.cuda import nvrtc

    major, minor = nvrtc.getVersion()
    return int(major), int(minor)


@once
def architectures() -> tuple[int, ...]:
    """Return the compute capabilities, times ten, that this NVRTC compiles for, ascending."""
    version()
    from cupy.cuda import nvrtc

    return tuple(sorted(int(v) for v in nvrtc.getSupportedArchs()))


def translate(text: str, name: str, command: Sequence[str]) -> Translation:
    """Compile a source text; `name` is its name in messages.

    Raises CompileError if the text has errors.
    """
    version()
    from cupy.cuda import nvrtc

    program = nvrtc.createProgram(text, name, (), ())
    try:
        try:
            nvrtc.compileProgram(program, tuple(command))
        except nvrtc.NVRTCError as error:
            log = nvrtc.getProgramLog(program)
            raise CompileError(name, _first(log, error), log) from error
        real = any(option.startswith("--gpu-architecture=sm_") for option in command)
        # CuPy removes the last byte, which it takes for the end of a string. In machine code this
        # byte is a zero.
        code = nvrtc.getCUBIN(program) + b"\0" if real else b""
        return Translation(_text(nvrtc.getPTX(program)), code, nvrtc.getProgramLog(program))
    finally:
        nvrtc.destroyProgram(program)


def target(capability: int, known: Sequence[int]) -> str:
    """Return the target for a GPU of this compute capability: `sm_90`, or `compute_80`.

    Raises BackendError for a GPU that is older than every supported target.
    """
    if capability in known:
        return f"sm_{capability}"
    below = [v for v in known if v < capability]
    if not below:
        have = f"this NVRTC compiles for {known[0]} and newer" if known else "NVRTC knows no GPU"
        raise BackendError(
            f"a GPU of compute capability {capability / 10} is too old: {have}; "
            "an older CUDA (pip install cupy-cuda12x) may know it"
        )
    return f"compute_{max(below)}"


def image(unit: Unit, capability: int) -> Image:
    """Return the cached or newly compiled image for a GPU with this compute capability, times ten.

    Raises CompileError if the unit has errors, and BackendError if NVRTC is missing or the GPU is
    too old.
    """
    aim = target(capability, architectures())
    number = int(aim.partition("_")[2])
    real = _is_real(aim)
    command = options.for_machine_code(number) if real else options.for_ptx(number)

    def compiled() -> bytes:
        made = translate(unit.text, str(unit), command)
        return made.machine_code if real else made.ptx.encode() + b"\0"

    return Image(cache.made_bytes("cuda", _parts(unit, aim), _suffix(aim), compiled), aim)


def kept(unit: Unit, aim: str) -> Path:
    """Return the path of a unit's image for a target in the cache. The file need not exist."""
    return cache.kept("cuda", _parts(unit, aim), _suffix(aim))


def _parts(unit: Unit, aim: str) -> tuple[str, ...]:
    """Return everything that determines the bytes of an image."""
    return ("whole", unit.digest(), aim, *options.OPTIONS, "{}.{}".format(*version()))


def _is_real(aim: str) -> bool:
    return aim.startswith("sm_")


def _suffix(aim: str) -> str:
    return ".cubin" if _is_real(aim) else ".ptx"


def _first(log: str, error: Exception) -> str:
    """Return the first error of a compiler's log, as `file:line: text`."""
    lines = log.splitlines()
    for pattern in (_ERROR, _PLAIN_ERROR):
        for line in lines:
            found = pattern.search(line.strip("\0 "))
            if found:
                where = found.groupdict().get("where", "")
                return ": ".join(v for v in (_place(where), found["text"].strip()) if v)
    return presence.one_line(error)


def _place(where: str) -> str:
    """Return a source position such as `/long/way/src/exact.cuh(12)` in the form `exact.cuh:12`."""
    found = re.fullmatch(r"(?P<file>.*)\((?P<line>\d+)\)", where)
    if not found:
        return where
    for folder in (SOURCES, NUMERICS):
        prefix = f"{folder}/"
        if found["file"].startswith(prefix):
            return f"{found['file'].removeprefix(prefix)}:{found['line']}"
    return f"{found['file']}:{found['line']}"


def _text(ptx: str | bytes) -> str:
    return (ptx.decode() if isinstance(ptx, bytes) else ptx).rstrip("\0")
