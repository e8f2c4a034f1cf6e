"""A check that arithmetic does not depend on the compiler options (clause R3).

Each unit is compiled a second time, with reversed options. An allow-list cannot find a contraction,
because `fma.rn` is an allowed operation. A product and a sum written as intrinsics do not change.
But `a * b + c` on the native types becomes an fma without `--fmad=false`, and a single `a * b`
loses its `.rn`. Therefore each kernel must contain the same arithmetic in both cases. The options
for division and square root are reversed at the same time.
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
"""The reversed options.

`--ftz` is not reversed: reversing it changes correct kernels too, and judge.py detects it.
"""

_ARITHMETIC = re.compile(
    r"(add|sub|mul|fma|mad|div|sqrt|rcp|rsqrt)\.(\w+\.)*(f16|bf16|f32|f64)(x2)?$"
)


def turned(command: Sequence[str]) -> tuple[str, ...]:
    """Return the command with each option reversed that affects the bits of arithmetic."""
    kept = [option for option in command if option not in TURNED]
    return (*kept, *TURNED.values())


def arithmetic(ptx: str) -> dict[str, Counter[str]]:
    """Count each floating-point operation in each kernel. A packed operation counts twice."""
    module = read(ptx)
    counts: dict[str, Counter[str]] = {name: Counter() for name in module.entries}
    for each in module.instructions:
        if _ARITHMETIC.match(each.opcode):
            opcode = each.opcode.removesuffix("x2")
            counts.setdefault(each.function, Counter())[opcode] += 1 + (opcode != each.opcode)
    return counts


def compare(exact: str, other: str, target: str) -> list[Finding]:
    """Return an objection for each kernel whose arithmetic differs between two PTX texts."""
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
