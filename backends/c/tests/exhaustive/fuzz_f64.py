"""Test the binary64 functions of the C backend on a very large number of random operands.

    python -m samebits.backends.c.tests.exhaustive.fuzz_f64 [OP ...] [--operands 30] [--pairs 28]
        [--threads T] [--again]

The expected bits are computed once for all devices of the machine, by the filters of oracles/sweep.
If no filter decides the rounding of a result, the op's oracle decides it. One of 64 rows is also
computed by MPFR alone, or by exact arithmetic if the op is exact. None of this uses code of the
backend. The program also counts the operands that each stage of the op's kernel leaves to the next
stage.

The work is divided into chunks of 2^20 rows, each with its own seed. Finished chunks are stored in
build/fuzz. They are valid until the compiled code of the op's kernel, a filter or one of these
programs changes. So a run that was stopped can continue, and a run with more rows adds to the
stored chunks. A run of 2^24 rows or more writes a record for docs/results/long-runs.md, from which
another checkout of the same sources can continue. The exit status is 1 if any result is wrong.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from samebits.backends.c import library
from samebits.backends.c.library import DEVICES, load_library, unavailable
from samebits.backends.c.session import CSession
from samebits.backends.c.tests import kernel_files
from samebits.backends.c.tests.exhaustive import draws_f64, fuzzing
from samebits.backends.c.tests.exhaustive.fuzzing import SHOWN, Campaign, Chunk, Done
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.sources import digest_of
from samebits.conformance.trials import long_runs
from samebits.oracles.sweep import binary64
from samebits.oracles.sweep.alone import alone
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
CHUNK_BITS = 20
PART = 1 << 16
"""Number of rows that are drawn together. They have the same kind and the same attributes."""
ALONE = 64
"""One of this many rows is also computed by MPFR alone."""
RECORD_BITS = 24
KIND = "fuzz_f64"
STAGES = ("second", "last")
COUNTED = (*STAGES, "wider", "oracle", "alone", "apart")
"""Counts that a record contains in addition to the wrong results. A chunk uses the same names."""
QUIET = ("-fno-math-errno", "-fno-trapping-math")
"""Flags that the backend also uses.

Without them the compiler must preserve errno and exceptions, and cannot vectorise loops.
"""
HERE = Path(__file__).resolve().parent
SWEEP = Path(binary64.__file__).resolve().parent


def filtered_ops() -> tuple[str, ...]:
    """Return the ops of binary64 that have filters.

    Raise OracleUnavailable if the library of filters is missing.
    """
    return tuple(op for op in sorted(all_ops()) if binary64.address(op, binary64.WIDTHS[0]))


def call_of(op: str, attributes: dict[str, float]) -> Call:
    """Return the call of an op in binary64."""
    declared = get_op(op)
    return declared.call(("f64",) * len(declared.operands), ("f64",), **attributes)


def devices() -> tuple[str, ...]:
    """Return the devices of the C backend that are available on this machine."""
    return tuple(device for device in DEVICES if not unavailable(device))


@cache
def session(device: str) -> CSession:
    """Open the library of a device with one thread. Each process opens it only once."""
    opened = CSession(device, load_library(device))
    opened.configure(threads=1)
    return opened


def _sources(op: str) -> Iterator[Path]:
    """Yield the C sources of the backend that determine the results of an op."""
    yield kernel_files.KERNELS / f"{op}.c"
    yield library.NUMERICS / f"multiple/functions/{op}.h"
    yield library.SOURCES / "src/function/settled_loop.c"


def _files(op: str) -> Iterator[Path]:
    """Yield the files that determine the operands and the expected results."""
    yield from sorted((SWEEP / "src/narrow").iterdir())
    yield from sorted((SWEEP / "src/wide").iterdir())
    yield from (SWEEP / "binary64.py", SWEEP / "alone.py", Path(all_oracles_file(op)))
    yield from (HERE / name for name in ("fuzz_f64.py", "draws_f64.py", "stages_f64.c"))


def all_oracles_file(op: str) -> str:
    """Return the path of the source file of an op's oracle."""
    return str(SWEEP.parent / "ops" / f"{op}.py")


