"""Lion (Chen et al. 2023, arXiv 2302.06675, algorithm 2), in the order of clause G8."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.optim.optimizer import Optimizer


class Lion(Optimizer):  # type: ignore[misc]
    """The optimizer Lion, which steps by the sign of a running average of the gradients.

    `betas` are the decay rates of the average: the first for the direction of a step, the second
    for the stored average. Raises ValueError for options that clause G8 does not allow.
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1e-4,
        betas: tuple[float, float] = (0.9, 0.99),
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ) -> None:
        if lr < 0.0 or weight_decay < 0.0:
            raise ValueError(f"lr={lr} and weight_decay={weight_decay} must both be 0 or more")
        if not all(0.0 <= beta < 1.0 for beta in betas):
            raise ValueError(f"betas={betas} must each be at least 0 and below 1")
        words = {"lr": lr, "betas": betas, "weight_decay": weight_decay, "maximize": maximize}
        super().__init__(params, words)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Take one step. `closure`, if given, computes the loss again before the step."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self._move(p, group)
        return loss

    def _move(self, p: torch.Tensor, group: dict[str, Any]) -> None:
        state, (beta1, beta2) = self.state[p], group["betas"]
        assert p.grad is not None
        if "exp_avg" not in state:
            state["exp_avg"] = torch.zeros_like(p)
        mean, slope = state["exp_avg"], p.grad.neg() if group["maximize"] else p.grad
        way = mean.mul(beta1).add_(slope, alpha=1 - beta1).sign_()
        if group["weight_decay"] != 0.0:
            way = way.add(p, alpha=group["weight_decay"])
        p.add_(way, alpha=-group["lr"])
        mean.mul_(beta2).add_(slope, alpha=1 - beta2)
