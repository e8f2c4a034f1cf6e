"""Find the f32 operands that are hardest to round: python -m samebits.vectors.search.search [OP]...

1. `scan.c`, compiled on the fly, evaluates the function in binary64 at all operands at which it is
   not trivial and keeps those near a midpoint.
2. Arb ranks them: bits = -log2 of the relative distance of the exact value to the nearest midpoint,
   from an enclosure at 300 bits. Exact ties (0 distance) do not occur here; where the op has some,
   plans enumerate them.
3. The hardest are written to `hard/<op>.json`. They are inputs; the oracles give the answers.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.progress import Progress

from samebits.spec.files import write_atomically
from samebits.spec.formats import get_format
from samebits.vectors.errors import VectorError
from samebits.vectors.files import dump_json
from samebits.vectors.plans.patterns import value_of
from samebits.vectors.search.hard import FOLDER

KEPT = 240
PRECISION = 300
CHUNK = 1 << 25


@dataclass(frozen=True, slots=True)
class Search:
    """Ranges of bit patterns worth scanning, reach of the filter, and the function in Arb."""

    ranges: tuple[tuple[int, int], ...]
    reach: int
    ball: Callable[[Any], Any]


def _normal_distribution(x: Any) -> Any:
    from flint import arb

    return (-x / arb(2).sqrt()).erfc() / 2


# Below the first magnitude the leading terms decide and no result comes near a midpoint, or all do
# and the plans enumerate them; above the last the result is constant, infinite or the operand.
SEARCHES: Mapping[str, Search] = {
    "exp": Search(((0x33000000, 0x42B20000), (0xB2800000, 0xC2D00000)), 110, lambda x: x.exp()),
    "log": Search(((0x00000001, 0x7F7FFFFF),), 26, lambda x: x.log()),
    "tanh": Search(((0x39000000, 0x41200000),), 480, lambda x: x.tanh()),
    "erf": Search(((0x00000001, 0x40780000),), 50, lambda x: x.erf()),
    "sigmoid": Search(
        ((0x33000000, 0x418C0000), (0xB3000000, 0xC2D00000)), 40, lambda x: 1 / (1 + (-x).exp())
    ),
    "rsqrt": Search(((0x3F800000, 0x407FFFFF),), 4000, lambda x: x.rsqrt()),
    "silu": Search(
        ((0x32000000, 0x41900000), (0xB2000000, 0xC2DA0000)), 80, lambda x: x / (1 + (-x).exp())
    ),
    "gelu": Search(
        ((0x32000000, 0x40C00000), (0xB2000000, 0xC1680000)),
        120,
        lambda x: x * _normal_distribution(x),
    ),
}


def candidates(op: str, search: Search, progress: Progress) -> list[int]:
    """Bit patterns that pass the filter, in scan order."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise VectorError("the search needs a C compiler: install gcc")
    chunks = [
        (start, min(start + CHUNK - 1, last))
        for first, last in search.ranges
        for start in range(first, last + 1, CHUNK)
    ]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "scan"
        source = Path(__file__).with_name("scan.c")
        subprocess.run(
            [
                compiler,
                "-std=c11",
                "-O2",
                "-ffp-contract=off",
                str(source),
                "-o",
                str(program),
                "-lm",
            ],
            check=True,
        )
        found = []
        for first, last in progress.track(chunks, description=f"{op}: scan"):
            bounds = (f"{first:x}", f"{last:x}", str(search.reach))
            run = subprocess.run(
                [str(program), op, *bounds], check=True, capture_output=True, text=True
            )
            found += [int(line, 16) for line in run.stdout.split()]
    return found


def hardness(pattern: int, ball: Callable[[Any], Any]) -> float | None:
    """-log2 of the relative distance of the result to its nearest midpoint; None if that is 0."""
    from flint import arb, ctx

    form = get_format("f32")
    x = value_of(pattern, form)
    ctx.prec = PRECISION
    y = ball(arb(x.numerator) / x.denominator)
    middle, radius = (_exact(part) for part in (y.mid(), y.rad()))
    magnitude = abs(middle)
    quantum = max(_floor_log2(magnitude), form.emin) - (form.precision - 1)
    scaled = magnitude / Fraction(2) ** quantum
    gap = abs(scaled - (scaled.numerator // scaled.denominator) - Fraction(1, 2))
    gap *= Fraction(2) ** quantum
    if gap <= radius:
        return None
    return -_log2(gap / magnitude)


def _exact(ball: Any) -> Fraction:
    mantissa, exponent = ball.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _floor_log2(x: Fraction) -> int:
    guess = x.numerator.bit_length() - x.denominator.bit_length()
    return guess if Fraction(2) ** guess <= x else guess - 1


def _log2(x: Fraction) -> float:
    shift = _floor_log2(x)
    return shift + math.log2(float(x / Fraction(2) ** shift))


def search(op: str, progress: Progress) -> int:
    """Search one function and write its file; returns the number of candidates."""
    plan = SEARCHES[op]
    found = candidates(op, plan, progress)
    ranked = []
    for pattern in progress.track(found, description=f"{op}: rank {len(found)}"):
        bits = hardness(pattern, plan.ball)
        if bits is not None:
            ranked.append((bits, pattern))
    ranked.sort(key=lambda item: (-item[0], item[1]))
    inputs = [{"x": f"{pattern:08x}", "bits": round(bits, 2)} for bits, pattern in ranked[:KEPT]]
    shown = ", ".join(f"{first:08x}..{last:08x}" for first, last in plan.ranges)
    method = f"f32 operands {shown}; filter {plan.reach} ulp of binary64; ranked by Arb"
    write_atomically(FOLDER / f"{op}.json", dump_json({"method": method}, {"inputs": inputs}))
    return len(found)


def main() -> None:
    """Search the named functions, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("ops", nargs="*", metavar="OP", help=f"of {', '.join(SEARCHES)}")
    names = parser.parse_args().ops or list(SEARCHES)
    unknown = [name for name in names if name not in SEARCHES]
    if unknown:
        sys.exit(f"no search for {unknown[0]!r}; known: {', '.join(SEARCHES)}")
    with Progress() as progress:
        for name in names:
            count = search(name, progress)
            progress.console.print(f"{name}: {count} candidates")


if __name__ == "__main__":
    main()
