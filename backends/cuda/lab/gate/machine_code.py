"""The machine code of matrix products, in the format of nvdisasm.

The GPU runs machine code, not PTX. Most operations are one instruction in both. A matrix product of
PTX may become a different product in machine code, or several. So the machine code of units with
`mma` is checked too. It may contain only one instruction of tensor cores: on signed or unsigned
bytes, with results in int32, without saturation.
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
# HFMA2.MMA is no instruction of tensor cores.
_TENSOR = re.compile(r"\w*MMA(?:\.|$)|LDSM\b|LDTM\b|STTM\b|UTC\w+")
_ALLOWED = re.compile(r"IMMA\.16832\.[SU]8\.[SU]8")


def concerns(ptx: str) -> bool:
    """Return whether a PTX text contains a matrix product."""
    return bool(_MATRICES.search(ptx))


def missing() -> str:
    """Return a note that machine code cannot be read, or "" if it can."""
    if listing.disassembler():
        return ""
    return f"the machine code of products of matrices was NOT READ: {listing.MISSING}"


def judge(text: str, target: str) -> list[Finding]:
    """Return an objection for each disallowed tensor-core instruction of each kernel.

    A text without any instruction, or without a matrix product, is also an objection. Such a text
    was not read correctly, or belongs to a unit for which `concerns` is false.
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
    """Return a PTX opcode whose advice fits an opcode of machine code."""
    return "mma.satfinite" if ".SAT" in opcode else "mma"
