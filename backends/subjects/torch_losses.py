"""How PyTorch's losses and their gradients are called: the attributes by name, autograd behind."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_forms import Form
from samebits.spec.language.call import Call

Names = tuple[str, ...]


def loss(name: str, *attributes: str, operands: Names = ()) -> Form:
    """A function of `torch.nn.functional` with attributes by name.

    `operands` are the names of those operands behind input and target, which may be left out.
    """

    def made(torch: Any) -> Callable[..., Any]:
        function = getattr(torch.nn.functional, name)

        def run(call: Call, x: Any, target: Any, *more: Any) -> Any:
            given = {a: call.attributes[a] for a in attributes}
            with warnings.catch_warnings():  # that kl_div's mean is no mean of divergences
                warnings.simplefilter("ignore", UserWarning)
                return function(x, target, **dict(zip(operands, more, strict=False)), **given)

        return run

    return made


def gradient(forward: Form, of: int = 0) -> Form:
    """The gradient of the operand number `of` of a function, by PyTorch's autograd.

    Its operands are the gradient of the result, and those of the function.
    """

    def made(torch: Any) -> Callable[..., Any]:
        function = forward(torch)

        def run(call: Call, given: Any, *operands: Any) -> Any:
            with torch.enable_grad():
                held = [x.detach() for x in operands]
                held[of] = held[of].requires_grad_()
                result = function(call, *held)
                return torch.autograd.grad(result, held[of], given)[0]

        return run

    return made
