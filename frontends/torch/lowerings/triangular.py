"""Triangular systems solved by substitution: contractions with the solved part (T4.1)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.table import lowers

_KNOWN = (torch.float32, torch.float64)


def _require(*tensors: Tensor) -> None:
    """Raise Refused unless all tensors have the same dtype, and systems are defined for it."""
    dtypes = {x.dtype for x in tensors}
    if len(dtypes) > 1 or not dtypes <= {*_KNOWN}:
        several = " and ".join(sorted(map(str, dtypes)))
        raise Refused(f"triangular systems are not defined for {several}; use float32 or float64")


def solved(c: Compute, a: Tensor, b: Tensor, *, upper: bool, unit: bool) -> Tensor:
    """Solve a x = b: x_i = (b_i - s) / a_ii, with s the contraction of row i and the solved x.

    `a` is [.., n, n] and b [.., n, k]. Rows are solved from first to last, or from last to first if
    a is upper triangular. A contraction takes the columns in ascending order. If `unit` is set,
    there is no division.
    """
    _require(a, b)
    n, k = b.shape[-2:]
    if a.shape[-2:] != (n, n):
        raise RuntimeError(f"Incompatible shapes of A {list(a.shape)} and B {list(b.shape)}")
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    if not n or not k or 0 in batch:
        return c.zeros((*batch, n, k), dtype=b.dtype)
    rows = a.expand(*batch, n, n).reshape(-1, n, n)
    rest = b.expand(*batch, n, k).reshape(-1, n, k)
    x = c.zeros(rest.shape, dtype=b.dtype)
    for step in range(n):
        i = n - 1 - step if upper else step
        value = rest[:, i : i + 1].contiguous()
        known = slice(i + 1, n) if upper else slice(0, i)
        if step:
            s = c.empty(value.shape, dtype=b.dtype)
            c.call("bmm", [rows[:, i : i + 1, known], x[:, known]], [s])
            value = c.pair("sub", value, s)
        x[:, i : i + 1] = value if unit else c.each("div", value, rows[:, i : i + 1, i : i + 1])
    return x.view(*batch, n, k)


@lowers("linalg_solve_triangular")
def linalg_solve_triangular(
    c: Compute,
    self: Tensor,
    B: Tensor,  # noqa: N803
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
) -> Any:
    """Solve A X = B by substitution, or X A = B by solving the transposed system."""
    if left:
        return solved(c, self, B, upper=upper, unit=unitriangular)
    return solved(c, self.mT, B.mT, upper=not upper, unit=unitriangular).mT


@lowers("triangular_solve")
def triangular_solve(
    c: Compute,
    self: Tensor,
    A: Tensor,  # noqa: N803
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> Any:
    """Solve A X = self, or the system with A transposed. Also return a copy of A."""
    a = A.mT if transpose else A
    x = solved(c, a, self, upper=upper != transpose, unit=unitriangular)
    return x, A.expand(*x.shape[:-2], *A.shape[-2:]).clone()


@lowers("_cholesky_solve_helper")
def cholesky_solve(c: Compute, self: Tensor, A: Tensor, upper: bool) -> Any:  # noqa: N803
    """Solve L (L^T x) = self, where L is A, or A transposed if A is upper triangular."""
    factor = A.mT if upper else A
    first = solved(c, factor, self, upper=False, unit=False)
    return solved(c, factor.mT, first, upper=True, unit=False)


@lowers("cholesky_inverse")
def cholesky_inverse(
    c: Compute, self: Tensor, upper: bool = False, into: Tensor | None = None
) -> Any:
    """Compute `cholesky_solve` with the identity matrix."""
    _require(self)
    unit = torch.eye(self.shape[-1], dtype=self.dtype, device=self.device).expand(self.shape)
    return c.stored(cholesky_solve(c, unit, self, upper), into)


@lowers("linalg_lu_solve")
def linalg_lu_solve(
    c: Compute,
    LU: Tensor,  # noqa: N803
    pivots: Tensor,
    B: Tensor,  # noqa: N803
    *,
    left: bool = True,
    adjoint: bool = False,
) -> Any:
    """Solve P L U X = B or X P L U = B by two substitutions. `adjoint` transposes the matrix."""
    if not left:
        given = {"left": True, "adjoint": not adjoint}
        return linalg_lu_solve(c, LU, pivots, B.mT, **given).mT
    _require(LU, B)
    n = LU.shape[-1]
    if B.dim() < 2 or LU.shape[-2] != n or B.shape[-2] != n:
        raise RuntimeError(f"Incompatible shapes of LU {list(LU.shape)} and B {list(B.shape)}")
    order = _rows_of(pivots, n)
    batch = torch.broadcast_shapes(LU.shape[:-2], B.shape[:-2])
    order = order.expand(*batch, n).unsqueeze(-1).expand(*batch, n, B.shape[-1])
    b = B.expand(*batch, *B.shape[-2:])
    if adjoint:
        x = solved(c, LU.mT, b, upper=False, unit=False)
        x = solved(c, LU.mT, x, upper=True, unit=True)
        return torch.zeros_like(x).scatter_(-2, order, x)
    x = solved(c, LU, torch.gather(b, -2, order), upper=False, unit=True)
    return solved(c, LU, x, upper=True, unit=False)


def _rows_of(pivots: Tensor, n: int) -> Tensor:
    """Return the order of the rows of B after the exchanges by pivots [.., n], which begin at 1."""
    if not pivots.numel():
        return pivots.new_zeros((*pivots.shape[:-1], n), dtype=torch.int64)
    flat = pivots.reshape(-1, pivots.shape[-1]).tolist()
    found = []
    for exchanges in flat:
        order = list(range(n))
        for i, j in enumerate(exchanges):
            order[i], order[j - 1] = order[j - 1], order[i]
        found.append(order)
    rows = torch.tensor(found, dtype=torch.int64, device=pivots.device)
    return rows.view(*pivots.shape[:-1], n)
