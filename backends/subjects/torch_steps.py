"""How the steps of PyTorch's optimizers are called: its code for one tensor, on copies.

PyTorch is not imported here: a form takes the module `torch` and gives the function.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_forms import Form
from samebits.spec.language.call import Call

Tensors = tuple[Any, ...]
Step = Callable[[Any, Call, Tensors], None]
"""Changes copies of the operands in place: the module of the optimizer, the call, the copies."""


def step(module: str, change: Step, made: Callable[[Tensors], Tensors] | None = None) -> Form:
    """A step: the copies without the gradients afterwards, or what `made` takes of them."""

    def form(torch: Any) -> Callable[..., Any]:
        optimizer: Any = importlib.import_module(f"torch.optim.{module}")

        def run(call: Call, *operands: Any) -> Any:
            copies = tuple(x.clone() for x in operands)
            change(optimizer, call, copies)
            return made(copies) if made else (copies[0], *copies[2:])

        return run

    return form


def count_before(torch: Any, call: Call) -> list[Any]:
    """PyTorch's count of the steps before this one, which a step raises by one."""
    return [torch.tensor(float(call.attributes["step"]) - 1.0, dtype=torch.float64)]  # type: ignore[arg-type]


def adam(*, decoupled: bool) -> Form:
    """The step of Adam, or with the weight decay apart that of AdamW."""

    def change(optimizer: Any, call: Call, x: Tensors) -> None:
        given = {k: v for k, v in call.attributes.items() if k != "step"}
        with_maximum = len(x) > 4
        optimizer.adam(
            *([tensor] for tensor in x[:4]),
            [x[4]] if with_maximum else [],
            count_before(optimizer.torch, call),
            foreach=False,
            amsgrad=with_maximum,
            decoupled_weight_decay=decoupled,
            **given,
        )

    return step("adam", change)


LEAST_MOMENTUM = 5e-324
"""A momentum in place of 0, for without one PyTorch uses no buffer: it is 0 in binary32, and times
a buffer of binary64 too small to change a quotient."""


def rmsprop(*, centered: bool) -> Form:
    """The step of RMSprop."""

    def change(optimizer: Any, call: Call, x: Tensors) -> None:
        given = dict(call.attributes)
        states = list(x[3:])
        averages = [states.pop(0)] if centered else []
        if states and given["momentum"] == 0.0:
            given["momentum"] = LEAST_MOMENTUM
        optimizer.rmsprop(
            [x[0]], [x[1]], [x[2]], averages, states, [optimizer.torch.tensor(0.0)],
            foreach=False, centered=centered, **given,
        )  # fmt: skip

    return step("rmsprop", change)
