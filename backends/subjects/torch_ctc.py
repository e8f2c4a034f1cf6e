"""PyTorch's ctc_loss and its gradient (clauses G7.17 to G7.19).

PyTorch knows lengths in the place of blanks and absent steps, so each sample is a call by itself,
of the steps that are present and the labels before the first blank.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.spec.families.indexing import natural
from samebits.spec.language.call import Call


def _labels(row: Any, blank: int) -> Any:
    ends = (row == blank).nonzero()
    return row[: int(ends[0])] if len(ends) else row


def _saved(torch: Any, alpha: Any, here: Any, states: int) -> Any:
    """The logarithms of all steps and states: an absent step has those of the one before it."""
    whole = alpha.new_full((len(here), states), -torch.inf)
    last = alpha.new_full((alpha.shape[-1],), -torch.inf)
    last[0] = 0
    at = 0
    for step, present in enumerate(here.tolist()):
        if present:
            last, at = alpha[at], at + 1
        whole[step, : len(last)] = last
    return whole if whole.element_size() > 2 else whole.float()


def forward(torch: Any) -> Callable[..., Any]:
    """aten::_ctc_loss, and the logarithms of its states."""

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


def gradient(torch: Any) -> Callable[..., Any]:
    """aten::_ctc_loss_backward, from the logarithms that were saved."""

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
