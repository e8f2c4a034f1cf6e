"""The floating-point environment of the calling thread: FTZ, DAZ and rounding direction.

No compiler is needed to set it. The C library's fegetenv and fesetenv copy the environment to and
from memory, and this module edits the control word there. glibc and musl keep MXCSR at byte 28 of
fenv_t on x86-64, and FPCR at byte 0 on aarch64 (Linux). macOS on arm64 keeps FPCR at byte 8.
`unavailable()` returns a reason on other platforms.
"""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from samebits.backends.hosting.messages import MessageError

Rounding = Literal["nearest", "down", "up", "zero"]


@dataclass(frozen=True, slots=True)
class Layout:
    """The position of the control word in fenv_t, and its bits.

    `flush` flushes subnormal results to zero, and `daz` subnormal operands.
    """

    offset: int
    bytes: int
    flush: int
    daz: int
    rounding: dict[Rounding, int]
    register: str

    @property
    def rounding_mask(self) -> int:
        """Return all bits of the rounding field."""
        return max(self.rounding.values())


@dataclass(frozen=True, slots=True)
class Environment:
    """A floating-point environment: flushing of results (FTZ) and operands (DAZ), and rounding."""

    flush: bool = False
    daz: bool = False
    rounding: Rounding = "nearest"

    def to_json(self) -> dict[str, bool | str]:
        """Return the environment in plain JSON types."""
        return {"flush": self.flush, "daz": self.daz, "rounding": self.rounding}

    @classmethod
    def from_json(cls, value: object) -> Environment:
        """Return the environment that a message contains.

        Raises MessageError if it is malformed.
        """
        if (
            not isinstance(value, dict)
            or value.keys() != {"flush", "daz", "rounding"}
            or value["rounding"] not in get_args(Rounding)
            or not {type(value["flush"]), type(value["daz"])} <= {bool}
        ):
            raise MessageError("its floating-point environment is not flush, daz and rounding")
        return cls(value["flush"], value["daz"], value["rounding"])

    def __str__(self) -> str:
        parts = [name for name, on in (("FTZ", self.flush), ("DAZ", self.daz)) if on]
        if self.rounding != "nearest":
            parts.append(f"rounding {self.rounding}")
        return "+".join(parts) or "default"


_X86 = {"nearest": 0, "down": 0x2000, "up": 0x4000, "zero": 0x6000}
_ARM = {"nearest": 0, "up": 0x400000, "down": 0x800000, "zero": 0xC00000}
_FENV_BYTES = 256  # more than the size of any fenv_t


def _layout() -> Layout | None:
    return _layout_of(platform.system(), platform.machine().lower())


@cache
def _layout_of(system: str, machine: str) -> Layout | None:
    if system == "Linux" and machine in ("x86_64", "amd64"):
        return Layout(28, 4, 1 << 15, 1 << 6, dict(_X86), "MXCSR")  # type: ignore[arg-type]
    if machine in ("aarch64", "arm64") and system in ("Linux", "Darwin"):
        offset, size = (0, 4) if system == "Linux" else (8, 8)
        return Layout(offset, size, 1 << 24, 1 << 24, dict(_ARM), "FPCR")  # type: ignore[arg-type]
    return None


@cache
def _functions() -> tuple[ctypes._NamedFuncPointer, ctypes._NamedFuncPointer] | None:
    for name in (None, "libm.so.6"):
        try:
            library = ctypes.CDLL(name)
            return library.fegetenv, library.fesetenv
        except (OSError, AttributeError):
            continue
    return None


@cache
def unavailable() -> str | None:
    """Return the reason why the environment cannot be set here, or None. The result is cached."""
    layout = _layout()
    if layout is None:
        return f"no known fenv_t for {platform.system()} on {platform.machine()}"
    if _functions() is None:
        return "the C library offers no fesetenv"
    before = current()
    with hostile(Environment(flush=True, daz=True, rounding="up")):
        inside = current()
    if inside != Environment(True, True, "up") or current() != before:
        return f"fesetenv does not set {layout.register} here"
    return None