@cache
def digest(op: str) -> str:
    """Return the digest of everything that determines an op's record.

    The digest covers whole Python and C files for the operands and expected results. For the
    backend's sources it covers the preprocessed text, for each device of x86-64, or for the only
    device on other machines.
    """
    found = hashlib.sha256(digest_of({*_files(op)}, HERE.parents[3]).encode())
    sets = (*kernel_files.VECTORS, ()) if kernel_files.flags_here() else ((),)
    for source in _sources(op):
        for flags in sets:
            found.update(b"\0" + kernel_files.text_read(source, flags).encode())
    return found.hexdigest()


@cache
def stages(op: str) -> ctypes.CDLL | None:
    """Return the library of the fast stages of an op's kernel, or None if it has no such stages."""
    if op not in kernel_files.ENCLOSED_F64:
        return None
    target = fuzzing.FOLDER / "stages" / f"{op}-{digest(op)[:16]}.so"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        own = target.with_suffix(f".{os.getpid()}.so")
        flags = ("-O3", *QUIET, *kernel_files.widest_vectors())
        kernel_files.compile_kernel(op, HERE / "stages_f64.c", own, flags)
        write_atomically(target, own.read_bytes())
        own.unlink()
    return ctypes.CDLL(str(target), mode=os.RTLD_LAZY)


def passed_on(op: str, call: Call, rows: Sequence[Array]) -> dict[str, int]:
    """Count the rows without special values that reach the second stage, and the last stage."""
    code = stages(op)
    if code is None:
        return {}
    parameter = float(next(iter(call.attributes.values()), 0.0))  # type: ignore[arg-type]
    counts = np.empty(2, np.int64)
    places = [ctypes.c_void_p(x.ctypes.data) for x in rows]
    code.stages_f64(
        *(places if len(places) == 2 else (*places, None)),
        *(ctypes.c_double(parameter), ctypes.c_int64(rows[0].size)),
        ctypes.c_void_p(counts.ctypes.data),
    )
    return dict(zip(STAGES, counts.tolist(), strict=True))


def _shown(rows: Sequence[Array], i: int, call: Call, wanted: int, got: int, by: str) -> str:
    operands = " ".join(f"{int(x.view(np.uint64)[i]):016x}" for x in rows)
    given = f" {dict(call.attributes)}" if call.attributes else ""
    return f"{operands}{given}: wanted {wanted:016x}, {by} has {got:016x}"


