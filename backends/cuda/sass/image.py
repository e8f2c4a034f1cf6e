"""The data of a cubin except instructions: parameters, constants, stack, memory, globals.

A cubin is a 64-bit ELF file. NVIDIA's CUDA Binary Utilities describe its sections `.nv.*`, and
cuobjdump prints them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from samebits.backends.protocol import BackendError

_SYMBOLS, _RELOCATIONS, _RELOCATIONS_ADDED, _NO_BITS = 2, 9, 4, 8
_ADDRESS_64 = 2  # R_CUDA_64
_HAS_VALUE = 4  # an attribute that states its length
_PARAMETER, _PARAMETERS, _FRAME, _LEAST_STACK, _REGISTERS = 0x17, 0x0A, 0x11, 0x12, 0x2F


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the file: name, bytes (empty for reserved space), size, and header fields."""

    name: str
    kind: int
    data: bytes
    size: int
    link: int
    info: int


@dataclass(frozen=True, slots=True)
class Parameters:
    """The location of a kernel's arguments in constant bank 0: start, and offsets by ordinal."""

    start: int
    offsets: tuple[int, ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KernelFacts:
    """The requirements of a kernel except its code: registers per thread, and sizes in bytes.

    `banks` are constant banks by number; bank 0 lacks the arguments. `addresses` lists each
    location in a bank that holds the address of a symbol, as (bank, offset, section of the symbol,
    offset in that section).
    """

    parameters: Parameters
    registers: int
    stack: int
    shared: int
    banks: dict[int, bytes]
    addresses: tuple[tuple[int, int, str, int], ...] = ()
    globals: dict[str, tuple[bytes, int]] = field(default_factory=dict)


class Cubin:
    """A cubin that has been read. Raises BackendError for other data."""

    def __init__(self, data: bytes) -> None:
        if data[:5] != b"\x7fELF\x02":
            raise BackendError("this machine code is not a 64-bit ELF file")
        start, size, count, names = (
            struct.unpack_from("<Q", data, 40)[0],
            *struct.unpack_from("<HHH", data, 58),
        )
        heads = [struct.unpack_from("<IIQQQQIIQQ", data, start + size * i) for i in range(count)]
        text = heads[names]
        self.sections = [
            Section(
                _name(data, text[4] + head[0]), head[1],
                b"" if head[1] == _NO_BITS else data[head[4] : head[4] + head[5]],
                *(head[5], head[6], head[7]),
            )
            for head in heads
        ]  # fmt: skip
        self.by_name = {section.name: section for section in self.sections}
        table = next((s for s in self.sections if s.kind == _SYMBOLS), None)
        self._symbols = [] if table is None else self._read_symbols(table)

    def facts(self, entry: str) -> KernelFacts:
        """Return what the file states about a kernel."""
        banks = {}
        for section in self.sections:
            number, _, owner = section.name.removeprefix(".nv.constant").partition(".")
            if section.name.startswith(".nv.constant") and owner in ("", entry):
                banks[int(number)] = section.data
        shared = self.by_name.get(f".nv.shared.{entry}")
        room = {
            section.name: (section.data.ljust(section.size, b"\0"), section.size)
            for section in self.sections
            if section.name in (".nv.global", ".nv.global.init")
        }
        return KernelFacts(
            self._parameters(entry), self._registers(entry), self._stack(),
            shared.size if shared else 0, banks, tuple(self._addresses()), room,
        )  # fmt: skip

    def _parameters(self, entry: str) -> Parameters:
        start, found = 0, dict[int, tuple[int, int]]()
        for kind, value in _attributes(self.by_name[f".nv.info.{entry}"].data):
            if kind == _PARAMETERS:
                start = struct.unpack_from("<H", value, 4)[0]
            elif kind == _PARAMETER:
                ordinal, offset, packed = struct.unpack_from("<HHI", value, 4)
                found[ordinal] = (offset, packed >> 18)
        return Parameters(
            start, *(tuple(found[i][part] for i in range(len(found))) for part in (0, 1))
        )

    def _registers(self, entry: str) -> int:
        """Return the number of registers of the kernel; its functions do not need more."""
        for kind, value in _attributes(self.by_name[".nv.info"].data):
            if kind == _REGISTERS:
                symbol, registers = struct.unpack_from("<II", value)
                if self._symbols[symbol][0] == entry:
                    return int(registers)
        raise BackendError(f"the machine code does not state how many registers {entry} uses")

    def _stack(self) -> int:
        """Return a stack size that suffices if all kernels and functions call each other."""
        info = self.by_name[".nv.info"].data
        sizes = [
            struct.unpack_from("<I", value, 4)[0]
            for kind, value in _attributes(info)
            if kind in (_FRAME, _LEAST_STACK)
        ]
        return sum(sizes)

    def _read_symbols(self, table: Section) -> list[tuple[str, int, int]]:
        """Return (name, index of the section, offset in the section) for each symbol."""
        names = self.sections[table.link].data
        found = []
        for at in range(0, len(table.data), 24):
            name, _, _, where, value, _ = struct.unpack_from("<IBBHQQ", table.data, at)
            found.append((_name(names, name), where, value))
        return found

    def _addresses(self) -> list[tuple[int, int, str, int]]:
        found = []
        for section in self.sections:
            if section.kind not in (_RELOCATIONS, _RELOCATIONS_ADDED):
                continue
            target = self.sections[section.info].name
            if not target.startswith(".nv.constant"):
                if target.startswith((".text", ".nv.global")) and section.data:
                    raise BackendError(f"relocations of {target} are unknown to this reader")
                continue
            bank = int(target.removeprefix(".nv.constant").partition(".")[0])
            width = 24 if section.kind == _RELOCATIONS_ADDED else 16
            for at in range(0, len(section.data), width):
                offset, info = struct.unpack_from("<QQ", section.data, at)
                added = struct.unpack_from("<q", section.data, at + 16)[0] if width == 24 else 0
                if info & 0xFFFFFFFF != _ADDRESS_64:
                    raise BackendError(f"relocation kind {info & 0xFFFFFFFF} is unknown here")
                _, where, value = self._symbols[info >> 32]
                found.append((bank, offset, self.sections[where].name, value + added))
        return found


def _name(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def _attributes(data: bytes) -> list[tuple[int, bytes]]:
    """Return the kind and value of every attribute of an `.nv.info` section."""
    found, at = [], 0
    while at < len(data):
        shape, kind, size = struct.unpack_from("<BBH", data, at)
        at += 4
        value = b""
        if shape == _HAS_VALUE:
            value = data[at : at + size]
            at += size
        found.append((kind, value))
    return found