def control_word() -> int:
    """Return the control word of the calling thread. Raises OSError if it cannot be read."""
    layout = _require()
    return int.from_bytes(_field(_read(), layout), "little")


def current() -> Environment:
    """Return the environment of the calling thread. Raises OSError if it cannot be read."""
    layout = _require()
    word = int.from_bytes(_field(_read(), layout), "little")
    rounding = word & layout.rounding_mask
    mode: Rounding = "nearest"
    for name, bits in layout.rounding.items():
        if rounding == bits:
            mode = name
    return Environment(bool(word & layout.flush), bool(word & layout.daz), mode)


@contextmanager
def hostile(environment: Environment) -> Iterator[None]:
    """Run a block in this environment, then restore every bit of the previous environment.

    Raises OSError if the environment cannot be read or set.
    """
    _require()
    saved = _read()
    put(environment)
    try:
        yield
    finally:
        _write(saved)


def put(environment: Environment) -> None:
    """Give the calling thread this environment. Raises OSError if that fails."""
    layout = _require()
    saved = _read()
    word = int.from_bytes(_field(saved, layout), "little")
    word &= ~(layout.rounding_mask | layout.flush | layout.daz)
    word |= layout.rounding[environment.rounding]
    word |= layout.flush * environment.flush | layout.daz * environment.daz
    start, end = layout.offset, layout.offset + layout.bytes
    field = word.to_bytes(layout.bytes, "little")
    changed = saved.raw[:start] + field + saved.raw[end:]
    _write(ctypes.create_string_buffer(changed, _FENV_BYTES))


Saved = ctypes.Array[ctypes.c_char]
"""A copy of a thread's whole environment (fenv_t)."""


def save() -> Saved | None:
    """Return the environment of the calling thread, or None if the C library cannot read it."""
    return None if _functions() is None else _read()


def restore(saved: Saved) -> None:
    """Give the calling thread an environment that `save` returned. Raises OSError if that fails."""
    _write(saved)


def put_default() -> bool:
    """Give the calling thread the default environment (FE_DFL_ENV), with exceptions masked.

    On aarch64 all bits of FPCR are cleared, including the bit that glibc preserves (flushing in
    binary16). Returns False, and changes nothing, if the C library has no fesetenv.
    """
    functions = _functions()
    if functions is None:
        return False
    functions[1](_default())
    layout = _layout()
    if layout is not None and layout.register == "FPCR":
        saved = _read().raw
        end = layout.offset + layout.bytes
        cleared = saved[: layout.offset] + bytes(layout.bytes) + saved[end:]
        _write(ctypes.create_string_buffer(cleared, _FENV_BYTES))
    return True


def _default() -> Any:
    """Return FE_DFL_ENV of <fenv.h>: the address of a variable on macOS, -1 in glibc and musl."""
    if platform.system() == "Darwin":
        return ctypes.byref(ctypes.c_char.in_dll(ctypes.CDLL(None), "_FE_DFL_ENV"))
    return ctypes.c_void_p(-1)


def _require() -> Layout:
    layout = _layout()
    if layout is None or _functions() is None:
        raise OSError("the floating-point environment cannot be reached on this platform")
    return layout


def _field(buffer: ctypes.Array[ctypes.c_char], layout: Layout) -> bytes:
    return buffer.raw[layout.offset : layout.offset + layout.bytes]


def _read() -> ctypes.Array[ctypes.c_char]:
    functions = _functions()
    assert functions is not None
    buffer = ctypes.create_string_buffer(_FENV_BYTES)
    if functions[0](buffer) != 0:
        raise OSError("fegetenv failed")
    return buffer


def _write(buffer: ctypes.Array[ctypes.c_char]) -> None:
    functions = _functions()
    assert functions is not None
    if functions[1](buffer) != 0:
        raise OSError("fesetenv failed")
