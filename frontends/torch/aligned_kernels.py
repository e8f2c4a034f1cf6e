"""Kernels of products for a block that aligns them: the usual kernels with a different engine.

They are made together with the usual kernels, while PyTorch's own kernels are installed. They
replace the usual kernels as long as a block that aligns is open. A block inside it that does not
align still computes by T4, because each kernel asks the innermost block for its engine.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import torch

from samebits.torch import kernels
from samebits.torch.aligned import COMPOSED, PRODUCTS
from samebits.torch.compute import Compute
from samebits.torch.errors import Reason
from samebits.torch.kernel_forms import Site
from samebits.torch.kernels import Kernels
from samebits.torch.natives import Kernel
from samebits.torch.places import places
from samebits.torch.table import Lowering, composed_at


class Block(kernels.Block, Protocol):
    """An open block, as these kernels use it."""

    products: Mapping[str, Compute]
    """The engines for matrix products, by the type of device of their tensors."""


class _Products:
    """An adapter that presents the engines for products as the engines of a block."""

    def __init__(self, block: Block) -> None:
        self.computes = block.products
        self.counts: Counter[str] | None = block.counts
        self.strict = block.strict
        self.refuse: Callable[[str, Reason, Callable[[], Any]], Any] = block.refuse


class AligningKernels(Kernels):
    """The replaced kernels, and the aligning kernels of products, which replace some of them."""

    def __init__(self) -> None:
        super().__init__()
        self._products = Kernels()
        self._over: dict[tuple[str, str], Kernel] = {}
        self._depth = 0

    def enter(self, block: Block | None) -> None:
        """Make this the innermost block (None: no block is open)."""
        self.block = block
        self._products.block = None if block is None else _Products(block)

    def _canonical(self, lowering: Lowering, site: Site) -> Kernel:
        if lowering.function in PRODUCTS:
            own = self._products.site(site.place)
            place = f"aten::{lowering.overload}", site.place.key
            self._over[place] = self._products._canonical(lowering, own)
        return super()._canonical(lowering, site)

    @contextmanager
    def aligning(self) -> Iterator[None]:
        """Replace the usual kernels by the aligning ones while the context is open."""
        self._depth += 1
        library = _put(self._every()) if self._depth == 1 else None
        try:
            yield
        finally:
            self._depth -= 1
            if library is not None:
                library.reset()

    def _every(self) -> dict[tuple[str, str], Kernel]:
        composed = {
            (f"aten::{name}", key): function
            for name, function in COMPOSED.items()
            for place in places()
            for key in composed_at(name, place)
        }
        return {**self._over, **composed}


def _put(made: dict[tuple[str, str], Kernel]) -> Any:
    """Register kernels, and return the library object whose `reset` removes them again."""
    library = torch._C._dispatch_library("IMPL", "aten", "", __file__, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # replacing kernels is intended
        for (full, key), kernel in made.items():
            library.impl(full.removeprefix("aten::"), key, kernel, False)
    return library
