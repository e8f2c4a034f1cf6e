"""Steps of optimizers, clipping of gradients and loss scaling.

The steps are PyTorch's code for one tensor, on copies.
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

It takes the module of the optimizer, the call and the copies.
"""


def _step(module: str, change: Step) -> Form:
    """Return the form of a step. It gives the changed copies without the gradients."""

    def form(torch: Any) -> Callable[..., Any]:
        optimizer: Any = importlib.import_module(f"torch.optim.{module}")

        def run(call: Call, *operands: Any) -> Any:
            copies = tuple(x.clone() for x in operands)
            change(optimizer, call, copies)
            return (copies[0], *copies[2:])

        return run

    return form


def _count_before(torch: Any, call: Call) -> list[Any]:
    """Return PyTorch's count of earlier steps, which the step increases by one."""
    return [torch.tensor(float(call.attributes["step"]) - 1.0, dtype=torch.float64)]  # type: ignore[arg-type]


def _adam(*, decoupled: bool) -> Form:
    """Return the form of the step of Adam, or of AdamW, which decouples the weight decay."""

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
"""A momentum that replaces 0, because PyTorch uses no buffer if the momentum is 0.

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
    """Call sgd with a momentum. PyTorch has no buffer before the first step with momentum."""
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
    """Do the second half of clip_grad_norm_: scale the gradient by a given norm."""
    utils.clip_grads_with_norm_([holder], call.attributes["max_norm"], *more, foreach=False)


def _clip_value(utils: Any, call: Call, holder: Any, more: Tensors) -> None:
    utils.clip_grad_value_([holder], call.attributes["clip_value"], foreach=False)


def _unscale(torch: Any, call: Call, grads: Any, scale: Any) -> Any:
    """Do what torch.amp.GradScaler does with the gradients of one tensor."""
    found, unscaled = torch.zeros(()), grads.clone()
    inverse = scale.double().reciprocal()
    check = torch._amp_foreach_non_finite_check_and_unscale_
    if scale.dtype is torch.float32:
        check([unscaled], found, inverse.float())
        return unscaled, found != 0
    check([unscaled], found, torch.ones(()))  # it takes only a binary32 factor
    return unscaled * inverse, found != 0


def _update_scale(torch: Any, call: Call, scale: Any, growth_tracker: Any, found_inf: Any) -> Any:
    """Do what torch.amp.GradScaler does at the end of a step."""
    names = ("growth_factor", "backoff_factor", "growth_interval")
    growth, backoff, interval = (call.attributes[name] for name in names)
    state = scale.float(), growth_tracker.clone()
    if state[0] is scale:
        state = scale.clone(), state[1]
    torch._amp_update_scale_(*state, found_inf.float(), growth, backoff, interval)
    if scale.dtype is torch.float32:
        return state
    # The function takes only binary32. Its result selects the factor for a product in binary64.
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
