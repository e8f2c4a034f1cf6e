"""The QR factors of matrices (G14)."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import FLOATS
from samebits.torch.errors import Refused
from samebits.torch.table import lowers

_MODES = ("reduced", "complete", "r")


@lowers("linalg_qr")
def linalg_qr(
    c: Compute,
    A: Tensor,  # noqa: N803 (the name in the schema)
    mode: str = "reduced",
) -> Any:
    """Compute `qr`. In the mode "r", q is empty.

    A matrix without elements has no reflections, so its q is the identity.
    """
    if A.dtype not in FLOATS:
        raise Refused(f"qr is defined for real matrices, not for {A.dtype}")
    if A.dim() < 2:
        raise RuntimeError(
            f"linalg.qr: The input tensor A must have at least 2 dimensions, but has {A.dim()}"
        )
    if mode not in _MODES:
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), "
            "'r', or 'complete'"
        )
    *batch, rows, columns = A.shape
    shared = rows if mode == "complete" else min(rows, columns)
    q = c.empty((*batch, rows, shared), dtype=A.dtype)
    r = c.empty((*batch, shared, columns), dtype=A.dtype)
    if rows and columns:
        c.call("qr", [A], [q, r], complete=mode == "complete")
    else:
        q.zero_()
        q.diagonal(dim1=-2, dim2=-1).fill_(1.0)
    return (c.empty((0,), dtype=A.dtype) if mode == "r" else q), r
