"""Random draws (clauses D2 and D3): each random op takes one key of PyTorch's generator."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.drawing import draw
from samebits.torch.dtypes import FLOATS, FORMATS, compute_dtype
from samebits.torch.errors import Refused
from samebits.torch.keys import next_key
from samebits.torch.memory import empty_like
from samebits.torch.table import lowers

_MOST = 2.0**32


def drawn(
    c: Compute,
    op: str,
    like: Tensor,
    dtype: torch.dtype,
    generator: torch.Generator | None,
    into: Tensor | None = None,
    **attributes: Any,
) -> Tensor:
    """Draw numbers by D2 in the shape of a tensor, with the next key and the row-major index.

    The result is written to `into` if its shape, dtype and layout fit, else to a new tensor.
    """
    shape = like.shape
    if into is None or into.dtype is not dtype or not into.is_contiguous() or into.shape != shape:
        into = c.empty(shape, dtype=dtype)
    draw(c, op, (), (into,), next_key(generator), shape=tuple(shape), **attributes)
    return into


def _real(x: Tensor, op: str) -> None:
    if x.dtype not in FLOATS:
        raise Refused(f"{op} draws real numbers, so it cannot fill a tensor of {x.dtype}")


@lowers("uniform_")
def uniform_(
    c: Compute,
    self: Tensor,
    from_: float = 0.0,
    to: float = 1.0,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute u * (to - from) + from (D2.4).

    The difference is computed in binary64; product and sum are rounded in the compute format.
    """
    _real(self, "uniform_")
    if not from_ <= to:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but from={from_} > to={to}"
        )
    if (from_, to) == (0.0, 1.0):
        return drawn(c, "uniform", self, self.dtype, generator, into)
    u = drawn(c, "uniform", self, compute_dtype(self.dtype), generator)
    return c.cast(c.each("add", c.each("mul", u, to - from_), from_), self.dtype)


def _normal(
    c: Compute,
    like: Tensor,
    mean: Operand,
    std: Operand,
    generator: torch.Generator | None,
    into: Tensor | None = None,
) -> Tensor:
    """Compute z * std + mean (D2.5), with two roundings in the compute format.

    If the mean is 0 and the deviation is 1, the result is z itself.
    """
    _real(like, "normal")
    if isinstance(std, float) and not std >= 0.0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    if isinstance(std, float) and isinstance(mean, float) and (mean, std) == (0.0, 1.0):
        return drawn(c, "normal", like, like.dtype, generator, into)
    z = drawn(c, "normal", like, compute_dtype(like.dtype), generator)
    scaled = c.each("mul", z, _wide(c, std, z.dtype))
    return c.cast(c.each("add", scaled, _wide(c, mean, z.dtype)), like.dtype)


def _wide(c: Compute, x: Operand, dtype: torch.dtype) -> Operand:
    return c.cast(x, dtype) if isinstance(x, Tensor) else x


@lowers("normal_")
def normal_(
    c: Compute,
    self: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Draw normal numbers by the quantile function (D2.5)."""
    return _normal(c, self, mean, std, generator, into)


@lowers("normal.Tensor_float")
def normal_of_means(
    c: Compute, mean: Tensor, std: float = 1.0, *, generator: torch.Generator | None = None
) -> Any:
    """Draw normal numbers with a separate mean for each element."""
    return _normal(c, mean, mean, std, generator)


@lowers("normal.float_Tensor")
def normal_of_deviations(
    c: Compute, mean: float, std: Tensor, *, generator: torch.Generator | None = None
) -> Any:
    """Draw normal numbers with a separate standard deviation for each element."""
    _not_negative(c, std)
    return _normal(c, std, mean, std, generator)


@lowers("normal.Tensor_Tensor")
def normal_of_both(
    c: Compute, mean: Tensor, std: Tensor, *, generator: torch.Generator | None = None
) -> Any:
    """Draw normal numbers with a separate mean and standard deviation for each element."""
    _not_negative(c, std)
    shape = torch.broadcast_shapes(mean.shape, std.shape)
    return _normal(c, mean.expand(shape), mean, std, generator)


def _not_negative(c: Compute, std: Tensor) -> None:
    if bool(torch.any(c.each("lt", std, 0.0, to=torch.bool))):
        raise RuntimeError("normal expects all elements of std >= 0.0")


@lowers("log_normal_")
def log_normal_(
    c: Compute,
    self: Tensor,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute exp(z * std + mean), with three roundings in the compute format."""
    if not std > 0.0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std}")
    _real(self, "log_normal_")
    z = drawn(c, "normal", self, compute_dtype(self.dtype), generator)
    return c.cast(c.each("exp", c.each("add", c.each("mul", z, std), mean)), self.dtype)


