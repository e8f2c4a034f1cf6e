"""Composite ops of ATen that are put together anew, in a way that a clause defines.

PyTorch computes a composite op by others, so it needs no lowering; but where it would leave the
bits of the clause (its dropout multiplies by a rounded mask), a function of PyTorch's ops takes its
place:

    @composes("dropout")
    def dropout(input: Tensor, p: float, train: bool) -> Tensor: ...

It stands in the place of the composite kernel, above autograd, which differentiates the ops that it
calls, and before `torch.func`, which has versions of its own of some such ops.
"""

from __future__ import annotations

from samebits.torch.table import compositions as composites
from samebits.torch.table import recomposes as composes

KEYS = ("CompositeImplicitAutograd", "FuncTorchDynamicLayerFrontMode")
"""In the place of the composite kernel, and before the transforms of `torch.func`."""

__all__ = ["KEYS", "composes", "composites"]
