"""Triangular factors of matrices; each element is one contraction of known elements (T4.1)."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.triangular import linalg_lu_solve
from samebits.torch.table import lowers, recomposes

_KNOWN = (torch.float32, torch.float64)


def _matrices(a: Tensor, *, square: bool) -> Tensor:
    """Return a contiguous copy [B, m, n] of the matrices of `a`.

    Raises an error if they do not fit.
    """
    if a.dtype not in _KNOWN:
        raise Refused(f"factors of matrices are not defined for {a.dtype}")
    if a.dim() < 2 or (square and a.shape[-1] != a.shape[-2]):
        raise RuntimeError(f"A must be batches of matrices, square ones: got {list(a.shape)}")
    return a.reshape(math.prod(a.shape[:-2]), *a.shape[-2:]).clone(
        memory_format=torch.contiguous_format
    )


def _less_products(c: Compute, x: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """Compute x minus the product of a [B, p, k] and b [B, k, q]."""
    if not a.shape[-1]:
        return x.contiguous()
    products = c.empty(x.shape, dtype=x.dtype)
    c.call("bmm", [a, b], [products])
    return c.pair("sub", x.contiguous(), products)


@lowers("linalg_lu_factor_ex")
def linalg_lu_factor_ex(
    c: Compute,
    A: Tensor,  # noqa: N803
    *,
    pivot: bool = True,
    check_errors: bool = False,
) -> Any:
    """Compute P L U = A. Step j computes column j of L and row j of U by contractions of j terms.

    - v_i = a_ij - s for i >= j. s is the contraction of row i of L and column j of U, each up to
      index j.
    - The row with the greatest |v| (the first of several, S3.5) is exchanged with row j.
    - u_jj is the v of this row, and l_ij = v_i / u_jj, or v_i itself if u_jj is zero.
    - u_jk = a_jk - s for k > j.

    `info` is the first j, counted from 1, with u_jj = 0; it is 0 if every u_jj is nonzero.
    """
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    lu = _matrices(A, square=False)
    many, m, n = lu.shape
    steps, batch = min(m, n), c.arange(many)
    pivots = c.zeros((many, steps), dtype=torch.int32)
    info = c.zeros(many, dtype=torch.int32)
    for j in range(steps if many else 0):
        v = _less_products(c, lu[:, j:, j : j + 1], lu[:, j:, :j], lu[:, :j, j : j + 1])
        lu[:, j:, j : j + 1] = v
        best = j + c.reduce("argmax", c.one("abs", v.squeeze(2)), 1, to=torch.int64)
        pivots[:, j] = best + 1
        there, here = lu[batch, best].clone(), lu[:, j].clone()
        lu[batch, best], lu[:, j] = here, there
        zero = c.each("eq", lu[:, j, j].contiguous(), 0.0, to=torch.bool)
        info = torch.where(zero & (info == 0), j + 1, info)
        divisor = c.each("where", zero, 1.0, lu[:, j, j].contiguous()).view(many, 1)
        if j + 1 < m:
            lu[:, j + 1 :, j] = c.each("div", lu[:, j + 1 :, j].contiguous(), divisor)
        if j + 1 < n:
            row = lu[:, j : j + 1, j + 1 :]
            lu[:, j : j + 1, j + 1 :] = _less_products(
                c, row, lu[:, j : j + 1, :j], lu[:, :j, j + 1 :]
            )
    info = info.to(torch.int32).view(A.shape[:-2])
    if check_errors and bool((info != 0).any()):
        raise torch.linalg.LinAlgError(f"linalg.lu_factor: U[{int(info.max())}, ..] is zero")
    return lu.view(A.shape), pivots.view(*A.shape[:-2], steps), info


@lowers("linalg_lu")
def linalg_lu(c: Compute, A: Tensor, *, pivot: bool = True) -> Any:  # noqa: N803
    """Compute the same factors as `linalg_lu_factor_ex`, as separate matrices."""
    lu, pivots, _ = linalg_lu_factor_ex(c, A, pivot=pivot)
    return torch.ops.aten.lu_unpack.default(lu, pivots)


@lowers("linalg_inv_ex")
def linalg_inv_ex(c: Compute, A: Tensor, *, check_errors: bool = False) -> Any:  # noqa: N803
    """Compute the inverse by `linalg_lu_solve` with the identity matrix."""
    _matrices(A, square=True)
    lu, pivots, info = linalg_lu_factor_ex(c, A)
    if check_errors and bool((info != 0).any()):
        raise torch.linalg.LinAlgError("linalg.inv: the matrix is singular")
    unit = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand(A.shape)
    return linalg_lu_solve(c, lu, pivots, unit), info


@recomposes("linalg_solve_ex")
def linalg_solve_ex(
    A: Tensor,  # noqa: N803
    B: Tensor,  # noqa: N803
    *,
    left: bool = True,
    check_errors: bool = False,
) -> Any:
    """Compute `linalg_lu_solve` with the factors of A.

    PyTorch would factor A transposed for some memory layouts.
    """
    vector = B.dim() == 1 or (A.dim() - 1 == B.dim() and B.shape == A.shape[:-1])
    if vector and not left:
        raise RuntimeError("linalg.solve: B must be a matrix where left=False")
    lu, pivots, info = torch.linalg.lu_factor_ex(A, check_errors=check_errors)
    b = B.unsqueeze(-1) if vector else B
    x = torch.linalg.lu_solve(lu, pivots, b, left=left)
    return x.squeeze(-1) if vector else x, info


@lowers("linalg_cholesky_ex")
def linalg_cholesky_ex(
    c: Compute,
    self: Tensor,
    *,
    upper: bool = False,
    check_errors: bool = False,
) -> Any:
    """Compute L with L L^T = self, column by column, from the lower or the upper triangle.

    - v_i = a_ij - s for i >= j. s is the contraction of the rows i and j of L, up to index j.
    - l_jj = sqrt(v_j), and l_ij = v_i / l_jj.

    `info` is the first j, counted from 1, with a v_j that is not above zero; it is 0 if all are
    above.
    """
    factor = _matrices(self.mT if upper else self, square=True)
    many, n, _ = factor.shape
    info = c.zeros(many, dtype=torch.int32)
    for j in range(n if many else 0):
        known = factor[:, j:, :j]
        v = _less_products(c, factor[:, j:, j : j + 1], known, known[:, :1].mT)
        root = c.one("sqrt", v[:, :1].contiguous())
        wrong = ~c.each("gt", v[:, 0, 0].contiguous(), 0.0, to=torch.bool)
        info = torch.where(wrong & (info == 0), j + 1, info)
        factor[:, j : j + 1, j : j + 1] = root
        if j + 1 < n:
            factor[:, j + 1 :, j : j + 1] = c.each("div", v[:, 1:].contiguous(), root)
    info = info.to(torch.int32).view(self.shape[:-2])
    if check_errors and bool((info != 0).any()):
        raise torch.linalg.LinAlgError(
            f"linalg.cholesky: the leading minor of order {int(info.max())} is no positive number"
        )
    result = factor.tril().view(self.shape)
    return result.mT if upper else result, info


@lowers("cholesky")
def cholesky(c: Compute, self: Tensor, upper: bool = False, into: Tensor | None = None) -> Any:
    """Compute the same factor as `linalg_cholesky_ex`. Raises LinAlgError if it does not exist."""
    factor, _ = linalg_cholesky_ex(c, self, upper=upper, check_errors=True)
    return c.stored(factor, into)