def part(op: str, rng: np.random.Generator, turn: int, size: int) -> tuple[Counter[str], list[str]]:
    """Test rows of one kind. Return counts, and descriptions of wrong results."""
    call = call_of(op, draws_f64.attributes(op, rng))
    rows = draws_f64.operands(op, rng, size, turn)
    right = binary64.rounded(call, rows)
    counts = Counter(passed_on(op, call, rows))
    counts.update({"wider": right.second, "oracle": right.near})
    examples = []
    for device in devices():
        result = np.empty(size)
        session(device).run(call, rows, [result])
        got = result.view(np.uint64)
        wrong = np.flatnonzero(got != right.bits)
        counts[f"wrong on {device}"] += len(wrong)
        examples += [
            _shown(rows, i, call, int(right.bits[i]), int(got[i]), f"c:{device}")
            for i in wrong[:SHOWN].tolist()
        ]
    opinion = alone(call, [x[::ALONE] for x in rows])
    apart = np.flatnonzero(opinion != right.bits[::ALONE])
    counts.update({"alone": len(opinion), "apart": len(apart)})
    examples += [
        _shown(rows, i, call, int(right.bits[i]), int(opinion[i // ALONE]), "MPFR")
        for i in (apart * ALONE)[:SHOWN].tolist()
    ]
    return counts, examples


def chunk(op: str, seed: int) -> Chunk:
    rng = np.random.default_rng((int.from_bytes(op.encode(), "little"), seed))
    counts: Counter[str] = Counter()
    examples: list[str] = []
    size = min(PART, 1 << CHUNK_BITS)
    parts = (1 << CHUNK_BITS) // size
    for turn in range(parts):
        found, wrong = part(op, rng, seed * parts + turn, size)
        counts.update(found)
        examples += wrong
    return Chunk(seed, counts, examples[:SHOWN])


def campaign(op: str) -> Campaign:
    digests = {"files": digest(op), "devices": " ".join(devices())}
    return Campaign(f"{op}-f64", digests, partial(chunk, op), recorded(op))


def recorded(op: str) -> dict[str, Any] | None:
    """Return the state of an earlier run from the op's record, or None if there is no record."""
    kept = long_runs.record(KIND, op)
    if kept is None or "seeds" not in kept:
        return None
    counts = {name: kept[name] or 0 for name in COUNTED}
    counts |= {f"wrong on {device}": count for device, count in kept["wrong"].items()}
    return {
        "digests": {"files": kept["sources"], "devices": " ".join(kept["wrong"])},
        "seeds": [seed for first, many in kept["seeds"] for seed in range(first, first + many)],
        "counts": counts,
        "examples": kept["examples"],
        "day": kept["day"],
    }


def rows_of(done: Done) -> int:
    """Return the number of tested rows."""
    return len(done.seeds) << CHUNK_BITS


def wrong(done: Done) -> int:
    """Count the wrong results on all devices, plus the rows where filters and MPFR differ."""
    return (
        sum(n for name, n in done.counts.items() if name.startswith("wrong "))
        + done.counts["apart"]
    )


def lines(op: str, done: Done) -> list[str]:
    """Return the text lines that report the results."""
    counts = done.counts
    head = (
        f"{op} f64 on {done.digests['devices']}: {wrong(done)} wrong of {rows_of(done):,} rows; "
        f"{counts['second']:,} reached the second stage and {counts['last']:,} the last; "
        f"{counts['oracle']:,} decided by the oracle, {counts['alone']:,} by MPFR alone"
    )
    return [head, *(f"  {example}" for example in done.examples)]


def record(op: str, done: Done) -> dict[str, Any]:
    """Return the record to store for a long run."""
    counts: dict[str, int | None] = {name: done.counts[name] for name in COUNTED}
    if op not in kernel_files.ENCLOSED_F64:
        counts |= dict.fromkeys(STAGES)
    return {
        "day": done.day,
        "sources": done.digests["files"],
        "rows": rows_of(done),
        "seeds": fuzzing.spans(done.seeds),
        "wrong": {d: done.counts[f"wrong on {d}"] for d in done.digests["devices"].split()},
        **counts,
        "examples": done.examples,
    }


def fuzz(op: str, chunks: int, threads: int, console: Console, *, again: bool) -> bool:
    """Run all chunks of an op. Return whether all results were right."""
    done = fuzzing.run(campaign(op), chunks, threads, console, again=again)
    for line in lines(op, done):
        console.print(line, markup=False)
    if rows_of(done) >> RECORD_BITS:
        console.print(f"record: {long_runs.keep(KIND, op, record(op, done))}", markup=False)
    return not wrong(done)


def main() -> int:
    """Test the ops named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ops", nargs="*", metavar="OP", help="default: all functions")
    for name, default in (("operands", 30), ("pairs", 28)):
        text = f"log2 of how many, {CHUNK_BITS} or more; default: %(default)s"
        parser.add_argument(f"--{name}", type=int, default=default, help=text)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="forget what was done before")
    options = parser.parse_args()
    if np.finfo(np.longdouble).nmant != 63:
        sys.exit("long double has not 64 bits here; run this on x86-64")
    console = Console(highlight=False, soft_wrap=True)
    try:
        every = filtered_ops()
        unknown = [op for op in options.ops if op not in every]
        if unknown:
            parser.error(f"{unknown[0]} is none of {', '.join(every)}")
        if not devices():
            parser.error(unavailable(DEVICES[0]))
        right = []
        for op in options.ops or every:
            bits = options.pairs if len(get_op(op).operands) == 2 else options.operands
            chunks = 1 << max(0, bits - CHUNK_BITS)
            right.append(fuzz(op, chunks, options.threads, console, again=options.again))
    except SamebitsError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
