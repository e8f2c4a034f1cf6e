"""Steps of optimizers over lists of tensors, and the scaling of losses (clause G8).

`fused=True` gives the same bits as PyTorch's single-tensor code. In binary32 and binary64 a step is
the op of the specification. In shorter formats the single-tensor code rounds every intermediate
result, so that code itself runs, and its ops are lowered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import torch
from torch import Tensor
from torch.optim import adagrad as _adagrad, adam as _adam, sgd as _sgd

from samebits.torch.compute import Compute
from samebits.torch.dtypes import FLOATS, SHORT, compute_dtype
from samebits.torch.errors import Refused
from samebits.torch.lists import Set, call_each
from samebits.torch.memory import empty_like
from samebits.torch.table import lowers


def _unscaled(
    c: Compute, grads: Sequence[Tensor], scale: Tensor | None, found_inf: Tensor | None
) -> bool:
    """Divide gradients by a loss scale in place. Return False if the step must be skipped."""
    for x in (scale, found_inf):
        if x is not None and x.numel() != 1:
            raise Refused("grad_scale and found_inf are one number each")
    if found_inf is not None and found_inf.item() == 1.0:
        return False
    if scale is not None:
        for gradient in grads:
            c.call(
                "unscale", (gradient, scale.reshape(())), (gradient, c.empty((), dtype=torch.bool))
            )
    return True


def _number(step: Tensor) -> int:
    """Return the step count, an integer that PyTorch stores as a float."""
    value = step.item()
    if int(value) != value:
        raise Refused(f"a step has an integer for its number, not {value}")
    return int(value)


def _adam_step(
    c: Compute,
    op: str,
    params: Sequence[Tensor],
    grads: Sequence[Tensor],
    exp_avgs: Sequence[Tensor],
    exp_avg_sqs: Sequence[Tensor],
    max_exp_avg_sqs: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    amsgrad: bool,
    **attributes: Any,
) -> None:
    """Compute a step of Adam or AdamW. `state_steps` already count this step."""
    if len(max_exp_avg_sqs) != (len(params) if amsgrad else 0):
        raise RuntimeError(
            "max_exp_avg_sqs must have one tensor for each parameter with amsgrad, else it is empty"
        )
    sets: list[tuple[int, Set]] = []
    for i, param in enumerate(params):
        if param.dtype in SHORT:
            _adam._single_tensor_adam(
                [param], [grads[i]], [exp_avgs[i]], [exp_avg_sqs[i]],
                [max_exp_avg_sqs[i]] if amsgrad else [], [state_steps[i] - 1], None, None,
                amsgrad=amsgrad, has_complex=False, capturable=False, differentiable=False,
                decoupled_weight_decay=op == "adamw", **attributes,
            )  # fmt: skip
            continue
        states = (param, exp_avgs[i], exp_avg_sqs[i], *max_exp_avg_sqs[i : i + amsgrad])
        sets.append((_number(state_steps[i]), ((param, grads[i], *states[1:]), states)))
    _steps(c, op, sets, **attributes)


def _steps(c: Compute, op: str, sets: Iterable[tuple[int, Set]], **attributes: Any) -> None:
    """Compute steps on sets of tensors, in the order of the sets; each set has its step count."""
    for step, alike in groupby(sets, itemgetter(0)):
        call_each(c, op, [each for _, each in alike], step=step, **attributes)


@lowers("_fused_adam_")
def fused_adam(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    exp_avgs: Sequence[Tensor],
    exp_avg_sqs: Sequence[Tensor],
    max_exp_avg_sqs: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    *,
    lr: float,
    beta1: float,
    beta2: float,
    weight_decay: float,
    eps: float,
    amsgrad: bool,
    maximize: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `adam` (G8.9) for each tensor."""
    if _unscaled(c, grads, grad_scale, found_inf):
        _adam_step(
            c, "adam", self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, amsgrad,
            lr=lr, beta1=beta1, beta2=beta2, weight_decay=weight_decay, eps=eps, maximize=maximize,
        )  # fmt: skip


