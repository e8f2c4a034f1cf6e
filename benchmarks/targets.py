"""The targets for the speed of the profile `math`, and a check whether figures meet them.

In binary32, a row in benchmarks/families/ may give a ratio to PyTorch's time. On avx512 the
function may take at most this ratio. On avx2 it may take at most twice as long as PyTorch limited
to AVX2. Every other function must have three times the speed of glibc's scalar float function. If
glibc lacks the function, it may take at most four times as long as our exp. f16 and bf16 may take
no longer than f32. No range of arguments may take more than ten times as long as the common range.

In binary64, a function with a ratio may take at most this ratio on both devices. It must have twice
the speed of the scalar functions of glibc and of CORE-MATH. No range may take more than twenty
times as long as the common range, for any function.
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
"""The least allowed speed of aligned products, relative to PyTorch's binary32 product.

Both run on one thread. The value for avx512 assumes VNNI.
"""

JITTER = 1.03
"""Two times with at most this ratio count as equal.

The load of shared machines hides differences below 3 per cent.
"""


@dataclass(frozen=True, slots=True)
class Figures:
    """The measurements of one op in f32 or f64 (`label`).

    Figures are for one thread in cache, except those whose name ends in `_all`. `ns` is our time
    per element in nanoseconds. `torch` is our time divided by PyTorch's. `glibc` and `core_math`
    are our speed divided by the speed of glibc and of CORE-MATH. `exp` is our time divided by the
    time of our exp. `narrow` is the time of f16 and bf16 divided by the time of f32. `ranges` is
    the time in a range divided by the time in the common range. A value is None if there is no
    comparison.
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
        """Return the slowest range and its time relative to the common range."""
        return max(self.ranges.items(), key=lambda pair: pair[1], default=("common", 1.0))


def target(op: str, device: str, label: str = "f32") -> float | None:
    """Return the largest allowed ratio to PyTorch's time, or None if there is no target."""
    measured = all_measured().get(op)
    if measured is None or device not in ("avx2", "avx512"):
        return None
    if label == "f64":
        return measured.binary64
    return measured.native if device == "avx512" or measured.native is None else AVX2


def aligned(widths: tuple[int, int], device: str) -> float | None:
    """Return the least allowed ratio to PyTorch's speed for an aligned product, or None."""
    return ALIGNED.get(device, {}).get(widths)


def shown_target(figures: Figures, device: str) -> str:
    """Return the target for speed as a short text, or a dash if there is no target."""
    limit = target(figures.op, device, figures.label)
    if figures.label == "f64":
        speed = GLIBC_SPEED["f64"]
        return "-" if limit is None else f"{limit:g} x torch, 1/{speed:g} scalar"
    if limit is not None:
        return f"{limit:g} x torch"
    return f"1/{GLIBC_SPEED['f32']:g} glibc" if figures.glibc is not None else f"{EXP:g} x exp"


def missed(figures: Figures, device: str) -> list[str]:
    """Return the missed targets, each with ratio and limit; empty if every target is met."""
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
    """Yield missed targets relative to glibc, or for binary32 without glibc relative to our exp."""
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
    """Yield missed targets of the 16-bit formats and of the ranges.

    Both are relative to f32 and common arguments.
    """
    for label, ratio in f.narrow.items():
        if ratio > NARROW * JITTER:
            yield f"{label} {ratio:.2f} > {NARROW:g}"
    name, ratio = f.slowest
    if ratio > RANGE[f.label]:
        yield f"{name} {ratio:.1f} > {RANGE[f.label]:g}"
