"""PyTorch's interpolation and its gradients (clause G13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_forms import Form
from samebits.spec.language.call import Call


def _resampled(torch: Any, mode: str, call: Call, x: Any, size: Any) -> Any:
    if mode == "nearest":
        mode = "nearest-exact" if call.attributes["exact"] else "nearest"
        return torch.nn.functional.interpolate(x, size=size, mode=mode)
    align = call.attributes["align_corners"]
    return torch.nn.functional.interpolate(x, size=size, mode=mode, align_corners=align)


def resampled(mode: str) -> Form:
    """torch.nn.functional.interpolate to a size."""

    def form(torch: Any) -> Callable[..., Any]:
        return lambda call, x: _resampled(torch, mode, call, x, call.attributes["output_size"])

    return form


def gradient(mode: str) -> Form:
    """The gradient by autograd."""

    def form(torch: Any) -> Callable[..., Any]:
        def run(call: Call, g: Any) -> Any:
            sizes: Any = call.attributes["input_size"]
            with torch.enable_grad():
                x = g.new_zeros((*g.shape[:2], *sizes), requires_grad=True)
                y = _resampled(torch, mode, call, x, g.shape[2:])
                (found,) = torch.autograd.grad(y, x, g)
            return found

        return run

    return form
