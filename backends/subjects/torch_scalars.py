"""How PyTorch's functions of tensors and numbers are called, and how autograd is asked.

PyTorch is not imported here: a form takes the module `torch` and gives the function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_forms import Form
from samebits.spec.language.call import Call

Forward = Callable[..., Any]
"""A function of the module `torch`, a call and tensors."""


def function(forward: Forward) -> Form:
    """The form of a function of the module, the call and its tensors."""
    return lambda torch: lambda call, *x: forward(torch, call, *x)


def gradient(forward: Forward, of: int) -> Form:
    """What autograd gives for operand `of` of a function.

    The operands of the call are the gradient of the result and those of the function.
    """

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, outgoing: Any, *x: Any) -> Any:
            with torch.enable_grad():
                leaves = [t.detach().clone().requires_grad_(i == of) for i, t in enumerate(x)]
                result = forward(torch, call, *leaves)
                return torch.autograd.grad(result, leaves[of], outgoing)[0]

        return run

    return made


def gradient_of_unread(forward: Forward) -> Form:
    """What autograd gives for the first operand of a function, which the call does not have.

    The operands of the call are the gradient of the result and the other ones of the function; the
    gradient depends on no number of the first, so zeros stand for it.
    """

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, outgoing: Any, *x: Any) -> Any:
            with torch.enable_grad():
                leaf = torch.zeros_like(outgoing).requires_grad_(True)
                result = forward(torch, call, leaf, *(t.detach() for t in x))
                return torch.autograd.grad(result, leaf, outgoing)[0]

        return run

    return made
