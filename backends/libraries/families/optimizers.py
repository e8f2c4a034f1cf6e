"""Steps of optimizers, gradient clipping and loss scaling.

The steps run PyTorch's single-tensor code on copies of the operands.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_forms import Form, function
from samebits.backends.protocol import BackendError
from samebits.spec.language.call import Call

Tensors = tuple[Any, ...]
Step = Callable[[Any, Call, Tensors], None]
"""A function that changes copies of the operands in place.

Its parameters are the module of the optimizer, the call and the copies.
"""


def _step(module: str, change: Step) -> Form:
    """Return the form of a step. It returns the changed copies, except the gradients."""

    def form(torch: Any) -> Callable[..., Any]:
        optimizer: Any = importlib.import_module(f"torch.optim.{module}")

        def run(call: Call, *operands: Any) -> Any:
            copies = tuple(x.clone() for x in operands)
            change(optimizer, call, copies)
            return (copies[0], *copies[2:])

        return run

    return form


def _count_before(torch: Any, call: Call) -> list[Any]:
    """Return the number of earlier steps, as PyTorch stores it. The step increases it by one."""
    return [torch.tensor(float(call.attributes["step"]) - 1.0, dtype=torch.float64)]  # type: ignore[arg-type]


def _adam(*, decoupled: bool) -> Form:
    """Return the form of a step of Adam, or of AdamW if the weight decay is decoupled."""

    def change(optimizer: Any, call: Call, x: Tensors) -> None:
        given = {k: v for k, v in call.attributes.items() if k != "step"}
        with_maximum = len(x) > 4
        optimizer.adam(
            *([tensor] for tensor in x[:4]),
            [x[4]] if with_maximum else [],
            _count_before(optimizer.torch, call),
            foreach=False,
            amsgrad=with_maximum,
            decoupled_weight_decay=decoupled,
            **given,
        )

    return _step("adam", change)


_LEAST_MOMENTUM = 5e-324
"""A momentum that is used instead of 0, because PyTorch keeps no buffer for a momentum of 0.

It rounds to 0 in binary32. In binary64 its product with a buffer is too small to change a quotient.
"""


def _rmsprop(*, centered: bool) -> Form:
    def change(optimizer: Any, call: Call, x: Tensors) -> None:
        given = dict(call.attributes)
        states = list(x[3:])
        averages = [states.pop(0)] if centered else []
        if states and given["momentum"] == 0.0:
            given["momentum"] = _LEAST_MOMENTUM
        optimizer.rmsprop(
            [x[0]], [x[1]], [x[2]], averages, states, [optimizer.torch.tensor(0.0)],
            foreach=False, centered=centered, **given,
        )  # fmt: skip

    return _step("rmsprop", change)


def _sgd(torch: Any) -> Callable[..., Any]:
    """Return a function for sgd with momentum. Before the first step PyTorch has no buffer."""
    optimizer: Any = importlib.import_module("torch.optim.sgd")

    def run(call: Call, params: Any, grads: Any, buffer: Any = None) -> Any:
        given = dict(call.attributes)
        given["momentum"] = given["momentum"] or _LEAST_MOMENTUM
        new, buffers = params.clone(), [None if buffer is None else buffer.clone()]
        optimizer.sgd([new], [grads.clone()], buffers, foreach=False, **given)
        if buffers[0] is None:
            raise BackendError(
                "PyTorch made no buffer: a subnormal momentum counts as 0 where subnormal numbers "
                "are flushed; give one of at least 2.3e-308"
            )
        return new, buffers[0]

    return run


def _adagrad(optimizer: Any, call: Call, x: Tensors) -> None:
    given = {k: v for k, v in call.attributes.items() if k != "step"}
    counts = _count_before(optimizer.torch, call)
    optimizer.adagrad([x[0]], [x[1]], [x[2]], counts, foreach=False, **given)


def _clipped(clip: Callable[[Any, Call, Any, Tensors], None]) -> Form:
    """Return the form of a function of torch.nn.utils that changes the gradient of a parameter."""

    def run(torch: Any, call: Call, grads: Any, *more: Any) -> Any:
        holder = torch.nn.Parameter(torch.zeros_like(grads))
        holder.grad = grads.clone()
        clip(torch.nn.utils, call, holder, more)
        return holder.grad

    return function(run)


def _clip_norm(utils: Any, call: Call, holder: Any, more: Tensors) -> None:
    """Scale the gradient by a given norm, which is the second half of clip_grad_norm_."""
    utils.clip_grads_with_norm_([holder], call.attributes["max_norm"], *more, foreach=False)


def _clip_value(utils: Any, call: Call, holder: Any, more: Tensors) -> None:
    utils.clip_grad_value_([holder], call.attributes["clip_value"], foreach=False)


def _unscale(torch: Any, call: Call, grads: Any, scale: Any) -> Any:
    """Do what torch.amp.GradScaler does to unscale the gradients of one tensor."""
    found, unscaled = torch.zeros(()), grads.clone()
    inverse = scale.double().reciprocal()
    check = torch._amp_foreach_non_finite_check_and_unscale_
    if scale.dtype is torch.float32:
        check([unscaled], found, inverse.float())
        return unscaled, found != 0
    check([unscaled], found, torch.ones(()))  # the function accepts only a binary32 factor
    return unscaled * inverse, found != 0


def _update_scale(torch: Any, call: Call, scale: Any, growth_tracker: Any, found_inf: Any) -> Any:
    """Do what torch.amp.GradScaler does to update its scale at the end of a step."""
    names = ("growth_factor", "backoff_factor", "growth_interval")
    growth, backoff, interval = (call.attributes[name] for name in names)
    state = scale.float(), growth_tracker.clone()
    if state[0] is scale:
        state = scale.clone(), state[1]
    torch._amp_update_scale_(*state, found_inf.float(), growth, backoff, interval)
    if scale.dtype is torch.float32:
        return state
    # The function accepts only binary32. Its result shows which factor to use for the product in
    # binary64.
    factors = [backoff, 1.0, growth]
    nearest = min(factors, key=lambda factor: abs(scale * factor - state[0]))
    return scale * nearest, state[1]


PEERS: Mapping[str, Peers] = {
    "sgd": Peers(numpy=None, torch=_sgd, torch_into=None),
    "adagrad": Peers(numpy=None, torch=_step("adagrad", _adagrad), torch_into=None),
    "adam": Peers(numpy=None, torch=_adam(decoupled=False), torch_into=None),
    "adamw": Peers(numpy=None, torch=_adam(decoupled=True), torch_into=None),
    "rmsprop": Peers(numpy=None, torch=_rmsprop(centered=False), torch_into=None),
    "centered_rmsprop": Peers(numpy=None, torch=_rmsprop(centered=True), torch_into=None),
    "clip_grad_norm": Peers(numpy=None, torch=_clipped(_clip_norm), torch_into=None),
    "clip_grad_value": Peers(numpy=None, torch=_clipped(_clip_value), torch_into=None),
    "unscale": Peers(numpy=None, torch=function(_unscale), torch_into=None),
    "update_scale": Peers(numpy=None, torch=function(_update_scale), torch_into=None),
}
