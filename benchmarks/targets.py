"""The speeds that the profile `math` aims at, and what a measured function reaches of them.

In binary32 the functions whose rows in benchmarks/families/ give a ratio to PyTorch's time are to
take at most that on avx512, and on avx2 at most twice the time of a PyTorch limited to AVX2. Every
other function is to have three times the speed of glibc's scalar float function or, where there is
none, to take at most four times as long as our exp. f16 and bf16 are to take no longer than f32,
and no range of arguments more than ten times as long as the common one.

In binary64 the functions whose files give a ratio are to take at most that on both, and to have
twice the speed of the scalar functions of glibc and of CORE-MATH; no range of any function is to
take more than twenty times as long as the common one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from samebits.benchmarks.declared import all_measured

AVX2 = 2.0
GLIBC_SPEED = {"f32": 3.0, "f64": 2.0}
EXP = 4.0
NARROW = 1.0
RANGE = {"f32": 10.0, "f64": 20.0}
ALIGNED = {
    "avx512": {(16, 16): 0.95, (24, 16): 0.65, (24, 24): 0.5, (8, 8): 2.0},
    "avx2": {(16, 16): 0.5},
}
"""Of aligned products: the least speed aimed at over PyTorch's product in binary32, on one thread.
That of avx512 is meant with VNNI."""

JITTER = 1.03
"""Ratios within 3 per cent of equal are equal: less is not seen on a machine with other guests."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one op in `label`, f32 or f64, single-threaded in cache unless `_all`.

    `ns` is our time for an element; `torch` our time over PyTorch's; `glibc` our speed over that of
    glibc, `core_math` over that of CORE-MATH; `exp` our time over that of our exp; `narrow` the
    time for an element of f16 and bf16 over that of f32; `ranges` the time in a range over that in
    the common one. Where there is nothing to compare with, None.
    """

    op: str
    label: str
    ns: float
    exp: float
    torch: float | None
    glibc: float | None
    ns_all: float
    torch_all: float | None
    glibc_all: float | None
    narrow: dict[str, float]
    ranges: dict[str, float]
    core_math: float | None = None

    @property
    def slowest(self) -> tuple[str, float]:
        """The slowest range and its time over that of the common one."""
        return max(self.ranges.items(), key=lambda pair: pair[1], default=("common", 1.0))


def target(op: str, device: str, label: str = "f32") -> float | None:
    """The largest ratio to PyTorch's time that is aimed at; None where PyTorch is no measure."""
    measured = all_measured().get(op)
    if measured is None or device not in ("avx2", "avx512"):
        return None
    if label == "f64":
        return measured.binary64
    return measured.native if device == "avx512" or measured.native is None else AVX2


def aligned(widths: tuple[int, int], device: str) -> float | None:
    """The least ratio to PyTorch's speed of an aligned product; None where there is no target."""
    return ALIGNED.get(device, {}).get(widths)


def shown_target(figures: Figures, device: str) -> str:
    """The target for speed, in short; a dash where there is none."""
    limit = target(figures.op, device, figures.label)
    if figures.label == "f64":
        speed = GLIBC_SPEED["f64"]
        return "-" if limit is None else f"{limit:g} x torch, 1/{speed:g} scalar"
    if limit is not None:
        return f"{limit:g} x torch"
    return f"1/{GLIBC_SPEED['f32']:g} glibc" if figures.glibc is not None else f"{EXP:g} x exp"


def missed(figures: Figures, device: str) -> list[str]:
    """What is missed, each with the ratio and the limit; empty where every target is met."""
    limit = target(figures.op, device, figures.label)
    misses: list[str] = []
    if limit is not None:
        misses += _beside_torch(figures, limit)
    if (limit is None) == (figures.label == "f32"):
        misses += _beside_glibc(figures)
    return [*misses, *_beside_itself(figures)]


def _beside_torch(f: Figures, limit: float) -> Iterator[str]:
    for ratio, where in ((f.torch, ""), (f.torch_all, " all threads")):
        if ratio is not None and ratio > limit:
            yield f"torch{where} {ratio:.2f} > {limit:g}"


def _beside_glibc(f: Figures) -> Iterator[str]:
    """Beside glibc's function or, of binary32 where there is none, beside our exp."""
    least = GLIBC_SPEED[f.label]
    if f.label == "f64" and f.core_math is not None and f.core_math < least:
        yield f"CORE-MATH {f.core_math:.2f} < {least:g}"
    if f.glibc is not None:
        for speed, where in ((f.glibc, ""), (f.glibc_all, " all threads")):
            if speed is not None and speed < least:
                yield f"glibc{where} {speed:.2f} < {least:g}"
    elif f.label == "f32" and f.exp > EXP:
        yield f"exp {f.exp:.2f} > {EXP:g}"


def _beside_itself(f: Figures) -> Iterator[str]:
    """The 16-bit formats and the ranges beside the common arguments."""
    for label, ratio in f.narrow.items():
        if ratio > NARROW * JITTER:
            yield f"{label} {ratio:.2f} > {NARROW:g}"
    name, ratio = f.slowest
    if ratio > RANGE[f.label]:
        yield f"{name} {ratio:.1f} > {RANGE[f.label]:g}"
