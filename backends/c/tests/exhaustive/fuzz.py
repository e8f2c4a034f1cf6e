"""Test pow, atan2, hypot and logaddexp of the C backend on a very large number of random pairs.

    python backends/c/tests/exhaustive/fuzz.py [OP ...] [--pairs 30] [--device D] [--threads T]
        [--again]

Pairs and expected bits come from two_operands.py, with additional draws for atan2 and hypot. The
work is divided into chunks of 2^20 pairs, each with its own seed. The finished chunks and their
wrong results are stored in build/fuzz. They are valid until a source file of the backend or one of
the two programs changes. So a run that was stopped can continue, and a run with more --pairs adds
to the stored chunks. A run of 2^30 pairs or more writes a record for docs/results/long-runs.md. The
exit status is 1 if any result is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from samebits.backends.c.library import DEVICES, load_library, source_digest, widest_device
from samebits.backends.c.session import CSession
from samebits.backends.c.tests.exhaustive.fuzzing import SHOWN, Campaign, Chunk, Done, run
from samebits.backends.protocol import BackendError
from samebits.common.sources import digest_of
from samebits.conformance.trials import long_runs
from samebits.spec.formats import bits_of

sys.path.insert(0, str(Path(__file__).resolve().parent))
import two_operands

Array = np.ndarray[Any, Any]
CHUNK_BITS = 20
WHOLE_BITS = 30


def scaled(function: Callable[..., Array]) -> Callable[[Array, Array], tuple[Array, Array]]:
    """Return a function for the value and the scale of its error, which is the value's magnitude.

    Both are in long double.
    """

    def run(a: Array, b: Array) -> tuple[Array, Array]:
        value = function(a, b)
        return value, np.abs(value)

    return run


def ordinary_angles(rng: np.random.Generator, count: int) -> tuple[Array, Array]:
    """Return operands of atan2 with quotients of all sizes, some with subnormal results.

    Some operands are equal. One of a thousand quotients is an odd multiple of 2^-150, which is a
    midpoint of two subnormal numbers. Its arctangent q - q^3/3 is slightly below it.
    """
    x = rng.uniform(-2, 2, count) * np.exp2(rng.integers(-40, 40, count))
    ratio = np.exp2(rng.uniform(-30, 30, count)) * rng.choice([1, -1], count)
    ratio = np.where(rng.random(count) < 0.1, np.exp2(rng.uniform(-150, -120, count)), ratio)
    ratio = np.where(rng.random(count) < 0.1, rng.choice([1, -1], count), ratio)
    odd = np.ldexp(2.0 * rng.integers(0, 1 << rng.integers(1, 23, count)) + 1, -150)
    odd *= rng.choice([1, -1], count)
    midpoint = rng.random(count) < 0.001
    x = np.where(midpoint, np.exp2(rng.integers(1, 120, count)), x)
    return x * np.where(midpoint, odd, ratio), x


def ordinary_lengths(rng: np.random.Generator, count: int) -> tuple[Array, Array]:
    """Return operands of hypot of similar and different size; a quarter have an integer hypotenuse.

    In that quarter the operands are m^2 - n^2 and 2 m n, and the hypotenuse is m^2 + n^2. For m up
    to 4095 the operands have at most 24 bits. The hypotenuse often has 25, so that it is a midpoint
    of two binary32 numbers.
    """
    x = rng.uniform(-2, 2, count) * np.exp2(rng.integers(-30, 30, count))
    y = x * np.exp2(rng.uniform(-16, 16, count))
    m = rng.integers(1, 4096, count).astype(np.float64)
    n = np.floor(m * rng.random(count))
    unit = np.exp2(rng.integers(-60, 60, count))
    right = rng.random(count) < 0.25
    return np.where(right, (m * m - n * n) * unit, x), np.where(right, 2 * m * n * unit, y)


two_operands.OPS.setdefault("atan2", (scaled(np.arctan2), ordinary_angles))
two_operands.OPS.setdefault("hypot", (scaled(np.hypot), ordinary_lengths))


@cache
def session(device: str) -> CSession:
    """Open the library of a device with one thread. Each process opens it only once."""
    opened = CSession(device, load_library(device))
    opened.configure(threads=1)
    return opened


def chunk(op: str, device: str, seed: int) -> Chunk:
    """Run one chunk. Count wrong pairs as `wrong`, and pairs that the oracle decided as `near`."""
    rng = np.random.default_rng((int.from_bytes(op.encode(), "little"), seed))
    compute = two_operands.runner(session(device), op)
    near, wrong, examples = 0, 0, []
    for _ in range((1 << CHUNK_BITS) // two_operands.CHUNK):
        inputs = two_operands.operands(op, rng, two_operands.CHUNK)
        right, decided = two_operands.wanted(op, inputs)
        near += decided
        found = two_operands.mistakes(compute, inputs, right)
        wrong += len(found)
        for i, got in found[: SHOWN - len(examples)]:
            a, b = (int(bits_of(v)[i]) for v in inputs)
            examples.append(f"{a:08x} {b:08x}: wanted {right[i]:08x}, got {got:08x}")
    return Chunk(seed, {"near": near, "wrong": wrong}, examples)


@cache
def draws_digest() -> str:
    """Return the digest of the programs that draw pairs and compute the expected results."""
    programs = [Path(each).resolve() for each in (__file__, two_operands.__file__)]
    return digest_of(programs, programs[0].parents[4])


def campaign(op: str, device: str) -> Campaign:
    digests = {"sources": source_digest() or "", "draws": draws_digest()}
    return Campaign(f"{op}-{device}", digests, partial(chunk, op, device))


def pairs(done: Done) -> int:
    """Return the number of tested pairs."""
    return len(done.seeds) << CHUNK_BITS


def lines(op: str, device: str, done: Done) -> list[str]:
    """Return the text lines that report the results."""
    head = (
        f"{op} f32 on c:{device}: {done.counts['wrong']} wrong of {pairs(done):,} random pairs, "
        f"{done.counts['near']:,} decided by the oracle"
    )
    return [head, *(f"  {example}" for example in done.examples)]


def record(device: str, done: Done) -> dict[str, Any]:
    """Return the record to store for a long run."""
    counts = {name: done.counts[name] for name in ("wrong", "near")}
    kept = {"day": done.day, "sources": done.digests["sources"], "examples": done.examples}
    return {"device": device, "pairs": pairs(done), **counts, **kept}


def fuzz(op: str, device: str, chunks: int, threads: int, console: Console, *, again: bool) -> bool:
    """Run all chunks of an op. Return whether all results were right."""
    done = run(campaign(op, device), chunks, threads, console, again=again)
    for line in lines(op, device, done):
        console.print(line)
    if pairs(done) >> WHOLE_BITS:
        console.print(f"record: {long_runs.keep('fuzz', op, record(device, done))}")
    return not done.counts["wrong"]


def main() -> int:
    """Test the ops named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ops", nargs="*", choices=[*two_operands.OPS, []], metavar="OP")
    parser.add_argument("--pairs", type=int, default=WHOLE_BITS, help="log2 of their number, >= 20")
    parser.add_argument("--device", choices=DEVICES, help="default: the widest available")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="forget what was done before")
    options = parser.parse_args()
    if np.finfo(np.longdouble).nmant < 63:
        sys.exit("NumPy's long double is binary64 here; run this on x86-64")
    console = Console(highlight=False, soft_wrap=True)
    try:
        device = options.device or widest_device()
    except BackendError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    chunks = 1 << max(0, options.pairs - CHUNK_BITS)
    right = [
        fuzz(op, device, chunks, options.threads, console, again=options.again)
        for op in options.ops or sorted(two_operands.OPS)
    ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
