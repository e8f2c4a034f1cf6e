"""The pipe of each instruction on a multiprocessor, and the bytes that a warp has in flight."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.operands import register
from samebits.backends.cuda.sass.state import NOTHING, WARP

_PIPES = {
    "fma": "FADD FMUL FFMA",
    "multiply": "IMAD HFMA2 HADD2 IDP",
    "tensor": "IMMA",
    "double": "DADD DMUL DFMA DSETP",
    "special": "MUFU F2F F2I I2F I2FP FRND FLO POPC BREV",
    "memory": "LDG STG LD ST LDS STS LDL STL SHFL ATOMS ATOMG ATOM RED REDG LDC BAR B2R",
    "branch": "BRA BSSY BSYNC BREAK CALL RET EXIT WARPSYNC BMOV NOP",
}
_PIPE = {opcode: pipe for pipe, opcodes in _PIPES.items() for opcode in opcodes.split()}
_LOADS = frozenset(("LDG", "LD"))
_SIZES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
_HOT = 0.25


def pipe(i: Instruction) -> str:
    """Return the pipe of an instruction. Instructions without an entry in `_PIPE` use the ALU."""
    name = i.opcode[0]
    if name in _PIPE:
        return _PIPE[name]
    is_uniform = name.startswith("U") or name in ("R2UR", "S2UR", "VOTEU", "LDCU")
    return "uniform" if is_uniform else "alu"


def bytes_in_flight(instructions: Sequence[Instruction], issues: Sequence[int]) -> int:
    """Return the most bytes that a warp requests from memory before it reads one of them.

    Instructions count only if they are issued at least a quarter as often as the most frequent
    load.
    """
    loads = [n for i, n in zip(instructions, issues, strict=True) if i.opcode[0] in _LOADS]
    least = _HOT * max(loads, default=0)
    flying: dict[int, int] = {}
    most = 0
    for i, count in zip(instructions, issues, strict=True):
        if not count or count < least:
            continue
        is_load = i.opcode[0] in _LOADS
        read = i.operands[1:] if i.operands else ()
        if any(_touches(text, flying) for text in read):
            flying.clear()
        if is_load:
            first = register(i.operands[0])
            size = next((_SIZES[word] for word in i.opcode[:0:-1] if word in _SIZES), 4)
            for k in range(max(1, size // 4)):
                flying[first + k] = min(size, 4)
            most = max(most, sum(flying.values()))
    return most * WARP


def _touches(text: str, flying: dict[int, int]) -> bool:
    """Return whether an operand reads a register whose load has not finished."""
    for word in text.replace("[", " ").replace("]", " ").replace("+", " ").split():
        name = word.strip("-~|!").partition(".")[0]
        if name[:1] == "R" and name[1:].isdigit() and NOTHING != int(name[1:]) in flying:
            return True
    return False