@lowers("exponential_")
def exponential_(
    c: Compute,
    self: Tensor,
    lambd: float = 1.0,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute e / lambd, where e is an exponential draw (D2.6); if lambd is 1, compute e itself."""
    if not lambd > 0.0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}")
    _real(self, "exponential_")
    if lambd == 1.0:
        return drawn(c, "exponential", self, self.dtype, generator, into)
    e = drawn(c, "exponential", self, compute_dtype(self.dtype), generator)
    return c.cast(c.each("div", e, lambd), self.dtype)


@lowers("cauchy_")
def cauchy_(
    c: Compute,
    self: Tensor,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute tan((u - 1/2) * pi) * sigma + median, where u is a uniform draw (D2.4).

    There are five roundings in the compute format.
    """
    if not sigma > 0.0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma}")
    _real(self, "cauchy_")
    u = drawn(c, "uniform", self, compute_dtype(self.dtype), generator)
    angle = c.each("mul", c.each("sub", u, 0.5), math.pi)
    scaled = c.each("mul", c.one("tan", angle), sigma)
    return c.cast(c.each("add", scaled, median), self.dtype)


@lowers("geometric_")
def geometric_(
    c: Compute,
    self: Tensor,
    p: float,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute floor(e / -log1p(-p)) + 1: the number of trials to the first success.

    e is an exponential draw (D2.6), and p is a host scalar. Logarithm, quotient and sum are rounded
    in the compute format (binary32 for integers), and then to the dtype.
    """
    if not 0.0 < p < 1.0:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
    if self.dtype is torch.bool or self.dtype not in FORMATS:
        raise Refused(f"geometric_ has no {self.dtype}; draw in float32 and convert with .to()")
    wide = compute_dtype(self.dtype)
    e = drawn(c, "exponential", self, wide, generator)
    rate = c.one("neg", c.one("log1p", c.scalar(-p, wide)))
    tries = c.each("floor", c.each("div", e, rate))
    return c.cast(c.each("add", tries, 1.0), self.dtype)


@lowers("bernoulli_.float")
def bernoulli_(
    c: Compute,
    self: Tensor,
    p: float = 0.5,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute 1 where the 32-bit draw is below p * 2^32 (D2.7), in any dtype."""
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p}")
    if self.dtype is torch.bool:
        return drawn(c, "bernoulli", self, torch.bool, generator, into, p=float(p))
    flags = drawn(c, "bernoulli", self, torch.bool, generator, p=float(p))
    return c.cast(flags, self.dtype, into)


def _flags(c: Compute, like: Tensor, p: Tensor, generator: torch.Generator | None) -> Tensor:
    """Return whether the draw k of each element is below the element's p * 2^32, compared exactly.

    Binary64 represents every k and every p * 2^32 exactly, so nothing is rounded.
    """
    if p.dtype not in FLOATS:
        raise Refused(f"probabilities are real numbers, not {p.dtype}")
    wide = c.cast(p, torch.float64)
    outside = c.each("ge", wide, 0.0, to=torch.bool) & c.each("le", wide, 1.0, to=torch.bool)
    if not bool(torch.all(outside)):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.")
    words = c.cast(drawn(c, "draw_bits", like, torch.uint32, generator), torch.float64)
    limits = c.each("mul", wide, _MOST).expand(like.shape)
    return c.each("lt", words, limits, to=torch.bool)


