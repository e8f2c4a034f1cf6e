"""Results of other NVRTC versions, compared with the version that limits.json records.

`python -m samebits.backends.cuda.lab.gate --differences` writes a file for the current compiler
into `gate/compilers/`. `python -m samebits.backends.cuda.lab.compilers` makes
docs/results/cuda-compilers.md from all files. Registers limit the number of threads on a
multiprocessor, and spills cost memory traffic. No bit depends on either, but speed does.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from samebits.backends.cuda.compiling.options import ARCHITECTURES
from samebits.backends.cuda.compiling.units import kernels_digest
from samebits.backends.cuda.lab.gate import limits
from samebits.backends.protocol import BackendError
from samebits.common.files import write_atomically

FOLDER = Path(__file__).resolve().parent / "gate" / "compilers"
PAGE = Path(__file__).resolve().parents[3] / "docs" / "results" / "cuda-compilers.md"

_SHORT = 12
"""The number of characters of a digest that are stored and shown."""

_SHOWN = 25
"""The number of kernels that the page lists for each compiler, beginning with the most changed.

The files list all kernels.
"""

_HEAD = """\
# CUDA kernels by compiler version

Made by `python -m samebits.backends.cuda.lab.compilers` from the files of the command
`nox -s gates -- --differences`. It compiles every unit (a CUDA source file with its definitions)
with one version of NVRTC. The gate then checks that only instructions with defined bits are used.
*refused* counts the units that the gate refused.

The sections below list kernels whose use of registers, stack or spills differs from `limits.json`,
whose compiler is the version after "compared with". All such numbers are for {measured}. No bit
depends on them, but speed may.

Each row of the table has a digest of the sources that were compiled (`kernels_digest` in
`backends/cuda/compiling/units.py`). A run for all architectures takes an hour, so such a row may
have older sources than a row for sm_90 only. A row with `later` has only the units that were added
after the other rows, for sm_90. *spilling* is the number of kernels that spill, *registers* the
largest number of registers of a kernel, and *differ* the number of kernels that differ.

