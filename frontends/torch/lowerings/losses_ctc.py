"""Connectionist temporal classification (G7.17 to G7.19).

Lengths are converted to blanks and absent steps. PyTorch reduces the losses of the samples by ops
that have their own lowerings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.table import lowers

Lengths: TypeAlias = Tensor | Sequence[int]


@dataclass(frozen=True, slots=True)
class _Samples:
    """Operands of the op in addition to the logarithms: `targets` [N, S] and `present` [T, N]."""

    targets: Tensor
    present: Tensor

    @property
    def states(self) -> int:
        """Return the number of states of the longest sample."""
        return 2 * int(self.targets.shape[1]) + 1


def _samples(
    c: Compute, log_probs: Tensor, targets: Tensor, inputs: Lengths, labels: Lengths, blank: int
) -> _Samples:
    """Return the operands. Raises RuntimeError if the call is also an error in PyTorch."""
    if log_probs.dim() != 3 or not log_probs.numel():
        raise RuntimeError(f"log_probs must be [T, N, C], none of it 0; got {[*log_probs.shape]}")
    steps, count, classes = log_probs.shape
    if not 0 <= blank < classes:
        raise RuntimeError(f"blank={blank} must be one of the {classes} classes of log_probs")
    if targets.dtype not in (torch.int64, torch.int32):
        raise RuntimeError(f"targets must be of int64 or int32, got {targets.dtype}")
    ends = _lengths("input_lengths", inputs, count, steps)
    most = targets.shape[1] if targets.dim() == 2 else targets.numel()
    each = _lengths("target_lengths", labels, count, most)
    within = c.arange(max(each)) < c.tensor(each)[:, None]
    rows = c.full(within.shape, blank, dtype=torch.int64)
    rows[within] = _one_behind_another(targets, each, within)
    if bool((rows[within] == blank).any()):
        raise Refused(f"a target is the blank, {blank}; no clause defines a blank among labels")
    return _Samples(rows, c.arange(steps)[:, None] < c.tensor(ends))


def _one_behind_another(targets: Tensor, each: Sequence[int], within: Tensor) -> Tensor:
    """Return the labels of all samples in one vector, from a matrix or a vector."""
    if targets.dim() == 2 and targets.shape[0] == len(each):
        return targets[:, : within.shape[1]][within].long()
    if targets.dim() == 1 and len(targets) == sum(each):
        return targets.long()
    raise RuntimeError(
        f"targets must be [{len(each)}, S] or [{sum(each)}], the sum of target_lengths; "
        f"got {[*targets.shape]}"
    )


def _lengths(name: str, given: Lengths, count: int, most: int) -> list[int]:
    found = given.reshape(-1).tolist() if isinstance(given, Tensor) else [*given]
    if isinstance(given, Tensor) and (given.is_floating_point() or given.is_complex()):
        raise RuntimeError(f"{name} must be integers, got {given.dtype}")
    if len(found) != count:
        raise RuntimeError(f"{name} must be {count}, one for each sample; got {len(found)}")
    if not 0 <= min(found) <= max(found) <= most:
        raise RuntimeError(f"{name} must lie from 0 to {most}, got {found}")
    return found


def _same(x: Tensor, y: Tensor) -> bool:
    """Check whether two tensors have the same shape, the same format, and elements equal or NaN."""
    if (x.shape, x.dtype) != (y.shape, y.dtype):
        return False
    return bool(torch.equal(_words(x), _words(y)))


def _words(x: Tensor) -> Tensor:
    whole = x.contiguous()
    return torch.where(torch.isnan(whole), torch.nan, whole).view(torch.uint8)


@lowers("_ctc_loss", "_ctc_loss.Tensor")
def ctc_loss(
    c: Compute,
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Lengths,
    target_lengths: Lengths,
    blank: int = 0,
    zero_infinity: bool = False,
) -> Any:
    """Compute `ctc_loss`, and the values that its gradient needs.

    An infinite loss stays infinite, because PyTorch replaces infinite losses afterwards.
    """
    samples = _samples(c, log_probs, targets, input_lengths, target_lengths, blank)
    steps, count, _ = log_probs.shape
    loss = c.empty((count,), dtype=log_probs.dtype)
    log_alpha = c.empty((steps, count, samples.states), dtype=torch.float32)
    operands = [log_probs, samples.targets, samples.present]
    c.call("ctc_loss", operands, [loss, log_alpha], blank=blank, zero_infinity=False)
    return loss, log_alpha.transpose(0, 1)


@lowers("_ctc_loss_backward", "_ctc_loss_backward.Tensor")
def ctc_loss_backward(
    c: Compute,
    grad: Tensor,
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Lengths,
    target_lengths: Lengths,
    neg_log_likelihood: Tensor,
    log_alpha: Tensor,
    blank: int,
    zero_infinity: bool = False,
) -> Any:
    """Compute `ctc_loss_gradient`. The saved values must be from the same forward pass."""
    try:
        samples = _samples(c, log_probs, targets, input_lengths, target_lengths, blank)
    except RuntimeError as error:  # PyTorch's own gradient does not check them
        raise Refused(str(error)) from error
    known = ctc_loss(c, log_probs, targets, input_lengths, target_lengths, blank)
    if not all(map(_same, (neg_log_likelihood, log_alpha), known)):
        raise Refused("its losses and log_alpha are not from a forward pass in a block")
    result = c.empty(log_probs.shape, dtype=log_probs.dtype)
    c.call(
        "ctc_loss_gradient",
        [grad, log_alpha.transpose(0, 1), log_probs, samples.targets, samples.present],
        [result],
        blank=blank,
        zero_infinity=zero_infinity,
    )
    return result
