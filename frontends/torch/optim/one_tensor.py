"""Make torch.optim compute one tensor at a time: foreach=True has the same bits as foreach=False.

PyTorch's optimizers have two implementations, which add and divide in different orders. For
example, for NAdam one takes the root of a quotient, and the other the quotient of roots. The
specification has the order of the single-tensor code (G8), so a block uses that code for both. With
differentiable=True a step computes its scalars as tensors, which gives different bits, so it is
refused.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from samebits.torch.errors import NoCanonicalDefinition

_SEVERAL, _ONE = "_multi_tensor_", "_single_tensor_"


@contextmanager
def one_tensor_at_a_time() -> Iterator[None]:
    """Make every optimizer of torch.optim run its single-tensor code while this is open."""
    before: list[tuple[dict[str, Any], str, Any]] = []
    try:
        for name in sorted(n for n in list(sys.modules) if n.startswith("torch.optim.")):
            space = vars(sys.modules[name])
            for several in [n for n in space if n.startswith(_SEVERAL)]:
                one = _ONE + several.removeprefix(_SEVERAL)
                if one in space:
                    before += [(space, n, space[n]) for n in (several, one)]
                    space[several] = space[one] = _without_derivatives(space[one])
        yield
    finally:
        for space, name, value in reversed(before):
            space[name] = value


def _without_derivatives(step: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(step)
    def checked(*args: Any, **kwargs: Any) -> Any:
        for word in ("differentiable", "capturable"):
            if kwargs.get(word):
                raise NoCanonicalDefinition(
                    f"an optimizer with {word}=True computes its scalars as tensors, with other "
                    f"bits than clause G8; omit {word}"
                )
        return step(*args, **kwargs)

    return checked
