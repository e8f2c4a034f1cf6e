"""Matrix products (T4): one contraction for each element, with alpha and beta by T4.5."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.table import lowers, recomposes

Number = int | float


def _one_dtype(*operands: Tensor) -> None:
    dtype = operands[0].dtype
    if any(x.dtype is not dtype for x in operands):
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            + " != ".join(str(x.dtype) for x in operands)
        )


def _no_matrices(what: str, *operands: Tensor) -> RuntimeError:
    given = " and ".join(f"{x.dim()}-D" for x in operands)
    return RuntimeError(f"the operands of a product must be {what}, got {given} tensors")


def _fits(a: Tensor, b: Tensor) -> None:
    if a.dim() != b.dim() or a.shape[-1] != b.shape[-2] or a.shape[:-2] != b.shape[:-2]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({tuple(a.shape)} and {tuple(b.shape)})"
        )


@lowers("mm")
def mm(c: Compute, self: Tensor, mat2: Tensor, into: Tensor | None = None) -> Any:
    """Compute the product (T4) of [m, k] and [k, n]."""
    if not self.dtype.is_floating_point:
        return NATIVE
    dtype = self.dtype
    if mat2.dtype is not dtype:
        _one_dtype(self, mat2)
    try:
        (m, k), (other, n) = self.shape, mat2.shape
    except ValueError:
        raise _no_matrices("matrices", self, mat2) from None
    if k != other:
        _fits(self, mat2)
    if into is None:
        result = c.empty((m, n), dtype=dtype)
    else:
        result = c.place_of(into, (m, n), dtype)
    run = c.kept.get(("mm", dtype)) or c.keep(("mm", dtype), "matmul", [self, mat2], [result])
    run(self, mat2, result)
    return result if into is None else c.stored(result, into)


@lowers("bmm")
def bmm(c: Compute, self: Tensor, mat2: Tensor, into: Tensor | None = None) -> Any:
    """Compute the products (T4) of [b, m, k] and [b, k, n]."""
    if not self.dtype.is_floating_point:
        return NATIVE
    dtype = self.dtype
    if mat2.dtype is not dtype:
        _one_dtype(self, mat2)
    try:
        (many, m, k), (others, other, n) = self.shape, mat2.shape
    except ValueError:
        raise _no_matrices("batches of matrices", self, mat2) from None
    if k != other or many != others:
        _fits(self, mat2)
    if into is None:
        result = c.empty((many, m, n), dtype=dtype)
    else:
        result = c.place_of(into, (many, m, n), dtype)
    run = c.kept.get(("bmm", dtype)) or c.keep(("bmm", dtype), "bmm", [self, mat2], [result])
    run(self, mat2, result)
    return result if into is None else c.stored(result, into)


def _product(c: Compute, a: Tensor, b: Tensor) -> Tensor:
    """Compute the product in the compute format."""
    result = c.empty((*a.shape[:-1], b.shape[-1]), dtype=compute_dtype(a.dtype))
    c.call("matmul" if a.dim() == 2 else "bmm", [a, b], [result])
    return result


def _summed(
    c: Compute,
    product: Tensor,
    addend: Tensor,
    beta: Number,
    alpha: Number,
    into: Tensor | None,
) -> Tensor:
    """Compute alpha * product + beta * addend by T4.5, rounded to the dtype of the addend."""
    dtype = addend.dtype
    value = product if alpha == 1 else c.each("mul", product, alpha, into=product)
    if beta != 0:
        wide = c.cast(addend, product.dtype)
        value = c.each("add", value, wide if beta == 1 else c.each("mul", wide, beta))
    if value.shape != product.shape:
        raise RuntimeError(
            f"The expanded size of the tensor {tuple(addend.shape)} must match the product "
            f"{tuple(product.shape)}"
        )
    return c.stored(c.cast(value, dtype), into)


@lowers("addmm")
def addmm(
    c: Compute,
    self: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute beta * self + alpha * (mat1 mat2). A vector self is the bias of T4.3."""
    dtype = mat1.dtype
    if not dtype.is_floating_point:
        return NATIVE
    if self.dtype is not dtype or mat2.dtype is not dtype:
        _one_dtype(self, mat1, mat2)
    try:
        (m, k), (other, n) = mat1.shape, mat2.shape
    except ValueError:
        raise _no_matrices("matrices", mat1, mat2) from None
    if k != other:
        _fits(mat1, mat2)
    if beta == 1 and alpha == 1 and self.shape == (n,):
        if into is None:
            result = c.empty((m, n), dtype=dtype)
        else:
            result = c.place_of(into, (m, n), dtype)
        run = c.kept.get(("addmm", dtype))
        if run is None:
            run = c.keep(("addmm", dtype), "matmul", [mat1, mat2, self], [result])
        run(mat1, mat2, self, result)
        return result if into is None else c.stored(result, into)
    return _summed(c, _product(c, mat1, mat2), self, beta, alpha, into)


