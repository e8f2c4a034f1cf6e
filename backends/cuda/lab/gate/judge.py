"""The check of a unit's PTX against the allow-list (allowed.py)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from samebits.backends.cuda.lab.gate.advice import instead
from samebits.backends.cuda.lab.gate.allowed import SPECIAL_REGISTERS, opcodes
from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.lab.gate.ptx import Instruction, Module, UnreadablePtxError, read

_SPECIAL = "%tid %ntid %ctaid %nctaid %laneid %lanemask %warpid %nwarpid %smid %nsmid %gridid "
_SPECIAL += "%clock %globaltimer %pm %envreg %total_smem %dynamic_smem %cluster %is_explicit"
_NAME = re.compile(r"(?<![\w$%])[\w$]+")
_MOVING = frozenset(("ld", "st", "mov", "selp", "abs", "neg"))  # they move bits or change signs
_SPECIAL_PREFIXES = tuple(_SPECIAL.split())


def judge(ptx: str, target: str) -> list[Finding]:
    """Return an objection for each disallowed opcode of each kernel in the PTX."""
    try:
        module = read(ptx)
    except UnreadablePtxError as error:
        return [Finding(target, "", 0, str(error), "teach gate/ptx.py to read it")]
    found = [
        Finding(target, name, line, f"function {name} is not inlined", instead(".func"))
        for line, name in module.functions
        if any(each.function == name and _computes_floats(each) for each in module.instructions)
    ]
    if not module.entries:
        found.append(
            Finding(target, "", 0, "no kernel in it", 'write extern "C" __global__ (SB_KERNEL)')
        )
    seen: set[tuple[str, str]] = set()
    for finding, key in (*_refused(module, target), *_observed(module, target)):
        if key not in seen:
            seen.add(key)
            found.append(finding)
    return found


def _refused(module: Module, target: str) -> Iterator[tuple[Finding, tuple[str, str]]]:
    """Yield objections to opcodes and special registers that are not on the list."""
    allowed = opcodes()
    written = {each.function for each in module.instructions}
    for each in module.instructions:
        elsewhere = each.opcode.startswith("call") and not written & {*_NAME.findall(each.operands)}
        if each.opcode not in allowed or elsewhere:
            yield _objection(each, target, each.opcode, instead(each.opcode))
        for register in each.registers:
            if register.startswith(_SPECIAL_PREFIXES) and register not in SPECIAL_REGISTERS:
                advice = "bits may not depend on the clock, the processor or the order of blocks"
                yield _objection(each, target, register, advice)


def _computes_floats(each: Instruction) -> bool:
    """Return whether an instruction computes with floating-point numbers; moves do not count."""
    kind, *types = each.opcode.split(".")
    return kind not in _MOVING and any(word[:1] == "f" and word[1:].isdigit() for word in types)


def _observed(module: Module, target: str) -> Iterator[tuple[Finding, tuple[str, str]]]:
    """Yield objections to atomics whose result is used: it depends on the order of threads."""
    uses = Counter(
        (each.function, name)
        for each in module.instructions
        for name in (*each.registers, _bare(each.guard))
    )
    for each in module.instructions:
        result = each.registers[:1] if each.opcode.startswith("atom.") else ()
        if any(uses[each.function, name] > 1 for name in result):
            advice = "what an atomic returns depends on which thread comes first: do not use it"
            yield _objection(each, target, "an atomic's result", advice)


def _bare(guard: str) -> str:
    return guard.removeprefix("!")


def _objection(
    each: Instruction, target: str, key: str, advice: str
) -> tuple[Finding, tuple[str, str]]:
    return Finding(target, each.function, each.line, each.text, advice), (each.function, key)
