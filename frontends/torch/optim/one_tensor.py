"""torch.optim by one tensor at a time: what foreach=True computes has the bits of foreach=False.

The optimizers of PyTorch have two codes, which add and divide in other orders (NAdam takes the root
of a quotient in one and the quotient of roots in the other). The specification has the order of the
code for one tensor (G8), so it runs for both while a block is open. With differentiable=True a step
computes its scalars by tensors, in other bits again: it is refused.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from samebits.torch.errors import NoCanonicalDefinition
from samebits.torch.loading import modules_below

_SEVERAL, _ONE = "_multi_tensor_", "_single_tensor_"


@contextmanager
def one_tensor_at_a_time() -> Iterator[None]:
    """Inside, every optimizer of torch.optim runs its code for one tensor."""
    before: list[tuple[dict[str, Any], str, Any]] = []
    try:
        for module in modules_below(("torch.optim",)):
            space = vars(module)
            for several, one in _pairs(module):
                before += [(space, n, space[n]) for n in (several, one)]
                space[several] = space[one] = _without_derivatives(space[one])
        yield
    finally:
        for space, name, value in reversed(before):
            space[name] = value


@functools.cache
def _pairs(module: ModuleType) -> list[tuple[str, str]]:
    """The names of a module's codes for several tensors, each beside that for one."""
    names = [n.removeprefix(_SEVERAL) for n in vars(module) if n.startswith(_SEVERAL)]
    return [(_SEVERAL + name, _ONE + name) for name in names if _ONE + name in vars(module)]


@functools.cache
def _without_derivatives(step: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(step)
    def checked(*args: Any, **kwargs: Any) -> Any:
        for word in ("differentiable", "capturable"):
            if kwargs.get(word):
                raise NoCanonicalDefinition(
                    f"an optimizer with {word}=True computes its scalars by tensors, in other bits "
                    f"than clause G8; leave {word} out"
                )
        return step(*args, **kwargs)

    return checked
