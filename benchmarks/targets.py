"""The speeds that the profile `math` aims at, and what a measured function reaches of them.

The functions whose files in benchmarks/ops/ give a ratio to PyTorch's time are to take at most that
on avx512, and on avx2 at most twice the time of a PyTorch limited to AVX2. Every other function is
to have three times the speed of glibc's scalar float function or, where there is none, to take at
most four times as long as our exp. f16 and bf16 are to take no longer than f32, and no range of
arguments more than ten times as long as the common one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from samebits.benchmarks.declared import all_measured

AVX2 = 2.0
GLIBC_SPEED = 3.0
EXP = 4.0
NARROW = 1.0
RANGE = 10.0
JITTER = 1.03
"""Ratios within 3 per cent of equal are equal: less is not seen on a machine with other guests."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one op in binary32, single-threaded in cache unless `_all`.

    `ns` is our time for an element; `torch` our time over PyTorch's; `glibc` our speed over that of
    glibc; `exp` our time over that of our exp; `narrow` the time for an element of f16 and bf16
    over that of f32; `ranges` the time in a range over that in the common one. Where there is
    nothing to compare with, None.
    """

    op: str
    ns: float
    exp: float
    torch: float | None
    glibc: float | None
    ns_all: float
    torch_all: float | None
    glibc_all: float | None
    narrow: dict[str, float]
    ranges: dict[str, float]

    @property
    def slowest(self) -> tuple[str, float]:
        """The slowest range and its time over that of the common one."""
        return max(self.ranges.items(), key=lambda pair: pair[1], default=("common", 1.0))


def target(op: str, device: str) -> float | None:
    """The largest ratio to PyTorch's time that is aimed at; None where PyTorch is no measure."""
    measured = all_measured().get(op)
    if measured is None or measured.native is None or device not in ("avx2", "avx512"):
        return None
    return measured.native if device == "avx512" else AVX2


def shown_target(figures: Figures, device: str) -> str:
    """The target for speed, in short."""
    limit = target(figures.op, device)
    if limit is not None:
        return f"{limit:g} x torch"
    return f"1/{GLIBC_SPEED:g} glibc" if figures.glibc is not None else f"{EXP:g} x exp"


def missed(figures: Figures, device: str) -> list[str]:
    """What is missed, each with the ratio and the limit; empty where every target is met."""
    return list(_misses(figures, device))


def _misses(f: Figures, device: str) -> Iterator[str]:
    limit = target(f.op, device)
    if limit is not None:
        for ratio, where in ((f.torch, ""), (f.torch_all, " all threads")):
            if ratio is not None and ratio > limit:
                yield f"torch{where} {ratio:.2f} > {limit:g}"
    elif f.glibc is not None:
        for speed, where in ((f.glibc, ""), (f.glibc_all, " all threads")):
            if speed is not None and speed < GLIBC_SPEED:
                yield f"glibc{where} {speed:.2f} < {GLIBC_SPEED:g}"
    elif f.exp > EXP:
        yield f"exp {f.exp:.2f} > {EXP:g}"
    for label, ratio in f.narrow.items():
        if ratio > NARROW * JITTER:
            yield f"{label} {ratio:.2f} > {NARROW:g}"
    name, ratio = f.slowest
    if ratio > RANGE:
        yield f"{name} {ratio:.1f} > {RANGE:g}"
