"""A damaged PyTorch: every kernel that samebits replaces flips the last bit of its floats.

    python -m samebits.torch.tests.poisoned [--everywhere] PROGRAM [arguments]

Results are flipped while a block is open. With `--everywhere` they are also flipped outside of
blocks, unless all of their numbers are numbers of the operands (casts without rounding, joined
batches).

The program prints the same text as in plain PyTorch if, and only if, no rounding kernel of PyTorch
affects its results: in blocks, or anywhere with `--everywhere`. The kernels are replaced before any
block is opened. So wherever a block would use PyTorch's own kernels, it uses the replaced ones.
"""

from __future__ import annotations

import math
import runpy
import sys
import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves

from samebits.torch.block import current
from samebits.torch.moves import COMPUTING, MOVES
from samebits.torch.natives import native_kernel, schema_of
from samebits.torch.overloads import Kind, frozen, installed

BITS = {8: torch.int64, 4: torch.int32, 2: torch.int16, 1: torch.int8}
NUMPY = {torch.float64, torch.float32, torch.float16}

POISONED: list[torch.library.Library] = []
"""The libraries of replaced kernels, which must exist until the process ends."""


def poison(everywhere: bool) -> int:
    """Replace all CPU kernels except those that move elements or make memory; return the count."""
    registered = {
        full.removeprefix("aten::")
        for full in torch._C._dispatch_get_registrations_for_dispatch_key("CPU")
    }
    library = torch.library.Library("aten", "IMPL")
    POISONED.append(library)
    count = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for name, (kind, _) in frozen().items():
            computes = name in registered or name.partition(".")[0] in COMPUTING
            if not _moves(name, kind) and computes and name in installed():
                implicit = f"aten::{name}", "CompositeImplicitAutograd"
                if not torch._C._dispatch_has_kernel_for_dispatch_key(*implicit):
                    library.impl(name, _flipping(name, everywhere), "CPU", allow_override=True)
                    count += 1
    return count


def _moves(name: str, kind: Kind) -> bool:
    """Check whether a kernel is kept, because a block or a lowering uses it to move elements."""
    kept = kind not in (Kind.REFUSED, Kind.CANONICAL)
    return kept or (name.partition(".")[0] in MOVES and "reduce" not in name)


def _flipping(name: str, everywhere: bool) -> Callable[..., Any]:
    native = native_kernel(f"aten::{name}")
    schema = schema_of(f"aten::{name}")
    writes = [
        (i, a.name)
        for i, a in enumerate(schema.arguments)
        if a.alias_info is not None and a.alias_info.is_write
    ]

    def kernel(*args: Any, **kwargs: Any) -> Any:
        own = numbers((args, kwargs)) if everywhere and current() is None else None
        result = native(*args, **kwargs)
        if not everywhere and current() is None:
            return result
        written = [kwargs[a] if a in kwargs else args[i] for i, a in writes]
        made = written or result
        if own is None or not numbers(made) <= own:
            flip(made)
        return result

    return kernel


def numbers(values: Any) -> set[float]:
    """Return 0 and all numbers among the arguments. A result with only these numbers was moved."""
    found = {0.0}
    for x in tree_leaves(values):
        if isinstance(x, Tensor) and not x.numel():
            continue  # empty; a view in NumPy would prevent resizing it
        if isinstance(x, Tensor) and (x.dtype in NUMPY or not x.is_floating_point()):
            found.update(x.detach().numpy().astype(float).ravel().tolist())
        elif isinstance(x, Tensor):
            return {math.nan}  # NumPy lacks this format
        elif isinstance(x, bool | int | float):
            found.add(float(x))
    return found


def flip(value: Any) -> None:
    """Flip the last bit of every floating-point element, in place."""
    if isinstance(value, list | tuple):
        for one in value:
            flip(one)
    elif isinstance(value, Tensor) and value.is_floating_point() and value.numel():
        integers = BITS[value.element_size()]
        with torch.no_grad():
            bits = value.detach().view(integers)
            bits.bitwise_xor_(torch.ones((), dtype=integers))


def main() -> None:
    """Run a program in a damaged PyTorch."""
    everywhere = sys.argv[1] == "--everywhere"
    poison(everywhere)
    sys.argv = sys.argv[2 if everywhere else 1 :]
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
