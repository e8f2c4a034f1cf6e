"""Compare unary ops of the C backend, bit by bit, with the exhaustive oracle.

    python backends/c/tests/exhaustive/compare.py OP [OP ...] [--format F ...] [--device D ...]
        [--sample N] [--first BLOCK] [--last BLOCK] [--threads T] [--stale]

A block is 2**16 consecutive patterns. --sample 64 tests every 64th block. The expected bits come
from `samebits.oracles.sweep`, which uses no code of a backend. The program prints the first wrong
inputs as `input got expected`, then counts and times. The exit status is 1 if a result is wrong,
and 2 if nothing could be compared.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import numpy as np

from samebits.backends.c import library
from samebits.backends.c.library import DEVICES, load_library, unavailable
from samebits.backends.c.session import CSession
from samebits.oracles.sweep import filter as c_filter, sweep, sweepable
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

CHUNK = 1 << 16
SHOWN = 8
FORMATS = ("f32", "f16", "bf16", "f8e4m3fn", "f8e5m2")

Array = np.ndarray[Any, Any]


@dataclass
class Tally:
    """The results of the comparison of one op in one format."""

    inputs: int = 0
    near: int = 0
    skipped: int = 0
    wrong: dict[str, int] = field(default_factory=dict)
    backend_seconds: dict[str, float] = field(default_factory=dict)


def call_for(op: str, form: str) -> Call:
    """Return the call with default attributes.

    For an op that is not yet declared, it is a call without attributes.
    """
    if op in all_ops():
        return get_op(op).call((form,), (form,))
    return Call(op, 1, (form,), (form,))


def blocks(form: str, sample: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the first pattern and the number of patterns of every block to test."""
    size = 1 << get_format(form).bits
    if size <= CHUNK:
        yield 0, size
        return
    for block in range(first, min(last, size // CHUNK - 1) + 1, sample):
        yield block * CHUNK, CHUNK


def wanted(call: Call, first: int, count: int, proven: bool) -> tuple[Array, int, Array]:
    """Return the expected bits, the number of near cases, and the offsets of undecided inputs.

    If `proven` is set, the full oracle is used, and no input is undecided.
    """
    if proven:
        swept = sweep(call, first, count)
        return swept.bits, swept.near, np.empty(0, np.int64)
    bits, near, _ = c_filter.run(call, first, count)
    return bits, len(near), near.astype(np.int64) - first


def compare(
    call: Call, sessions: dict[str, CSession], first: int, count: int, proven: bool, tally: Tally
) -> None:
    """Compare one block on every device."""
    right, near, open_offsets = wanted(call, first, count, proven)
    tally.inputs += count
    tally.near += near
    tally.skipped += len(open_offsets)
    form = call.inputs[0]
    patterns = np.arange(first, first + count, dtype=np.uint64)
    x = from_bits(patterns.astype(get_format(form).bits_dtype), form)
    for device, session in sessions.items():
        y = np.empty_like(x)
        start = time.perf_counter()
        session.run(call, [x], [y])
        seconds = time.perf_counter() - start
        got = bits_of(y)
        differ = got != right
        differ[open_offsets] = False
        where = np.flatnonzero(differ)
        seen = tally.wrong.get(device, 0)
        tally.wrong[device] = seen + len(where)
        tally.backend_seconds[device] = tally.backend_seconds.get(device, 0.0) + seconds
        show = get_format(form).hex
        for i in where[: max(0, SHOWN - seen)]:
            words = show(first + int(i)), show(int(got[i])), show(int(right[i]))
            print(f"  {call.op} {form} c:{device}: {' '.join(words)}", flush=True)


def open_session(device: str, stale: bool) -> CSession:
    """Open the library of a device. A stale library is accepted only if `stale` is set."""
    if not stale:
        return CSession(device, load_library(device))
    with mock.patch.object(library, "source_digest", return_value=None):
        return CSession(device, load_library(device))


def check(op: str, form: str, devices: list[str], options: argparse.Namespace) -> bool | None:
    """Compare one op in one format, and return whether all results are right.

    Return None if nothing could be compared.
    """
    call = call_for(op, form)
    if c_filter.address(op) is None:
        print(f"{op}: oracles/sweep/src has no function sweep_{op}")
        return None
    sessions = {d: open_session(d, options.stale) for d in devices}
    sessions = {d: s for d, s in sessions.items() if s.supports(call)}
    if not sessions:
        print(f"{op} {form}: no device has a kernel")
        return None
    for session in sessions.values():
        session.configure(threads=1)
    proven, tally, start = sweepable(call), Tally(), time.perf_counter()
    with ThreadPoolExecutor(options.threads) as pool:
        spans = blocks(form, options.sample, options.first, options.last)
        jobs = [pool.submit(compare, call, sessions, *span, proven, tally) for span in spans]
        for job in jobs:
            job.result()
    wrong = ", ".join(f"c:{d} {n} wrong" for d, n in tally.wrong.items())
    speed = ", ".join(
        f"{d} {1e9 * s / tally.inputs:.2f} ns" for d, s in tally.backend_seconds.items()
    )
    left = f", {tally.skipped} of them skipped: no oracle yet" if tally.skipped else ""
    print(
        f"{op} {form}: {wrong} of {tally.inputs} inputs ({tally.near} near{left}); "
        f"{time.perf_counter() - start:.1f} s, {speed} an input",
        flush=True,
    )
    return not any(tally.wrong.values())


def main() -> int:
    """Compare the ops of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ops", nargs="+", metavar="OP")
    parser.add_argument("--format", action="append", choices=FORMATS, help="default f32")
    parser.add_argument("--device", action="append", choices=DEVICES, help="default all")
    parser.add_argument("--sample", type=int, default=1, help="take every N-th block")
    parser.add_argument("--first", type=int, default=0, help="first block of 2^16 patterns")
    parser.add_argument("--last", type=int, default=1 << 16, help="last block")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--stale", action="store_true", help="take libraries older than the sources"
    )
    options = parser.parse_args()
    devices = options.device or [d for d in reversed(DEVICES) if not unavailable(d)]
    results = [
        check(op, form, devices, options)
        for op in options.ops
        for form in options.format or ["f32"]
    ]
    return 1 if False in results else 0 if True in results else 2


if __name__ == "__main__":
    sys.exit(main())
