"""The floating-point environment of the calling thread outside the kernels (S5).

Kernels of a backend set the default environment themselves. Python, NumPy and PyTorch compute in
the environment of the calling thread, in which a fast-math library may have switched off subnormal
numbers. `usual_environment` runs a block in the default environment and then restores the previous
one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from samebits.backends.hosting import fenv
from samebits.backends.protocol import BackendError

# Hexadecimal literals, because the C library's pow is not exact in every rounding direction.
_LEAST, _HALF, _SCALE = map(float.fromhex, ("0x1p-1022", "0x1p-1", "0x1p+1023"))
_UP, _DOWN, _SUM = map(float.fromhex, ("0x1.8p-53", "0x1p-54", "0x1.0000000000001p+0"))


def is_usual(
    least: float = _LEAST,
    half: float = _HALF,
    scale: float = _SCALE,
    up: float = _UP,
    down: float = _DOWN,
    wanted: float = _SUM,
) -> bool:
    """Return whether this thread rounds to nearest and keeps subnormal operands and results.

    It computes least * half, which is subnormal, times `scale`. The product is 1. Then it adds two
    numbers that are smaller than an ulp. Every other rounding direction gives a different sum. This
    is faster than reading the control register through the C library. The constants are parameters,
    so that Python's compiler does not fold them.
    """
    return least * half * scale + up + down == wanted


def set_usual() -> None:
    """Give the calling thread the default environment, with exceptions masked.

    Raises BackendError if the environment differs and this platform offers no way to change it.
    """
    fenv.put_default()
    if not is_usual():
        raise BackendError(
            "this thread flushes subnormal numbers to zero or does not round to nearest, and the "
            "C library offers no way to change that here; switch it off in the program (such as "
            "torch.set_flush_denormal(False)) or unload the library that set it"
        )


@contextmanager
def usual_environment() -> Iterator[None]:
    """Run a block in the default environment, then restore the environment of this thread."""
    saved = fenv.save()
    set_usual()
    try:
        yield
    finally:
        if saved is not None:
            fenv.restore(saved)
