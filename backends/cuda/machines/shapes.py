"""The launch shapes that every GPU accepts, and the check that refuses others."""

from __future__ import annotations

from math import prod

from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.protocol import BackendError

GRID = (2**31 - 1, 65535, 65535)
"""The largest number of blocks along x, y and z."""

BLOCK = (1024, 1024, 64)
"""The largest number of threads of a block along x, y and z."""

THREADS = 1024
"""The largest number of threads in a block."""


def require_shape(entry: str, shape: Launch, shared_memory: int) -> None:
    """Raise BackendError if a launch of the kernel `entry` has a shape that some GPU refuses.

    `shared_memory` is the limit for a block, in bytes.
    """
    if not all(1 <= n <= most for n, most in zip(shape.grid, GRID, strict=True)):
        raise BackendError(f"{entry}: grid {shape.grid} is out of range: 1 to {GRID}")
    if not all(1 <= n <= most for n, most in zip(shape.block, BLOCK, strict=True)):
        raise BackendError(f"{entry}: block {shape.block} is out of range: 1 to {BLOCK}")
    if prod(shape.block) > THREADS:
        raise BackendError(
            f"{entry}: block {shape.block} has {prod(shape.block)} threads, more than {THREADS}"
        )
    if not 0 <= shape.shared <= shared_memory:
        raise BackendError(
            f"{entry}: {shape.shared} bytes of dynamic shared memory, but a block may have only "
            f"{shared_memory}"
        )
