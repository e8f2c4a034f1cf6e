"""PyTorch's batch norms and their gradients, which read statistics of the forward call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_norms import like, widened
from samebits.spec.language.call import Call


def batch_norm(torch: Any) -> Callable[..., Any]:
    """A step of torch.nn.BatchNorm in training, which changes copies of the running statistics."""

    def run(
        call: Call, x: Any, weight: Any = None, bias: Any = None,
        mean: Any = None, var: Any = None, count: Any = None,
    ) -> Any:  # fmt: skip
        factor, eps, kept = call.attributes["momentum"], call.attributes["eps"], []
        if count is not None:
            kept = [mean.clone(), var.clone(), count + 1]
            factor = 1.0 / float(kept[2]) if factor is None else factor
        given = kept[:2] or [None, None]
        found = torch.ops.aten.native_batch_norm(x, weight, bias, *given, True, factor or 0.0, eps)
        return (found[0], *widened(*found[1:]), *kept)

    return run


def batch_norm_gradient(torch: Any) -> Callable[..., Any]:
    """What autograd calls for the gradient of a batch norm in training."""

    def run(call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None) -> Any:
        wanted = [True, weight is not None, weight is not None]
        found = torch.ops.aten.native_batch_norm_backward(
            g, x, weight, None, None, *like(x, mean, rstd), True, 0.0, wanted
        )
        return tuple(found)[: len(call.outputs)]

    return run


def batch_norm_inference(torch: Any) -> Callable[..., Any]:
    """torch.nn.functional.batch_norm out of training."""

    def run(call: Call, x: Any, mean: Any, var: Any, weight: Any = None, bias: Any = None) -> Any:
        function, eps = torch.nn.functional.batch_norm, call.attributes["eps"]
        return function(x, mean, var, weight, bias, False, 0.0, eps)

    return run


def batch_norm_inference_gradient(torch: Any) -> Callable[..., Any]:
    """What autograd calls for the gradient of a batch norm out of training."""

    def run(call: Call, g: Any, x: Any, mean: Any, var: Any, weight: Any = None) -> Any:
        wanted, eps = [True, weight is not None, weight is not None], call.attributes["eps"]
        found = torch.ops.aten.native_batch_norm_backward(
            g, x, weight, mean, var, None, None, False, eps, wanted
        )
        found = tuple(found)[: len(call.outputs)]
        return found if len(found) > 1 else found[0]

    return run
