"""Lowerings and gradients of matrix products in a block that aligns them (T11).

The first operand of a product has the first width and the second operand the second width, in
forward and backward passes (T11.10). PyTorch's own gradients of `mm`, and of ops made of `mm`,
exchange the two operands if one is transposed in memory. PyTorch's `matmul` also exchanges them
when it folds a batch. An exchange does not change the bits of T4, but it changes the bits of T11.
The functions in this module therefore turn every product into batches of products, whose gradients
keep the order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.lowerings import products
from samebits.torch.lowerings.products import Number

PRODUCTS = (
    *(products.mm, products.bmm, products.addmm, products.baddbmm, products.addbmm),
    *(products.mv, products.addmv, products.dot, products.vdot),
)
"""The lowerings whose contraction is aligned. `addr` is missing because it sums nothing."""

_BMM = torch.ops.aten.bmm.default
_SUM = torch.ops.aten.baddbmm.default
_SUM_IN_PLACE = torch.ops.aten.baddbmm_.default

COMPOSED: dict[str, Callable[..., Any]] = {}
"""Functions that replace PyTorch's composite functions, by overload. They call other overloads."""


def _composes(overload: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        COMPOSED[overload] = function
        return function

    return enter


def _require(overload: str, *operands: tuple[Tensor, int]) -> None:
    """Raise RuntimeError if an operand does not have the given number of axes."""
    for x, rank in operands:
        if x.dim() != rank:
            kinds = {1: "a vector", 2: "a matrix"}
            raise RuntimeError(f"{overload}: expected {kinds[rank]}, got a {x.dim()}-D tensor")


def _column(x: Tensor) -> Tensor:
    """Return the summand of a matrix-vector product: a vector as a column, a scalar unchanged."""
    return x.unsqueeze(-1) if x.dim() else x


@_composes("mm")
def mm(self: Tensor, mat2: Tensor) -> Any:
    """Compute `mm` as a batch of one product."""
    _require("mm", (self, 2), (mat2, 2))
    return _BMM(self.unsqueeze(0), mat2.unsqueeze(0)).squeeze(0)


@_composes("addmm")
def addmm(self: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Any:
    """Compute `addmm` as a batch of one product."""
    _require("addmm", (mat1, 2), (mat2, 2))
    many = (mat1.unsqueeze(0), mat2.unsqueeze(0))
    return _SUM(self, *many, beta=beta, alpha=alpha).squeeze(0)


@_composes("addmm_")
def addmm_(self: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Any:
    """Compute `addmm_` as a batch of one product, in place."""
    _require("addmm_", (self, 2), (mat1, 2), (mat2, 2))
    many = (mat1.unsqueeze(0), mat2.unsqueeze(0))
    _SUM_IN_PLACE(self.unsqueeze(0), *many, beta=beta, alpha=alpha)
    return self


@_composes("mv")
def mv(self: Tensor, vec: Tensor) -> Any:
    """Compute the product of a matrix and a column."""
    _require("mv", (self, 2), (vec, 1))
    return _BMM(self.unsqueeze(0), vec[None, :, None]).view(-1)


@_composes("addmv")
def addmv(self: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Any:
    """Compute `self` plus the product of a matrix and a column."""
    _require("addmv", (mat, 2), (vec, 1))
    many = (mat.unsqueeze(0), vec[None, :, None])
    return _SUM(_column(self), *many, beta=beta, alpha=alpha).view(-1)


@_composes("addmv_")
def addmv_(self: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Any:
    """Add the product of a matrix and a column to `self`, in place."""
    _require("addmv_", (self, 1), (mat, 2), (vec, 1))
    many = (mat.unsqueeze(0), vec[None, :, None])
    _SUM_IN_PLACE(self[None, :, None], *many, beta=beta, alpha=alpha)
    return self


@_composes("dot")
def dot(self: Tensor, tensor: Tensor) -> Any:
    """Compute the product of a row and a column."""
    _require("dot", (self, 1), (tensor, 1))
    return _BMM(self[None, None, :], tensor[None, :, None]).view(())


@_composes("vdot")
def vdot(self: Tensor, other: Tensor) -> Any:
    """Compute `dot`: `vdot` differs from it only for complex numbers."""
    return dot(self, other)


@_composes("matmul")
def matmul(self: Tensor, other: Tensor) -> Any:
    """Compute `matmul`, in a way that depends only on the ranks of the operands.

    If `other` is a matrix or a vector, all leading axes of `self` are merged into the rows of one
    product. Otherwise batches broadcast. PyTorch's own function folds batches depending on layouts
    and on whether a gradient is needed.
    """
    if not self.dim() or not other.dim():
        raise RuntimeError(
            "both arguments to matmul need to be at least 1D, but they are "
            f"{self.dim()}D and {other.dim()}D"
        )
    if self.dim() == 1:
        if other.dim() == 1:
            return torch.dot(self, other)
        return matmul(self.unsqueeze(0), other).squeeze(-2)
    if other.dim() == 1:
        rows = self.flatten(0, -2) if self.dim() > 2 else self
        return torch.mv(rows, other).view(self.shape[:-1])
    if other.dim() == 2:
        rows = self.flatten(0, -2) if self.dim() > 2 else self
        return torch.mm(rows, other).view(*self.shape[:-1], other.shape[-1])
    batch = torch.broadcast_shapes(self.shape[:-2], other.shape[:-2])
    a, b = (_batches(x, batch) for x in (self, other))
    return _BMM(a, b).view(*batch, self.shape[-2], other.shape[-1])


def _batches(x: Tensor, batch: Sequence[int]) -> Tensor:
    """Return the matrices of `x`, broadcast to these leading axes and listed along one axis."""
    return x.expand(*batch, *x.shape[-2:]).flatten(0, -3)


@_composes("matmul.out")
def matmul_out(self: Tensor, other: Tensor, *, out: Tensor) -> Any:
    """Compute the product, and copy it into `out`."""
    product = matmul(self, other)
    if product.requires_grad and torch.is_grad_enabled():
        raise RuntimeError("matmul: out=... has no gradient; leave out=... away, or use no_grad()")
    if out.dtype is not product.dtype:
        raise RuntimeError(f"Expected out tensor to have dtype {product.dtype}, got {out.dtype}")
    if out.shape != product.shape:
        out.resize_(product.shape)
    return out.copy_(product)
