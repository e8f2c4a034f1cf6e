"""Instructions of machine code, in the format of NVIDIA's disassembler."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samebits.backends.protocol import BackendError

MISSING = (
    "the disassembler nvdisasm is missing: python3 -m pip install nvidia-cuda-nvdisasm "
    "(or set PATH to that of a CUDA toolkit)"
)
WIDTH = 16
"""The size of an instruction in bytes."""

_LINE = re.compile(
    r"^\s*/\*(?P<address>[0-9a-f]{4,})\*/\s+(?:@(?P<guard>!?U?P\w+)\s+)?(?P<opcode>[A-Z][\w.]*)"
    r"\s*(?P<operands>[^;]*?)\s*(?:\(\*[^;]*\*\))?\s*;\s*/\* 0x(?P<low>[0-9a-f]{16}) \*/"
)
_HIGH = re.compile(r"^\s*/\* 0x(?P<high>[0-9a-f]{16}) \*/")
_LABEL = re.compile(r"^(?P<label>[.$\w]+):\s*$")
_SECTION = re.compile(r"^\s*\.section\s+\.text\.(?P<entry>[$\w]+),")
_SPLIT = re.compile(r",(?![^\[(]*[\])])")


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction: its address in the kernel, guard, opcode with modifiers, operands as text.

    `encoding` has all 128 bits. Immediate numbers are taken from it, because the text of a NaN does
    not show all bits.
    """

    address: int
    guard: str
    opcode: tuple[str, ...]
    operands: tuple[str, ...]
    encoding: int

    @property
    def immediate(self) -> int:
        """Return the 32 bits of an immediate operand."""
        return self.encoding >> 32 & 0xFFFFFFFF

    def __str__(self) -> str:
        """Return the text in the format of the disassembler."""
        guard = f"@{self.guard} " if self.guard else ""
        return f"{guard}{'.'.join(self.opcode)} {', '.join(self.operands)}".rstrip()


@dataclass(frozen=True, slots=True)
class Listing:
    """A kernel with all functions that it calls: instructions in order of address, and labels."""

    entry: str
    instructions: tuple[Instruction, ...]
    labels: dict[str, int]


@cache
def disassembler() -> str:
    """Return the path of nvdisasm, from a wheel in this environment or from PATH, or ""."""
    beside = Path(sysconfig.get_path("platlib")) / "nvidia"
    found = sorted(beside.glob("*/bin/nvdisasm"), reverse=True)
    return str(found[0]) if found else shutil.which("nvdisasm") or ""


def text_of(machine_code: bytes) -> str:
    """Return a cubin's instructions with their encodings, in the format of nvdisasm.

    Raises BackendError if nvdisasm is missing or refuses the cubin.
    """
    program = disassembler()
    if not program:
        raise BackendError(MISSING)
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(machine_code)
        file.flush()
        command = [program, "-c", "-hex", file.name]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise BackendError(f"nvdisasm: {made.stderr.strip() or made.returncode}")
    return made.stdout


def disassemble(machine_code: bytes) -> tuple[Listing, ...]:
    """Return the kernels of a cubin.

    Raises BackendError if `text_of` does, or if its text cannot be read.
    """
    return tuple(read(text_of(machine_code)))


def read(text: str) -> Iterator[Listing]:
    """Yield every kernel of a listing; raise BackendError for a line of unknown form."""
    entry, labels = "", dict[str, int]()
    instructions: list[Instruction] = []
    lines = iter(text.splitlines())
    for line in lines:
        if section := _SECTION.match(line):
            if entry:
                yield Listing(entry, tuple(instructions), labels)
            entry, labels, instructions = section["entry"], {}, []
        elif label := _LABEL.match(line):
            labels[label["label"]] = len(instructions) * WIDTH
        elif found := _LINE.match(line):
            high = _HIGH.match(next(lines, ""))
            if high is None or int(found["address"], 16) != len(instructions) * WIDTH:
                raise BackendError(f"cannot read nvdisasm's listing at {line.strip()!r}")
            instructions.append(_instruction(found, int(high["high"], 16)))
        elif entry and line.lstrip().startswith("/*") and "*/ " in line and ";" in line:
            raise BackendError(f"cannot read nvdisasm's listing at {line.strip()!r}")
    if entry:
        yield Listing(entry, tuple(instructions), labels)


def _instruction(found: re.Match[str], high: int) -> Instruction:
    operands = found["operands"].replace(".reuse", "").strip()
    return Instruction(
        int(found["address"], 16),
        found["guard"] or "",
        tuple(found["opcode"].split(".")),
        tuple(part.strip() for part in _SPLIT.split(operands)) if operands else (),
        high << 64 | int(found["low"], 16),
    )
