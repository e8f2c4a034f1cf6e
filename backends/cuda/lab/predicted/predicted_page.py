"""PREDICTIONS.md in this folder, made from the kept predictions."""

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
"""The target shares of the roof on sm_90, by section."""

_MOVES = (model.MEMORY, model.LATENCY, model.SECOND_LEVEL, model.FIRST_LEVEL, model.SHARED)
"""The limits of a launch that come from moving bytes, not from instructions."""

RATES = {(16, 16): 200e12, (24, 16): 130e12, (24, 24): 90e12}
"""The target operations per second on sm_90, by the widths of an aligned product."""

_HEAD = """# Speed on paper

Made by `python -m samebits.backends.cuda.lab.predicted --page` from
`backends/cuda/lab/predicted/results/`. No GPU was at hand: blocks of every launch were executed
from their machine code, one instruction at a time
([how](../../../../docs/cuda.md#machine-code)), so issues, sectors and turns of shared memory are
counted. Seconds come from a model of each chip (`model.py` and `chips.toml` beside this page). No
GPU has confirmed the model, so this page is a record of the laboratory and no documentation of
speed. *Share* is that of the roof: the time in which a copy moves the row's bytes, or in
which the chip does its arithmetic, over the predicted time; small calls, whose time is the host's,
are left out. *Issues* are those of a warp for 32 elements,
*bytes* what is moved between L2 and the multiprocessors for an element, *warps* how many are there
at once, *bound* what takes longest.
"""

_TABLE = """
| row | {chips} | kernels on sm_90 | issues | bytes | registers | warps | bound | aim |
|---|{ticks}|---|---:|---:|---:|---:|---|---|
"""

_ALIGNED = """
## Aligned products

Operations in a second at 4096 x 4096 x 4096, alignment of both operands within the time: two for
each term, whatever number of products of bytes that takes. Two tiles were executed, with all their
4096 terms, and stand for all.

| widths | {chips} | kernels on sm_90 | registers | warps | bound | aim |
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
    """Return the name without the section and without the usual words."""
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
    lines = [f"\n{met} of {count} rows of sm_90 that have an aim meet it on paper.\n"]
    if missed:
        lines.append("\n| what keeps the others from it | rows | by, median | by, at most |\n")
        lines.append("|---|---:|---:|---:|\n")
    for reason, by in sorted(missed.items(), key=lambda item: -len(item[1])):
        lines.append(f"| {reason} | {len(by)} | {median(by):.2f} | {max(by):.2f} |\n")
    return "".join(lines)


def _reason(launches: Sequence[Mapping[str, Any]]) -> str:
    """Return the limit of a row that is slower than a copy."""
    main = _longest(launches)
    if sum(float(each["seconds"]) > float(main["seconds"]) / 3 for each in launches) > 1:
        return "the operand is read by two launches: the second needs what the first has found"
    if main["bound"] in _MOVES:
        return "instructions in the shadow of memory: neither bounds alone, both together do"
    return "instructions: the exact result takes more than the time of a copy has room for"
