"""What ptxas made of products of matrices: machine code, as nvdisasm writes it.

PTX is a promise of what is computed, and machine code is what runs. Elsewhere the two are one
instruction each; a product of matrices may become another one, or several. So the machine code of
units with `mma` is read too: of all instructions of tensor cores it may hold one, on signed or
unsigned bytes in int32, and that not saturating.
"""

from __future__ import annotations

import re

from samebits.backends.cuda.lab.gate.advice import instead
from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.sass import listing

_MATRICES = re.compile(r"^\s*(?:@!?%\w+\s+)?mma\.", re.MULTILINE)
_FUNCTION = re.compile(r"^\.text\.(?P<name>[\w$]+):")
_INSTRUCTION = re.compile(
    r"^\s*/\*(?P<at>[0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?(?P<opcode>[A-Z][\w.]*)(?P<rest>[^;]*);"
)
_TENSOR = re.compile(r"\w*MMA(?:\.|$)|LDSM\b|LDTM\b|STTM\b|UTC\w+")  # HFMA2.MMA is no such one
_ALLOWED = re.compile(r"IMMA\.16832\.[SU]8\.[SU]8")


def concerns(ptx: str) -> bool:
    """Whether a PTX text holds a product of matrices."""
    return bool(_MATRICES.search(ptx))


def missing() -> str:
    """What to say where machine code cannot be read; empty if it can."""
    if listing.disassembler():
        return ""
    return f"the machine code of products of matrices was NOT READ: {listing.MISSING}"


def judge(text: str, target: str) -> list[Finding]:
    """Instructions of tensor cores that are not the one allowed, each once for a kernel.

    A text without any instruction, or without a product of matrices, is an objection: it was read
    wrongly, or is not of a unit that `concerns`.
    """
    found: dict[tuple[str, str], Finding] = {}
    kernel, instructions, allowed = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if start := _FUNCTION.match(line):
            kernel = start["name"]
        each = _INSTRUCTION.match(line)
        if not each:
            continue
        instructions += 1
        opcode = each["opcode"]
        if _ALLOWED.fullmatch(opcode):
            allowed += 1
        elif _TENSOR.match(opcode):
            what = f"machine code: {' '.join((opcode, *each['rest'].split()))};"
            advice = instead(_as_ptx(opcode))
            found.setdefault((kernel, opcode), Finding(target, kernel, number, what, advice))
    if not (allowed or found):
        what = f"no product of matrices in the {instructions} instructions of the machine code"
        found["", ""] = Finding(target, "", 0, what, "teach gate/machine_code.py to read it")
    return list(found.values())


def _as_ptx(opcode: str) -> str:
    """An opcode of PTX of which the advice is right for one of machine code."""
    return "mma.satfinite" if ".SAT" in opcode else "mma"
