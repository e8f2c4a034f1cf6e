"""Compare pow and logaddexp of the C backend with long double arithmetic and the op's oracle.

    python backends/c/tests/exhaustive/two_operands.py [OP ...] [--pairs 26] [--device D ...]
        [--seed S]

The program tests 2^PAIRS random pairs of an op, in binary32. The C library's long double functions
are accurate to some ulp of 64 bits, which gives an enclosure of relative width 2^-58. If both ends
round to the same number, it is the expected result. `samebits.oracles` decides the other pairs,
including ties. None of this uses code of the backend. A third of the pairs are random bit patterns.
The other pairs are drawn so that results are ordinary, exact or near a tie, or small by
cancellation. The program prints the first wrong pairs; the exit status is 1 if any result is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.c.library import DEVICES, load_library, unavailable
from samebits.backends.c.session import CSession
from samebits.oracles.discovery import all_oracles
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format

Array = np.ndarray[Any, Any]
Run = Callable[[list[Array]], Array]
CHUNK = 1 << 18
WINDOW = np.longdouble(2) ** -58


def power(x: Array, y: Array) -> tuple[Array, Array]:
    """Return x^y in long double, and a scale to which its error is relative."""
    value = np.power(x, y)
    return value, np.abs(value)


def logaddexp(a: Array, b: Array) -> tuple[Array, Array]:
    """Return log(e^a + e^b) in long double, and a scale to which its error is relative."""
    top = np.maximum(a, b)
    part = np.log1p(np.exp(-np.abs(a - b)))
    plain = np.isfinite(a) & np.isfinite(b)
    ends = np.where(np.isnan(a) | np.isnan(b), np.longdouble("nan"), top + 0)
    return np.where(plain, top + part, ends), np.where(plain, np.abs(top) + part, np.abs(ends))


def ordinary_powers(rng: np.random.Generator, count: int) -> tuple[Array, Array]:
    """Return bases and exponents of pow, with results of all magnitudes.

    Some bases are near 1, and half of the exponents are multiples of 1/8.
    """
    size = np.where(rng.random(count) < 0.5, 16, np.exp2(rng.uniform(-12, 4, count)))
    x = np.exp2(size * rng.uniform(-1, 1, count)) * rng.choice([1, -1], count)
    y = rng.uniform(-130, 130, count) / np.maximum(np.abs(np.log2(np.abs(x))), 1e-3)
    eighths = rng.integers(-24, 100, count) / 8
    x = np.where(rng.random(count) < 0.2, np.rint(np.abs(x)) + 1, x)
    return x, np.where(rng.random(count) < 0.5, y, eighths)


def ordinary_sums(rng: np.random.Generator, count: int) -> tuple[Array, Array]:
    """Return operands of logaddexp of similar size. For a third of them the result is near 0."""
    a = rng.uniform(-1, 1, count) * np.exp2(rng.uniform(-20, 7, count))
    b = a + rng.uniform(-60, 60, count) * np.exp2(rng.uniform(-20, 0, count))
    zero = -np.exp2(rng.uniform(-20, 6, count))
    return (
        np.where(rng.random(count) < 0.33, zero, a),
        np.where(a > 1e9, a, np.where(rng.random(count) < 0.5, b, np.log(-np.expm1(zero)))),
    )


OPS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "pow": (power, ordinary_powers),
    "logaddexp": (logaddexp, ordinary_sums),
}


def operands(op: str, rng: np.random.Generator, count: int) -> list[Array]:
    """Return random operand pairs in binary32."""
    with np.errstate(all="ignore"):
        drawn = [v.astype(np.float32) for v in OPS[op][1](rng, count)]
    for v in drawn:
        v[: count // 3] = rng.integers(0, 1 << 32, count // 3, dtype=np.uint32).view(np.float32)
    return drawn


def wanted(op: str, inputs: list[Array]) -> tuple[Array, int]:
    """Return the expected bits, and the number of pairs that the oracle decided."""
    call = get_op(op).call(("f32", "f32"), ("f32",))
    with np.errstate(all="ignore"):
        value, scale = OPS[op][0](*(v.astype(np.longdouble) for v in inputs))
        low = (value - scale * WINDOW).astype(np.float32)
        high = (value + scale * WINDOW).astype(np.float32)
    nan = np.isnan(value)
    with np.errstate(all="ignore"):
        limit, plain = np.isinf(value) | (value == 0), value.astype(np.float32)
    low, high = (np.where(limit, plain, end) for end in (low, high))
    bits = np.where(nan, np.uint32(get_format("f32").canonical_nan), low.view(np.uint32))
    open_places = np.flatnonzero((low.view(np.uint32) != high.view(np.uint32)) & ~nan)
    if len(open_places):
        (exact,) = all_oracles()[op].evaluate(call, [v[open_places] for v in inputs])
        bits[open_places] = bits_of(exact)
    return bits, len(open_places)


def ordinary(inputs: list[Array], right: Array) -> Array:
    """Return the indices of pairs with normal operands and a normal result, far from underflow."""
    least = np.finfo(np.float32).tiny
    with np.errstate(all="ignore"):
        sizes = [np.abs(v) for v in (*inputs, right.view(np.float32) / 2)]
        inside = [(size >= least) & np.isfinite(size) for size in sizes]
    return np.flatnonzero(np.logical_and.reduce(inside))


def mistakes(run: Run, inputs: list[Array], right: Array) -> list[tuple[int, int]]:
    """Return the indices of wrong results, each with the computed bits.

    The pairs are computed in one call, and the ordinary pairs are computed again in a separate
    call.
    """
    found: dict[int, int] = {}
    for places in (np.arange(len(right)), ordinary(inputs, right)):
        got = run([v[places] for v in inputs])
        wrong = np.flatnonzero(got != right[places])
        found.update(zip(places[wrong].tolist(), got[wrong].tolist(), strict=True))
    return sorted(found.items())


def runner(session: CSession, op: str) -> Run:
    """Return a function that runs an op of a session in binary32 and returns the result's bits."""
    call = get_op(op).call(("f32", "f32"), ("f32",))

    def run(inputs: list[Array]) -> Array:
        result = np.empty_like(inputs[0])
        session.run(call, inputs, [result])
        return bits_of(result)

    return run


