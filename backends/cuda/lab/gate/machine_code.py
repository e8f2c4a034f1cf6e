"""The machine code of products of matrices, in the format of nvdisasm.

PTX promises a computation, and machine code runs. Other operations are one instruction in both. A
product of matrices may become another product, or several. So the machine code of units with `mma`
is read too. It may hold only one instruction of tensor cores: on signed or unsigned bytes, with
results in int32, not saturating.
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
# HFMA2.MMA is not an instruction of tensor cores.
_TENSOR = re.compile(r"\w*MMA(?:\.|$)|LDSM\b|LDTM\b|STTM\b|UTC\w+")
_ALLOWED = re.compile(r"IMMA\.16832\.[SU]8\.[SU]8")


def concerns(ptx: str) -> bool:
    """Return whether a PTX text holds a product of matrices."""
    return bool(_MATRICES.search(ptx))


def missing() -> str:
    """Return the note if machine code cannot be read; empty if it can."""
    if listing.disassembler():
        return ""
    return f"the machine code of products of matrices was NOT READ: {listing.MISSING}"


def judge(text: str, target: str) -> list[Finding]:
    """Return disallowed instructions of tensor cores, each once for a kernel.

    A text without any instruction or without a product of matrices is also an objection. It was
    then read wrongly, or does not belong to a unit that `concerns`.
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
    """Return an opcode of PTX whose advice fits an opcode of machine code."""
    return "mma.satfinite" if ".SAT" in opcode else "mma"