@lowers("baddbmm")
def baddbmm(
    c: Compute,
    self: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute beta * self + alpha * (batch1 batch2)."""
    if not batch1.dtype.is_floating_point:
        return NATIVE
    _one_dtype(self, batch1, batch2)
    _fits(batch1, batch2)
    return _summed(c, _product(c, batch1, batch2), self, beta, alpha, into)


@lowers("addbmm")
def addbmm(
    c: Compute,
    self: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute beta * self + alpha * s, where s is the T1 sum of all products of the batch."""
    if not batch1.dtype.is_floating_point:
        return NATIVE
    _one_dtype(self, batch1, batch2)
    _fits(batch1, batch2)
    total = c.reduce("sum", _product(c, batch1, batch2), 0)
    return _summed(c, total, self, beta, alpha, into)


@lowers("mv")
def mv(c: Compute, self: Tensor, vec: Tensor, into: Tensor | None = None) -> Any:
    """Compute the product (T4) of [m, k] and [k]."""
    if not self.dtype.is_floating_point:
        return NATIVE
    _fits(self, vec.unsqueeze(-1))
    result = c.empty((self.shape[0], 1), dtype=self.dtype)
    c.call("matmul", [self, vec.unsqueeze(1)], [result])
    return c.stored(result.squeeze(1), into)


@lowers("addmv")
def addmv(
    c: Compute,
    self: Tensor,
    mat: Tensor,
    vec: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute beta * self + alpha * (mat vec)."""
    if not mat.dtype.is_floating_point:
        return NATIVE
    _one_dtype(self, mat, vec)
    _fits(mat, vec.unsqueeze(-1))
    product = _product(c, mat, vec.unsqueeze(1)).squeeze(1)
    return _summed(c, product, self, beta, alpha, into)


@lowers("addr")
def addr(
    c: Compute,
    self: Tensor,
    vec1: Tensor,
    vec2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute beta * self + alpha * (the outer product)."""
    if not (self.dtype.is_floating_point or vec1.dtype.is_floating_point):
        return NATIVE
    if not self.dtype is vec1.dtype is vec2.dtype:
        raise Refused("operands of several dtypes; convert them with .to() before")
    product = _product(c, vec1.unsqueeze(1), vec2.unsqueeze(0))
    return _summed(c, product, self, beta, alpha, into)


@lowers("dot")
def dot(c: Compute, self: Tensor, tensor: Tensor, into: Tensor | None = None) -> Any:
    """Compute the contraction (T4) of two vectors."""
    if not self.dtype.is_floating_point:
        return NATIVE
    if self.dim() != 1 or self.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor {tuple(self.shape)} and src "
            f"{tuple(tensor.shape)} to be 1D and to have the same number of elements"
        )
    result = c.place_of(into, (), self.dtype)
    c.call("dot", [self, tensor], [result])
    return c.stored(result, into)


@lowers("vdot")
def vdot(c: Compute, self: Tensor, other: Tensor, into: Tensor | None = None) -> Any:
    """Compute `dot`: `vdot` differs from it only for complex numbers."""
    return dot(c, self, other, into=into)


_ADDMM = torch.ops.aten.addmm.default
_MM = torch.ops.aten.mm.default


@recomposes("linear")
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:  # noqa: A002
    """Compute all products as one product of flattened rows, which includes the bias.

    If the input is not contiguous, PyTorch adds the bias separately, which rounds short formats
    twice.
    """
    if input.dim() == 2 and weight.dim() == 2:
        if bias is None:
            return _MM(input, weight.t())
        return _ADDMM(bias, input, weight.t())
    if not input.dim() or not weight.dim():
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{input.dim()}D and {weight.dim()}D"
        )
    rows = input.unsqueeze(0) if input.dim() == 1 else input
    rows = rows.reshape(-1, input.shape[-1]) if input.numel() else rows.flatten(0, -2)
    if weight.dim() == 1:
        result = torch.mv(rows, weight).view(input.shape[:-1])
        return result if bias is None else result + bias
    if bias is not None and bias.dim() != 1:
        return torch.add(_MM(rows, weight.t()).view(*input.shape[:-1], -1), bias)
    out = _MM(rows, weight.t()) if bias is None else _ADDMM(bias, rows, weight.t())
    return out.view(*input.shape[:-1], weight.shape[0])