@lowers("_fused_adamw_")
def fused_adamw(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    exp_avgs: Sequence[Tensor],
    exp_avg_sqs: Sequence[Tensor],
    max_exp_avg_sqs: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    *,
    lr: float,
    beta1: float,
    beta2: float,
    weight_decay: float,
    eps: float,
    amsgrad: bool,
    maximize: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `adamw` (G8.8) for each tensor."""
    if _unscaled(c, grads, grad_scale, found_inf):
        _adam_step(
            c, "adamw", self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, amsgrad,
            lr=lr, beta1=beta1, beta2=beta2, weight_decay=weight_decay, eps=eps, maximize=maximize,
        )  # fmt: skip


@lowers("_fused_adam_.tensor_lr")
def fused_adam_with_rate(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    exp_avgs: Sequence[Tensor],
    exp_avg_sqs: Sequence[Tensor],
    max_exp_avg_sqs: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    *,
    lr: Tensor,
    beta1: float,
    beta2: float,
    weight_decay: float,
    eps: float,
    amsgrad: bool,
    maximize: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `fused_adam` with the learning rate in a tensor."""
    fused_adam(
        c, self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, lr=lr.item(),
        beta1=beta1, beta2=beta2, weight_decay=weight_decay, eps=eps, amsgrad=amsgrad,
        maximize=maximize, grad_scale=grad_scale, found_inf=found_inf,
    )  # fmt: skip


@lowers("_fused_adamw_.tensor_lr")
def fused_adamw_with_rate(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    exp_avgs: Sequence[Tensor],
    exp_avg_sqs: Sequence[Tensor],
    max_exp_avg_sqs: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    *,
    lr: Tensor,
    beta1: float,
    beta2: float,
    weight_decay: float,
    eps: float,
    amsgrad: bool,
    maximize: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `fused_adamw` with the learning rate in a tensor."""
    fused_adamw(
        c, self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, lr=lr.item(),
        beta1=beta1, beta2=beta2, weight_decay=weight_decay, eps=eps, amsgrad=amsgrad,
        maximize=maximize, grad_scale=grad_scale, found_inf=found_inf,
    )  # fmt: skip


@lowers("_fused_sgd_")
def fused_sgd(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    momentum_buffer_list: Sequence[Tensor],
    *,
    weight_decay: float,
    momentum: float,
    lr: float,
    dampening: float,
    nesterov: bool,
    maximize: bool,
    is_first_step: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `sgd` (G8.6) for each tensor. In the first step there is no buffer yet."""
    if not _unscaled(c, grads, grad_scale, found_inf):
        return
    words: dict[str, Any] = {
        "lr": lr,
        "momentum": momentum,
        "dampening": dampening,
        "weight_decay": weight_decay,
        "nesterov": nesterov,
        "maximize": maximize,
    }

    def sets() -> Iterator[Set]:
        for i, param in enumerate(self):
            buffer = momentum_buffer_list[i] if momentum_buffer_list else None
            if param.dtype in SHORT:
                kept = [None if is_first_step else buffer]
                _sgd._single_tensor_sgd(
                    [param], [grads[i]], kept, None, None, has_sparse_grad=False, **words
                )
                if is_first_step and buffer is not None and kept[0] is not None:
                    buffer.copy_(kept[0])
            elif buffer is None:
                yield (param, grads[i]), (param, empty_like(param))
            elif is_first_step:
                yield (param, grads[i]), (param, buffer)
            else:
                yield (param, grads[i], buffer), (param, buffer)

    call_each(c, "sgd", sets(), **words)


@lowers("_fused_sgd_.tensor_lr")
def fused_sgd_with_rate(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    momentum_buffer_list: Sequence[Tensor],
    *,
    weight_decay: float,
    momentum: float,
    lr: Tensor,
    dampening: float,
    nesterov: bool,
    maximize: bool,
    is_first_step: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `fused_sgd` with the learning rate in a tensor."""
    fused_sgd(
        c, self, grads, momentum_buffer_list, weight_decay=weight_decay, momentum=momentum,
        lr=lr.item(), dampening=dampening, nesterov=nesterov, maximize=maximize,
        is_first_step=is_first_step, grad_scale=grad_scale, found_inf=found_inf,
    )  # fmt: skip


@lowers("_fused_adagrad_")
def fused_adagrad(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    state_sums: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    *,
    lr: float,
    lr_decay: float,
    weight_decay: float,
    eps: float,
    maximize: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `adagrad` (G8.13) for each tensor."""
    if not _unscaled(c, grads, grad_scale, found_inf):
        return
    words: dict[str, Any] = {
        "lr": lr, "lr_decay": lr_decay, "weight_decay": weight_decay, "eps": eps,
        "maximize": maximize,
    }  # fmt: skip
    sets: list[tuple[int, Set]] = []
    for param, gradient, total, step in zip(self, grads, state_sums, state_steps, strict=True):
        if param.dtype in SHORT:
            _adagrad._single_tensor_adagrad(
                [param], [gradient], [total], [step - 1], None, None, has_sparse_grad=False,
                differentiable=False, has_complex=False, **words,
            )  # fmt: skip
        else:
            sets.append((_number(step), ((param, gradient, total), (param, total))))
    _steps(c, "adagrad", sets, **words)


@lowers("_fused_adagrad_.tensor_lr")
def fused_adagrad_with_rate(
    c: Compute,
    self: Sequence[Tensor],
    grads: Sequence[Tensor],
    state_sums: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    *,
    lr: Tensor,
    lr_decay: float,
    weight_decay: float,
    eps: float,
    maximize: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    """Compute `fused_adagrad` with the learning rate in a tensor."""
    fused_adagrad(
        c, self, grads, state_sums, state_steps, lr=lr.item(), lr_decay=lr_decay,
        weight_decay=weight_decay, eps=eps, maximize=maximize, grad_scale=grad_scale,
        found_inf=found_inf,
    )  # fmt: skip


@lowers("_amp_foreach_non_finite_check_and_unscale_")
def unscale(c: Compute, self: Sequence[Tensor], found_inf: Tensor, inv_scale: Tensor) -> None:
    """Multiply gradients by inv_scale in the compute format; set found_inf if one is not finite.

    These are the ops of G8.18.
    """
    for gradient in self:
        if gradient.dtype not in FLOATS:
            raise Refused(f"gradients of {gradient.dtype} have no scale")
        wide = compute_dtype(gradient.dtype)
        if not bool(torch.all(c.each("isfinite", gradient, to=torch.bool))):
            found_inf.fill_(1.0)
        product = c.each("mul", c.cast(gradient, wide), c.cast(inv_scale, wide))
        c.cast(product, gradient.dtype, into=gradient)


@lowers("_amp_update_scale_")
def update_scale(
    c: Compute,
    self: Tensor,
    growth_tracker: Tensor,
    found_inf: Tensor,
    scale_growth_factor: float,
    scale_backoff_factor: float,
    growth_interval: int,
) -> Any:
    """Compute the scale of the next step (G8.19)."""
    scale, tracker = empty_like(self), empty_like(growth_tracker)
    c.call(
        "update_scale",
        (self.view(()), growth_tracker.view(()), c.cast(found_inf.view(()), torch.bool)),
        (scale.view(()), tracker.view(())),
        growth_factor=scale_growth_factor,
        backoff_factor=scale_backoff_factor,
        growth_interval=growth_interval,
    )
    growth_tracker.copy_(tracker)
    return scale
