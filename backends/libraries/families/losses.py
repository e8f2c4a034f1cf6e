"""Losses, and their gradients, which PyTorch's autograd computes (clause G7)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradient
from samebits.backends.libraries.torch_forms import Form, function, widened
from samebits.spec.families.indexing import natural
from samebits.spec.language.call import Call


def _loss(name: str, *attributes: str, operands: tuple[str, ...] = ()) -> Form:
    """Return the form of a loss in `torch.nn.functional`, which takes attributes by name.

    `operands` are the names of the optional operands after input and target.
    """

    def run(torch: Any, call: Call, x: Any, target: Any, *more: Any) -> Any:
        given = {a: call.attributes[a] for a in attributes}
        with warnings.catch_warnings():  # a warning about how kl_div computes its mean
            warnings.simplefilter("ignore", UserWarning)
            named = dict(zip(operands, more, strict=False))
            return getattr(torch.nn.functional, name)(x, target, **named, **given)

    return function(run)


_BCE = _loss("binary_cross_entropy_with_logits", "reduction", operands=("weight", "pos_weight"))
_KL_DIV = _loss("kl_div", "log_target", "reduction")
_NLL = _loss("nll_loss", "ignore_index", "reduction", operands=("weight",))
_CROSS_ENTROPY = _loss(
    "cross_entropy", "ignore_index", "label_smoothing", "reduction", operands=("weight",)
)
_OF_PROBABILITIES = _loss("cross_entropy", "label_smoothing", "reduction", operands=("weight",))


def _kl_div_gradient(torch: Any) -> Callable[..., Any]:
    """Return the gradient at inputs of zeros, because it does not depend on the inputs."""
    run = gradient(_KL_DIV)(torch)
    return lambda call, given, target: run(call, given, torch.zeros_like(target), target)


def _nll_loss_gradient(torch: Any) -> Callable[..., Any]:
    """Return the gradient at inputs of zeros, because it does not depend on the inputs."""
    backward = gradient(_NLL)(torch)

    def run(call: Any, given: Any, target: Any, *weight: Any) -> Any:
        shape = (target.shape[0], call.attributes["classes"], *target.shape[1:])
        logs = torch.zeros(shape, dtype=given.dtype)
        return backward(call, given, logs, target, *weight)

    return run


def _labels(row: Any, blank: int) -> Any:
    ends = (row == blank).nonzero()
    return row[: int(ends[0])] if len(ends) else row


def _saved(torch: Any, alpha: Any, here: Any, states: int) -> Any:
    """Return the log values of all steps and states. An absent step repeats the step before it."""
    whole = alpha.new_full((len(here), states), -torch.inf)
    last = alpha.new_full((alpha.shape[-1],), -torch.inf)
    last[0] = 0
    at = 0
    for step, present in enumerate(here.tolist()):
        if present:
            last, at = alpha[at], at + 1
        whole[step, : len(last)] = last
    return widened(whole)[0]


def _ctc_loss(torch: Any) -> Callable[..., Any]:
    """Return a function for aten::_ctc_loss and the log values of its states.

    PyTorch takes lengths and has no absent steps. Therefore each sample is a separate call, with
    its present steps and the labels before the first blank.
    """

    def run(call: Call, x: Any, targets: Any, present: Any) -> Any:
        blank = natural(call.attributes["blank"])
        losses, saved = [], []
        for sample in range(x.shape[1]):
            here, labels = present[:, sample] != 0, _labels(targets[sample], blank)
            loss, alpha = torch.ops.aten._ctc_loss(
                x[here, sample][:, None], labels[None], [int(here.sum())], [len(labels)], blank
            )
            losses.append(loss[0])
            saved.append(_saved(torch, alpha[0], here, 2 * targets.shape[1] + 1))
        whole = torch.stack(losses)
        if call.attributes["zero_infinity"]:
            whole = torch.where(whole == torch.inf, 0.0, whole)
        return whole, torch.stack(saved, 1)

    return run


def _ctc_loss_gradient(torch: Any) -> Callable[..., Any]:
    """Return a function for aten::_ctc_loss_backward, from the saved log values."""

    def run(call: Call, g: Any, log_alpha: Any, x: Any, targets: Any, present: Any) -> Any:
        blank, whole = natural(call.attributes["blank"]), torch.zeros_like(x)
        for sample in range(x.shape[1]):
            here, labels = present[:, sample] != 0, _labels(targets[sample], blank)
            if not here.any():
                continue
            states = 2 * len(labels) + 1
            alpha = log_alpha[:, sample, :states]
            loss = -alpha[-1, max(0, states - 2) :].logsumexp(0)
            whole[here, sample] = torch.ops.aten._ctc_loss_backward(
                g[sample, None], x[here, sample][:, None], labels[None], [int(here.sum())],
                [len(labels)], loss[None], alpha[here][None].contiguous(), blank,
                call.attributes["zero_infinity"],
            )[:, 0]  # fmt: skip
        return whole

    return run


PEERS: Mapping[str, Peers] = {
    "mse_loss": Peers(numpy=None, torch=_loss("mse_loss", "reduction"), torch_into=None),
    "mse_loss_gradient": Peers(
        numpy=None, torch=gradient(_loss("mse_loss", "reduction")), torch_into=None
    ),
    "l1_loss": Peers(numpy=None, torch=_loss("l1_loss", "reduction"), torch_into=None),
    "l1_loss_gradient": Peers(
        numpy=None, torch=gradient(_loss("l1_loss", "reduction")), torch_into=None
    ),
    "smooth_l1_loss": Peers(
        numpy=None, torch=_loss("smooth_l1_loss", "beta", "reduction"), torch_into=None
    ),
    "smooth_l1_loss_gradient": Peers(
        numpy=None, torch=gradient(_loss("smooth_l1_loss", "beta", "reduction")), torch_into=None
    ),
    "huber_loss": Peers(
        numpy=None, torch=_loss("huber_loss", "delta", "reduction"), torch_into=None
    ),
    "huber_loss_gradient": Peers(
        numpy=None, torch=gradient(_loss("huber_loss", "delta", "reduction")), torch_into=None
    ),
    "bce_with_logits": Peers(numpy=None, torch=_BCE, torch_into=None),
    "bce_with_logits_gradient": Peers(numpy=None, torch=gradient(_BCE), torch_into=None),
    "kl_div": Peers(numpy=None, torch=_KL_DIV, torch_into=None),
    "kl_div_gradient": Peers(numpy=None, torch=_kl_div_gradient, torch_into=None),
    "nll_loss": Peers(numpy=None, torch=_NLL, torch_into=None),
    "nll_loss_gradient": Peers(numpy=None, torch=_nll_loss_gradient, torch_into=None),
    "cross_entropy": Peers(numpy=None, torch=_CROSS_ENTROPY, torch_into=None),
    "cross_entropy_gradient": Peers(numpy=None, torch=gradient(_CROSS_ENTROPY), torch_into=None),
    "cross_entropy_probabilities": Peers(numpy=None, torch=_OF_PROBABILITIES, torch_into=None),
    "cross_entropy_probabilities_gradient": Peers(
        numpy=None, torch=gradient(_OF_PROBABILITIES), torch_into=None
    ),
    "ctc_loss": Peers(numpy=None, torch=_ctc_loss, torch_into=None),
    "ctc_loss_gradient": Peers(numpy=None, torch=_ctc_loss_gradient, torch_into=None),
}
