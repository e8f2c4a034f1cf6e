"""Find operands of ordinary size that are hard to round.

    python -m samebits.vectors.search.everyday [OP]... | --missing

The hardest inputs of a certificate are often of one kind. If a function is nearly linear, or if its
results repeat from binade to binade, hundreds of operands are hard for the same reason. They seldom
have sizes that occur in practice. So the exhaustive oracle runs once more, only for the f32
operands from 2^-5 to 2^6 in both signs. The operands nearest to a rounding boundary are stored, at
most a few of each binade. The files (`found/<op>.json`) contain only inputs; the oracles compute
the expected results.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from os import cpu_count
from pathlib import Path

from rich.progress import track

from samebits.common.files import write_atomically
from samebits.oracles.sweep import BLOCK, sweep, sweepable
from samebits.spec.catalog import all_ops
from samebits.spec.language.call import Call
from samebits.vectors.certificates import find_named
from samebits.vectors.files import dump_json
from samebits.vectors.search.kept import inputs_of, read_value

FOLDER = Path(__file__).parent / "found"
ROOM = Path(__file__).parent.parent
SMALLEST, LARGEST = -5, 5
KEPT, PER_BINADE = 100, 12
PATTERN = "[0-9a-f]{8}"
_ONE, _STEP, _SIGN = 0x3F800000, 1 << 23, 1 << 31


def everyday_inputs(op: str) -> list[int]:
    """Return the operands that were found for an op, hardest first.

    The list is empty if there was no search. Raises VectorError for a malformed file.
    """
    found = read_value(FOLDER, op)
    return [] if found is None else parse(*found)


def parse(value: object, where: str) -> list[int]:
    """Return the operands in the parsed text of a file, hardest first. Raises VectorError."""
    return [int(text, 16) for text in inputs_of(value, where, PATTERN, "patterns of binary32")]


def searchable() -> Iterator[Call]:
    """Yield the calls that can be searched: functions with one binary32 operand and a sweep."""
    for op in all_ops().values():
        if op.op_class == "round" and (("f32",), ("f32",)) in op.signatures and op.name != "cast":
            call = op.call(["f32"], ["f32"])
            if sweepable(call):
                yield call


def search(call: Call) -> list[str]:
    """Return the operands nearest to a rounding boundary, as hexadecimal, hardest first."""
    starts = [
        first
        for sign in (0, _SIGN)
        for first in range(
            sign + _ONE + SMALLEST * _STEP, sign + _ONE + (LARGEST + 1) * _STEP, BLOCK
        )
    ]
    with ThreadPoolExecutor(cpu_count()) as pool:
        blocks = pool.map(lambda first: sweep(call, first, BLOCK).hardest, starts)
        ranked = sorted(
            chain.from_iterable(track(blocks, total=len(starts), description=call.op)),
            key=lambda pair: (-pair[0], pair[1]),
        )
    held: Counter[int] = Counter()
    kept: list[str] = []
    for _, pattern in ranked:
        binade = pattern // _STEP
        held[binade] += 1
        if held[binade] <= PER_BINADE and len(kept) < KEPT:
            kept.append(f"{pattern:08x}")
    return kept


def unsearched() -> list[str]:
    """Return the functions without a file of found operands whose certificate lists hard inputs."""
    names = [call.op for call in searchable() if not (FOLDER / f"{call.op}.json").exists()]
    proofs = {name: find_named(ROOM, name, "f32") for name in names}
    return [name for name, proof in proofs.items() if proof and proof.hardest]


def main() -> None:
    """Search the named functions, all functions, or (--missing) those without a file."""
    calls = {call.op: call for call in searchable()}
    names = unsearched() if sys.argv[1:] == ["--missing"] else sys.argv[1:] or list(calls)
    unknown = [name for name in names if name not in calls]
    if unknown:
        sys.exit(f"no search for {unknown[0]!r}; known: {', '.join(calls)}")
    method = (
        f"f32 operands of 2^{SMALLEST} to 2^{LARGEST + 1} nearest to a rounding boundary, "
        f"at most {PER_BINADE} of a binade, by the exhaustive oracle"
    )
    for name in names:
        found = search(calls[name])
        if found:
            write_atomically(
                FOLDER / f"{name}.json", dump_json({"method": method}, {"inputs": found})
            )


if __name__ == "__main__":
    main()
