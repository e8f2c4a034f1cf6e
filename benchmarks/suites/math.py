"""Every function of the profile `math` against PyTorch, glibc, our exp, and other ranges.

PyTorch's functions are vectorised and not correctly rounded. The scalar functions of glibc are
called for each element. All sides of a comparison take turns in one run. Binary32 or binary64 is
measured in one thread on 64 Ki elements, which fit in cache. It is also measured in all threads, on
2^24 elements of binary32 or half as many of binary64, which do not fit in cache. f16, bf16 and the
other ranges of arguments are measured in one thread in cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from samebits.backends.protocol import Array, ConfigurableSession, Session
from samebits.benchmarks.core_math import core_math_function
from samebits.benchmarks.glibc import glibc_function
from samebits.benchmarks.measure import Rotated, rotate
from samebits.benchmarks.peers import BenchmarkError, runner, torch_module
from samebits.benchmarks.ranges import RANGES, operands
from samebits.benchmarks.rivals import torch_function
from samebits.benchmarks.targets import Figures
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

IN_CACHE = 1 << 16
BEYOND_CACHE = 1 << 26
"""The size in bytes of an operand that does not fit in cache."""

NARROW = {"f32": ("f16", "bf16"), "f64": ()}
"""For each measured format: the narrower formats that are compared with it."""

Side = Callable[[], object]


def functions(names: Sequence[str] = ()) -> list[str]:
    """Return all functions of the profile math, or the named functions.

    Raises BenchmarkError for a name that is not a function of this profile.
    """
    known = [op.name for op in all_ops().values() if op.profile == "math"]
    for name in names:
        if name not in known:
            raise BenchmarkError(
                f"{name!r} is not a function of the profile math; see `samebits ops`"
            )
    return list(names) or known


def call_of(op: str, label: str = "f32") -> Call:
    """Return the call with default attributes."""
    count = len(get_op(op).operands)
    return get_op(op).call((label,) * count, (label,))


def lacking(session: Session, ops: Sequence[str], label: str = "f32") -> list[str]:
    """Return the ops, among the given ones, for which the session has no kernel."""
    return [op for op in ops if not session.supports(call_of(op, label))]


def measured(
    session: Session,
    ops: Sequence[str],
    threads: int,
    seconds: float,
    label: str = "f32",
    core_math: Path | None = None,
) -> Iterator[Figures]:
    """Yield the figures of each op that the session supports in f32 or f64.

    `seconds` is the time for one comparison. `core_math` is a checkout of CORE-MATH.
    """
    for op in ops:
        if session.supports(call_of(op, label)):
            yield _figures(session, op, threads, seconds, label, core_math)


def _figures(
    session: Session, op: str, threads: int, seconds: float, label: str, core_math: Path | None
) -> Figures:
    _configure(session, 1)
    sides = _sides(session, op, IN_CACHE, 1, label)
    theirs = core_math_function(core_math, op, 1, label) if core_math else None
    if theirs is not None:
        inputs = operands(op, len(get_op(op).operands), IN_CACHE, label=label)
        sides["core_math"] = partial(theirs, *inputs, np.empty_like(inputs[0]))
    cached = rotate(sides, seconds)
    narrow = _narrow(session, op, seconds) if NARROW[label] else {}
    ranges = _ranges(session, op, seconds, label)
    _configure(session, threads)
    size = BEYOND_CACHE // get_format(label).dtype.itemsize
    beyond = rotate(_sides(session, op, size, threads, label, exp=False), seconds)
    return Figures(
        op,
        label,
        ns=1e9 * cached.seconds / IN_CACHE,
        exp=1 / cached.relative["exp"],
        torch=_time(cached, "torch"),
        glibc=cached.relative.get("glibc"),
        ns_all=1e9 * beyond.seconds / size,
        torch_all=_time(beyond, "torch"),
        glibc_all=beyond.relative.get("glibc"),
        narrow=narrow,
        ranges=ranges,
        core_math=cached.relative.get("core_math"),
    )


def _configure(session: Session, threads: int) -> None:
    if isinstance(session, ConfigurableSession):
        session.configure(threads=threads)


def _time(rotated: Rotated, side: str) -> float | None:
    """Return our time divided by the time of a side, or None if the side is missing."""
    return 1 / rotated.relative[side] if side in rotated.relative else None


def ours(session: Session, op: str, inputs: list[Array], label: str) -> Side:
    """Return a function that runs the op with default attributes on these operands."""
    with np.errstate(all="ignore"):
        return runner(session, call_of(op, label), inputs)


def _sides(
    session: Session, op: str, size: int, threads: int, label: str, *, exp: bool = True
) -> dict[str, Side]:
    """Return our side first, then all peers, on arguments of the common range."""
    inputs = operands(op, len(get_op(op).operands), size, label=label)
    sides = {"ours": ours(session, op, inputs, label)}
    if exp:
        sides["exp"] = ours(session, "exp", operands("exp", 1, size, label=label), label)
    torch = torch_module(threads)
    rival = torch_function(torch, op)
    if rival is not None:
        tensors = [torch.from_numpy(x) for x in inputs]
        sides["torch"] = partial(rival, *tensors, out=torch.empty_like(tensors[0]))
    scalar = glibc_function(op, threads, label)
    if scalar is not None:
        sides["glibc"] = partial(scalar, *inputs, np.empty_like(inputs[0]))
    return sides


def _narrow(session: Session, op: str, seconds: float) -> dict[str, float]:
    """Return the time per element of each 16-bit format, divided by the time of binary32."""
    count, narrow = len(get_op(op).operands), NARROW["f32"]
    sides = {
        label: ours(session, op, operands(op, count, IN_CACHE, label=label), label)
        for label in ("f32", *narrow)
        if session.supports(call_of(op, label))
    }
    relative = rotate(sides, seconds).relative
    return {label: relative[label] for label in narrow if label in relative}


def _ranges(session: Session, op: str, seconds: float, label: str) -> dict[str, float]:
    """Return the time for each range of arguments, divided by the time for the common range."""
    count = len(get_op(op).operands)
    sides = {
        where: ours(session, op, operands(op, count, IN_CACHE, where, label), label)
        for where in RANGES
    }
    return rotate(sides, seconds).relative