"""

Row = Sequence[int]
"""Registers, bytes of stack, and bytes of spills."""


@dataclass(frozen=True, slots=True)
class Differences:
    """The results of one compiler, compared with the compiler of limits.json.

    `sources` is the beginning of the digest of all kernels (units.py), or "" if it is not recorded.
    `differ` maps `unit entry` to two rows: the row of limits.json and the current row. `only` is ""
    for a record of all units; for units that were added later, it is the expression that chose
    them.
    """

    compiler: str
    against: str
    units: int
    architectures: tuple[int, ...]
    refused: int
    kernels: int
    spilling: int
    most_registers: int
    differ: Mapping[str, tuple[Row, Row]]
    sources: str = ""
    only: str = ""

    @property
    def path(self) -> Path:
        """Return the path of the file with these results.

        The name lists the architectures if there are not all of them. For units that were added
        later, the name has the digest of the expression that chose them, because several files may
        exist.
        """
        some = "" if self.architectures == ARCHITECTURES else "-".join(map(str, self.architectures))
        name = self.compiler.lower().replace(" ", "-")
        chosen = hashlib.sha256(self.only.encode()).hexdigest()[:6]
        later = f"-later-{chosen}" if self.only else ""
        return FOLDER / (f"{name}-sm-{some}{later}.json" if some else f"{name}{later}.json")


def differences(
    figures: limits.Figures,
    compiler: str,
    units: int,
    architectures: Sequence[int],
    refused: int,
    only: str = "",
) -> Differences:
    """Compare the measured values with limits.json.

    `only` is the expression that chose the units, or "" for all units. Raises BackendError if there
    are no values.
    """
    against, known = limits.recorded()
    rows = {
        kernel: limits.row(targets[limits.MEASURED_AS])
        for kernel, targets in figures.items()
        if limits.MEASURED_AS in targets
    }
    if not rows:
        raise BackendError(f"nothing was measured for {limits.MEASURED_AS}")
    before = {kernel: known.get(kernel, {}).get(limits.MEASURED_AS, []) for kernel in rows}
    return Differences(
        compiler,
        against,
        units,
        tuple(architectures),
        refused,
        len(rows),
        sum(row[2] > 0 for row in rows.values()),
        max(row[0] for row in rows.values()),
        {name: (before[name], row) for name, row in sorted(rows.items()) if before[name] != row},
        kernels_digest()[:_SHORT],
        only,
    )


def write(found: Differences) -> Path:
    """Write the differences to their file, one kernel per line. Return the path."""
    told = asdict(found)
    differ = told.pop("differ")
    head = json.dumps(told, indent=2)[:-2]
    lines = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps(rows)}" for name, rows in differ.items()
    )
    write_atomically(found.path, f'{head},\n  "differ": {{\n{lines}\n  }}\n}}\n'.encode())
    return found.path


def read(path: Path) -> Differences:
    """Return the contents of a file that `write` wrote."""
    told = json.loads(path.read_text(encoding="utf-8"))
    told["architectures"] = tuple(told["architectures"])
    told["differ"] = {name: (rows[0], rows[1]) for name, rows in told["differ"].items()}
    return Differences(**told)


def page(every: Iterable[Differences]) -> str:
    """Return the text of docs/results/cuda-compilers.md."""
    found = sorted(every, key=lambda each: (each.compiler, len(each.architectures), each.only))
    lines = [
        *_HEAD.format(measured=limits.MEASURED_AS).splitlines(),
        "| compiler | sources | units | architectures | refused | kernels | spilling | registers "
        "| differ |",
        "|---|---|---:|---|---:|---:|---:|---:|---:|",
    ]
    for each in found:
        architectures = " ".join(map(str, each.architectures))
        name = f"[{each.compiler}](../../backends/cuda/lab/gate/compilers/{each.path.name})"
        name += ", later" if each.only else ""
        numbers = (each.refused, each.kernels, each.spilling, each.most_registers)
        shown = " | ".join(map(str, numbers))
        of = f"`{each.sources}`" if each.sources else "not stored"
        row = f"| {name} | {of} | {each.units} | {architectures} | {shown} | {len(each.differ)} |"
        lines.append(row)
    for each in found:
        if each.differ:
            lines += _section(each)
    return "\n".join(lines) + "\n"


def _section(each: Differences) -> list[str]:
    changes = [now[0] - before[0] for before, now in each.differ.values() if before]
    more, fewer = sum(c > 0 for c in changes), sum(c < 0 for c in changes)
    ranked = sorted(each.differ.items(), key=lambda item: (-_weight(*item[1]), item[0]))
    return [
        "",
        f"## {each.compiler} compared with {each.against}, {_targets(each)}",
        "",
        f"{len(each.differ)} of {each.kernels} kernels differ: {more} have more registers, {fewer}"
        f" have fewer. The table has the {min(_SHOWN, len(ranked))} that differ most. `A to B`"
        f" means A with {each.against} and B with {each.compiler}.",
        "",
        "| kernel | registers | stack | spills |",
        "|---|---:|---:|---:|",
        *(_line(name, before, now) for name, (before, now) in ranked[:_SHOWN]),
    ]


def _targets(each: Differences) -> str:
    later = f", units that were added later (`{each.sources}`)" if each.only else ""
    if len(each.architectures) == 1:
        return f"compiled for sm_{each.architectures[0]} only{later}"
    return f"compiled for {len(each.architectures)} architectures"


def _weight(before: Row, now: Row) -> float:
    """Return a measure of a kernel's change: registers, plus spilled bytes divided by four."""
    if not before:
        return float("inf")
    return abs(now[0] - before[0]) + abs(now[2] - before[2]) / 4


def _line(name: str, before: Row, now: Row) -> str:
    pairs = zip(before or ("-",) * len(now), now, strict=True)
    cells = " | ".join(str(b) if a == b else f"{a} to {b}" for a, b in pairs)
    return f"| `{name}` | {cells} |"


def main() -> None:
    """Write the page."""
    every = [read(path) for path in sorted(FOLDER.glob("*.json"))]
    if not every:
        sys.exit(f"error: no differences are kept in {FOLDER}: run the gate with --differences")
    write_atomically(PAGE, page(every).encode())
    print(f"{PAGE}: {', '.join(each.compiler for each in every)}")


if __name__ == "__main__":
    main()
