"""Whether arithmetic depends on the options (clause R3): a unit compiled with them turned around.

An allow-list cannot see a contraction, for `fma.rn` is a good operation. But a product and a sum
that are written as intrinsics stay what they are, whereas `a * b + c` on the native types becomes
an fma as soon as `--fmad=false` is missing, and a lone `a * b` loses its `.rn`. So each kernel must
hold the same arithmetic both ways; division and square root are turned around at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.lab.gate.ptx import read

TURNED = {
    "--fmad=false": "--fmad=true",
    "--prec-div=true": "--prec-div=false",
    "--prec-sqrt=true": "--prec-sqrt=false",
}
"""What is turned around. `--ftz` is not: it changes correct kernels too, and judge.py sees it."""

_ARITHMETIC = re.compile(
    r"(add|sub|mul|fma|mad|div|sqrt|rcp|rsqrt)\.(\w+\.)*(f16|bf16|f32|f64)(x2)?$"
)


def turned(command: Sequence[str]) -> tuple[str, ...]:
    """The command with every option that decides the bits of arithmetic the other way round."""
    kept = [option for option in command if option not in TURNED]
    return (*kept, *TURNED.values())


def arithmetic(ptx: str) -> dict[str, Counter[str]]:
    """How often each kernel holds each floating-point operation; a packed one counts twice."""
    module = read(ptx)
    counts: dict[str, Counter[str]] = {name: Counter() for name in module.entries}
    for each in module.instructions:
        if _ARITHMETIC.match(each.opcode):
            opcode = each.opcode.removesuffix("x2")
            counts.setdefault(each.function, Counter())[opcode] += 1 + (opcode != each.opcode)
    return counts


def compare(exact: str, other: str, target: str) -> list[Finding]:
    """One objection for each kernel whose arithmetic differs between two PTX texts of a unit."""
    found = []
    counts, others = arithmetic(exact), arithmetic(other)
    for kernel in sorted(counts.keys() | others.keys()):
        mine, theirs = counts.get(kernel, Counter()), others.get(kernel, Counter())
        changes = [
            f"{opcode} {mine[opcode]} -> {theirs[opcode]}"
            for opcode in sorted(mine.keys() | theirs.keys())
            if mine[opcode] != theirs[opcode]
        ]
        if changes:
            what = f"arithmetic depends on {', '.join(TURNED.values())}: {', '.join(changes)}"
            advice = "an expression has the native type: use float and double of exact.cuh (R3)"
            found.append(Finding(target, kernel, 0, what, advice))
    return found
