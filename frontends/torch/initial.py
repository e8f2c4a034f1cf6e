"""A definition of `trunc_normal_` that makes PyTorch 2.11 draw the same weights as later releases.

PyTorch 2.11 inverts the distribution function. Since 2.12 PyTorch draws until all numbers are in
the interval. Inside a block, 2.11 uses the later definition too.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import torch
import torch.nn.init
from torch import Generator, Tensor

from samebits.torch.optim.host_functions import MATH
from samebits.torch.versions import order, release, series_of

_MANY = 0.3
"""The probability of [a, b] above which normal numbers are drawn; below it, uniform numbers."""


@contextmanager
def later_definitions() -> Iterator[None]:
    """Make torch.nn.init of an older release draw the same numbers as later releases."""
    if order(series_of(release())) >= (2, 12):
        yield
        return
    with mock.patch.object(torch.nn.init, "_no_grad_trunc_normal_", _truncated_normal):
        yield


def _truncated_normal(
    tensor: Tensor,
    mean: float,
    std: float,
    a: float,
    b: float,
    generator: Generator | None = None,
) -> Tensor:
    """Fill a tensor with normally distributed numbers between a and b, and return it."""
    if tensor.is_meta:
        return tensor
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            f"the mean {mean} is more than 2 std from [{a}, {b}]: numbers of trunc_normal_ may "
            "have another distribution",
            stacklevel=3,
        )
    with torch.no_grad():
        if _below((b - mean) / std) - _below((a - mean) / std) > _MANY:
            _by_normal_draws(tensor, mean, std, a, b, generator)
        else:
            _by_uniform_draws(tensor, mean, std, a, b, generator)
    return tensor


def _below(x: float) -> float:
    """Return the probability that a standard normal random number is below x."""
    found: float = (1.0 + MATH.erf(x / MATH.sqrt(2.0))) / 2.0
    return found


def _by_normal_draws(
    tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Generator | None
) -> None:
    """Draw normal numbers, and redraw the elements outside of the interval until none is left."""
    low, high = (tensor.new_tensor(end, device="cpu").item() for end in (a, b))
    found = tensor.normal_(mean, std, generator=generator)
    while (outside := (found < low) | (found > high)).any():
        again = torch.empty_like(found).normal_(mean, std, generator=generator)
        found = torch.where(outside, again, found)
    if found is not tensor:
        tensor.copy_(found)


def _by_uniform_draws(
    tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Generator | None
) -> None:
    """Draw uniform numbers from the interval, with rejection sampling.

    A number is accepted with a probability equal to its density divided by the greatest density in
    the interval.
    """
    greatest = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2

    def is_dropped() -> Tensor:
        share = tried.sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(greatest)
        chance = torch.empty_like(tensor).uniform_(generator=generator)
        return chance.log_().gt(share)

    found = tensor.uniform_(a, b, generator=generator)
    tried = found.clone()
    open_places = is_dropped()
    while open_places.any():
        tried.uniform_(a, b, generator=generator)
        found = torch.where(open_places, tried, found)
        open_places = torch.where(open_places, is_dropped(), open_places)
    if found is not tensor:
        tensor.copy_(found)