@lowers("bernoulli_.Tensor")
def bernoulli_of_each_(
    c: Compute,
    self: Tensor,
    p: Tensor,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute 1 where the 32-bit draw is below p * 2^32, with a separate p for each element."""
    return c.cast(_flags(c, self, p, generator), self.dtype)


@lowers("bernoulli")
def bernoulli(
    c: Compute,
    self: Tensor,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Draw flags; the elements of self are their probabilities."""
    return c.cast(_flags(c, self, self, generator), self.dtype)


@lowers("multinomial")
def multinomial(
    c: Compute,
    self: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: torch.Generator | None = None,
    into: Tensor | None = None,
) -> Any:
    """Draw classes with weighted probabilities along the last axis (D3.7)."""
    _real(self, "multinomial")
    if self.dim() not in (1, 2) or num_samples <= 0 or not self.shape[-1]:
        raise RuntimeError("multinomial takes weights of rank 1 or 2, and draws one class at least")
    if not replacement and num_samples > self.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    _check_weights(c, self, num_samples, replacement)
    result = c.empty((*self.shape[:-1], num_samples), dtype=torch.int64)
    attributes = {"num_samples": num_samples, "replacement": replacement}
    draw(c, "multinomial", (self,), (result,), next_key(generator), **attributes)
    return result


def _check_weights(c: Compute, weights: Tensor, count: int, replacement: bool) -> None:
    finite = c.each("isfinite", weights, to=torch.bool)
    if not bool(torch.all(finite & c.each("ge", weights, 0.0, to=torch.bool))):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    possible = torch.sum(c.each("gt", weights, 0.0, to=torch.bool), -1)
    if bool(torch.any(possible < (1 if replacement else count))):
        raise RuntimeError(
            "invalid multinomial distribution (without replacement, not enough non-negative "
            "category to sample)"
        )


@lowers("native_dropout")
def native_dropout(c: Compute, input: Tensor, p: float, train: bool | None) -> Any:  # noqa: A002
    """Compute `dropout` (D3.2), and return the flags of the elements that were kept.

    If p is 0 or 1, no key is taken.
    """
    _real(input, "native_dropout")
    if train is False or p == 0.0:
        return input.clone(), c.ones(input.shape, dtype=torch.bool)
    if p == 1.0:
        return torch.zeros_like(input), c.zeros(input.shape, dtype=torch.bool)
    dropped = drawn(c, "bernoulli", input, torch.bool, None, p=float(p))
    scaled = c.pair("mul", input, 1.0 / (1.0 - p))
    _chosen(c, dropped, c.scalar(0.0, input.dtype), scaled, scaled)
    kept = empty_like(dropped)
    no, yes = (c.scalar(flag, torch.bool) for flag in (False, True))
    _chosen(c, dropped, no, yes, kept)
    return scaled, kept


def _chosen(c: Compute, flags: Tensor, a: Tensor, b: Tensor, result: Tensor) -> None:
    """Compute `where` by a call that is cached under a short key.

    Dropout is often called on small tensors, for which preparing a call would take most of the
    time.
    """
    key = ("native_dropout", b.dtype)
    run = c.kept.get(key) or c.keep(key, "where", [flags, a, b], [result])
    run(flags, a, b, result)


@lowers("native_dropout_backward")
def native_dropout_backward(
    c: Compute, grad_output: Tensor, mask: Tensor, scale: float, into: Tensor | None = None
) -> Any:
    """Apply `dropout` to the gradient, with the same flags (D3.3)."""
    _real(grad_output, "native_dropout_backward")
    scaled = c.pair("mul", grad_output, scale)
    return c.each("where", mask, scaled, 0.0, into=scaled)
