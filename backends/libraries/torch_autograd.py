"""Gradients computed by PyTorch's autograd.

This module does not import PyTorch: a form is a function that takes the module `torch` and returns
the function for a call. The first operand of every call is the gradient with respect to the result
of the forward function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.libraries.torch_forms import Form
from samebits.spec.language.call import Call


def gradient(forward: Form, of: int = 0) -> Form:
    """Return the form of the gradient of `forward` with respect to operand number `of`.

    The other operands of the call are the operands of `forward`.
    """

    def made(torch: Any) -> Callable[..., Any]:
        function = forward(torch)

        def run(call: Call, outgoing: Any, *x: Any) -> Any:
            with torch.enable_grad():
                leaves = [t.detach().clone().requires_grad_(i == of) for i, t in enumerate(x)]
                return torch.autograd.grad(function(call, *leaves), leaves[of], outgoing)[0]

        return run

    return made


def gradients(forward: Form) -> Form:
    """Return the form of the gradients of `forward` with respect to all its operands."""

    def made(torch: Any) -> Callable[..., Any]:
        function = forward(torch)

        def run(call: Call, outgoing: Any, *x: Any) -> Any:
            with torch.enable_grad():
                leaves = [t.detach().clone().requires_grad_() for t in x]
                return torch.autograd.grad(function(call, *leaves), leaves, outgoing)

        return run

    return made


def gradient_of_unread(forward: Form) -> Form:
    """Return the form of the gradient of `forward` with respect to its first operand.

    The call does not have that operand, because the gradient does not depend on its values;
    `forward` gets zeros for it. The other operands of the call are the other operands of `forward`.
    """

    def made(torch: Any) -> Callable[..., Any]:
        function = forward(torch)

        def run(call: Call, outgoing: Any, *x: Any) -> Any:
            with torch.enable_grad():
                leaf = torch.zeros_like(outgoing).requires_grad_(True)
                result = function(call, leaf, *(t.detach() for t in x))
                return torch.autograd.grad(result, leaf, outgoing)[0]

        return run

    return made


def gradient_at(forward: Form, point: Callable[[Call, Any], Any]) -> Form:
    """Return the form of the gradient of a linear function.

    `point` returns an operand of `forward`, from the call and the gradient of the result.
    """

    def made(torch: Any) -> Callable[..., Any]:
        function = forward(torch)

        def run(call: Call, outgoing: Any) -> Any:
            with torch.enable_grad():
                leaf = point(call, outgoing).detach().clone().requires_grad_()
                return torch.autograd.grad(function(call, leaf), leaf, outgoing)[0]

        return run

    return made


def image_gradient(forward: Callable[..., Any]) -> Form:
    """Return the form of the gradient of a linear function of images.

    The parameters of `forward` are the module `torch`, the call, images of the size `input_size`,
    and the gradient of the result, which has the same shape as the result.
    """

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, outgoing: Any) -> Any:
            sizes: Any = call.attributes["input_size"]
            with torch.enable_grad():
                x = outgoing.new_zeros((*outgoing.shape[:2], *sizes), requires_grad=True)
                return torch.autograd.grad(forward(torch, call, x, outgoing), x, outgoing)[0]

        return run

    return made
