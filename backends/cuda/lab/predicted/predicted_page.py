"""PREDICTIONS.md in this folder, made from the stored predictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from samebits.backends.cuda.lab.predicted import model, predicted_record as record
from samebits.backends.cuda.sass.machine import CAPABILITIES
from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.gpu.sections import aligned

PAGE = Path(__file__).with_name("PREDICTIONS.md")
TARGETS = {"elementwise": 0.85, "16 and 8 bits": 0.85, "layouts": 0.85, "reductions": 0.85,
           "softmax and scans": 0.85}  # fmt: skip
"""Targets on sm_90, as fractions of the roof, by section."""

_MOVES = (model.MEMORY, model.LATENCY, model.SECOND_LEVEL, model.FIRST_LEVEL, model.SHARED)
"""The limits of a launch that come from moving bytes and not from instructions."""

RATES = {(16, 16): 200e12, (24, 16): 130e12, (24, 24): 90e12}
"""Targets in operations per second on sm_90, by the operand widths of an aligned product."""

_HEAD = """# Predicted speed of CUDA kernels

Made by `python -m samebits.backends.cuda.lab.predicted --page` from
`backends/cuda/lab/predicted/results/`.

No GPU was available, and no GPU has confirmed these numbers. Use this page to compare kernels with
each other, not to expect a speed. The machine code of some blocks of each launch was executed on a
CPU, instruction by instruction ([how](../../../../docs/cuda.md#machine-code)), and instructions,
memory sectors and accesses of shared memory were counted. A model of each chip (`model.py` and
`chips.toml` in this folder) converts the counts to seconds.

- *sm_80* and the other columns of chips: the share of the roof. This is the time of a copy of the
  row's bytes, or of its arithmetic at full speed, divided by the predicted time. Calls so small
  that the CPU limits them are left out.
- *issues*: instructions that a warp issues for 32 elements.
- *bytes*: bytes that move between L2 and the multiprocessors, for each element.
- *registers*: registers of the kernel. *warps*: warps that are resident at the same time.
- *bound*: the resource that takes longest.
- *target*: the share that is wanted on sm_90. `missed` means that the predicted share is smaller.
"""

_TABLE = """
| row | {chips} | kernels on sm_90 | issues | bytes | registers | warps | bound | target |
|---|{ticks}|---|---:|---:|---:|---:|---|---|
"""

_ALIGNED = """
## Aligned products

Operations per second for 4096 x 4096 x 4096, in which each term counts as two operations,
independent of the number of byte products that it needs. The time includes the alignment of both
operands. Two tiles with all their 4096 terms were executed, and the other tiles are assumed to be
equal.

| widths | {chips} | kernels on sm_90 | registers | warps | bound | target |
|---|{ticks}|---|---:|---:|---|---|
"""


def page() -> str:
    """Return the whole page."""
    kept = {capability: record.kept(capability) for capability in CAPABILITIES}
    chips = model.chips()
    compilers = sorted({found["compiler"] for found in kept.values() if "compiler" in found})
    named = ", ".join(f"sm_{n} ({chips[f'sm_{n}'].chip})" for n in CAPABILITIES)
    parts = [_HEAD, f"\nChips: {named}. Compiler: {', '.join(compilers) or 'none yet'}.\n"]
    names = [row.name for row in record.rows()]
    for section in record.SECTIONS:
        rows = [name for name in names if name.startswith(f"{section}: ")]
        lines = [line for name in rows for line in _row(name, section, kept)]
        if lines:
            shown = " | ".join(f"sm_{n}" for n in CAPABILITIES)
            ticks = "|".join("---:" for _ in CAPABILITIES)
            head = _TABLE.format(chips=shown, ticks=ticks)
            parts.append(
                f"\n## {section[:1].upper()}{section[1:]}\n{head}" + "\n".join(lines) + "\n"
            )
    parts.append(_summary(names, kept))
    lines = [line for row in aligned.squares(record.SQUARE) for line in _product(row, kept)]
    if lines:
        shown = " | ".join(f"sm_{n}" for n in CAPABILITIES)
        ticks = "|".join("---:" for _ in CAPABILITIES)
        parts.append(_ALIGNED.format(chips=shown, ticks=ticks) + "\n".join(lines) + "\n")
    return "".join(parts)


def _row(name: str, section: str, kept: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    found = {n: kept[n]["rows"].get(name) for n in CAPABILITIES}
    if not any(found.values()):
        return
    shares = " | ".join(f"{each['share']:.2f}" if each else "" for each in found.values())
    own = found[90]
    if own is None:
        yield f"| {_short(name)} | {shares} | | | | | | | |"
        return
    launches = own["launches"]
    main = _longest(launches)
    issues = sum(sum(each["issues"].values()) for each in launches)
    moved = sum(each["bytes"] for each in launches)
    kernels = ", ".join(f"`{each['kernel']}`" for each in launches)
    yield (
        f"| {_short(name)} | {shares} | {kernels} | {32 * issues:.3g} | {moved:.3g} "
        f"| {main['registers']} | {main['warps']} | {main['bound']} "
        f"| {_aim(section, own['share'])} |"
    )


def _product(row: Row, kept: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    found = {n: kept[n]["rows"].get(row.name) for n in CAPABILITIES}
    own = found[90]
    if own is None:
        return
    rates = {
        n: row.flops / sum(launch["seconds"] for launch in each["launches"])
        for n, each in found.items()
        if each
    }
    shown = " | ".join(f"{rates[n] / 1e12:.0f} T" if n in rates else "" for n in CAPABILITIES)
    launches = own["launches"]
    main = _longest(launches)
    kernels = ", ".join(dict.fromkeys(f"`{each['kernel']}`" for each in launches))
    widths = row.attributes["bits"]
    least = RATES.get(widths)
    aim = f"{least / 1e12:.0f} T {'met' if rates[90] >= least else 'missed'}" if least else ""
    yield (
        f"| {widths} | {shown} | {kernels} | {main['registers']} | {main['warps']} "
        f"| {main['bound']} | {aim} |"
    )


def _longest(launches: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    return max(launches, key=lambda each: float(each["seconds"]))


def _aim(section: str, share: float) -> str:
    least = TARGETS.get(section)
    if least is None:
        return ""
    return f"{least:.2f} {'met' if share >= least else 'missed'}"


def _short(name: str) -> str:
    """Return the name of a row without its section and the usual words."""
    parts = name.partition(": ")[2].split("; ")
    return ", ".join(part for part in parts if part not in ("contiguous", "normal * 4"))


def _summary(names: list[str], kept: Mapping[int, Mapping[str, Any]]) -> str:
    """Return how many rows of sm_90 meet their target, and what limits the others."""
    missed: dict[str, list[float]] = {}
    count = 0
    for name in names:
        least, row = TARGETS.get(name.partition(": ")[0]), kept[90]["rows"].get(name)
        if least is None or row is None:
            continue
        count += 1
        if row["share"] < least:
            missed.setdefault(_reason(row["launches"]), []).append(least - row["share"])
    met = count - sum(map(len, missed.values()))
    lines = [f"\n{met} of {count} rows of sm_90 that have a target meet it in the prediction.\n"]
    if missed:
        lines.append(
            "\n| limit of the other rows | rows | missed by (median) | missed by (largest) |\n"
        )
        lines.append("|---|---:|---:|---:|\n")
    for reason, by in sorted(missed.items(), key=lambda item: -len(item[1])):
        lines.append(f"| {reason} | {len(by)} | {median(by):.2f} | {max(by):.2f} |\n")
    return "".join(lines)


def _reason(launches: Sequence[Mapping[str, Any]]) -> str:
    """Return what limits a row that is slower than a copy."""
    main = _longest(launches)
    if sum(float(each["seconds"]) > float(main["seconds"]) / 3 for each in launches) > 1:
        return "two launches read the operand, because the second needs the result of the first"
    if main["bound"] in _MOVES:
        return "instructions and memory: neither is a limit by itself, but both together are"
    return "instructions: the exact result needs more of them than fit into the time of a copy"