def main() -> int:
    """Check the chosen ops. The exit status is 1 if any result is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ops", nargs="*", choices=[*OPS, []], metavar="OP", help="default both")
    parser.add_argument("--pairs", type=int, default=24, help="log2 of their number")
    parser.add_argument("--device", action="append", choices=DEVICES, help="default all")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if np.finfo(np.longdouble).nmant < 63:
        sys.exit("NumPy's long double is binary64 here; run this on x86-64")
    names = arguments.device or [d for d in reversed(DEVICES) if not unavailable(d)]
    sessions = {d: CSession(d, load_library(d)) for d in names}
    failed = False
    for op in arguments.ops or OPS:
        rng = np.random.default_rng(arguments.seed)
        near, wrong, started = 0, dict.fromkeys(names, 0), time.monotonic()
        for _ in range(max(1, (1 << arguments.pairs) // CHUNK)):
            inputs = operands(op, rng, CHUNK)
            right, decided = wanted(op, inputs)
            near += decided
            for name, session in sessions.items():
                for i, got in mistakes(runner(session, op), inputs, right):
                    wrong[name] += 1
                    if wrong[name] <= 8:
                        a, b = (int(bits_of(v)[i]) for v in inputs)
                        print(f"  {op} {name}: {a:08x} {b:08x} {got:08x} {right[i]:08x}")
        counts = ", ".join(f"{d} {n} wrong" for d, n in wrong.items())
        spent = time.monotonic() - started
        print(f"{op} f32: {counts} of 2^{arguments.pairs} pairs ({near} near); {spent:.0f} s")
        failed |= any(wrong.values())
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
