"""Add gradients of micro-batches as a tree, so that they equal the gradients of one batch (G4).

Autograd adds the gradients of micro-batches one after another. Within a whole batch, rows are added
by the tree T1 in blocks of 256 (T4). From three micro-batches on, the two orders differ.
TreeAccumulator adds the gradients of micro-batches by T1, which gives this property:

    If a batch of 256 * 2^k * m rows is cut into m micro-batches of 256 * 2^k rows, and a gradient
    is an undivided sum or contraction over the rows of the batch, then the tree of the
    micro-batches' gradients is, bit for bit, the gradient of the whole batch.

For example, the property holds for the weight and bias of nn.Linear, for every k. Sum the losses,
or divide them by the size of the whole batch times a power of two (which is exact). Statistics over
the batch, for example in batch norm, are computed for each micro-batch separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

import torch
from torch import Tensor

from samebits.common.errors import SamebitsError


class TreeAccumulator:
    """A collector of the gradients of micro-batches, which adds them by the tree T1 into `.grad`.

        with TreeAccumulator(model.parameters()) as accumulator:
            for x, y in micro_batches:
                loss(model(x), y).backward()
                accumulator.add()
        optimizer.step()

    Like a binary counter, it stores one gradient for each set bit of the number of micro-batches.
    If the `.grad` of a parameter is None in a micro-batch, the tree of this parameter has no leaf
    for the micro-batch. Raises SamebitsError if a gradient is present when the block begins, or if
    the block ends with gradients for which `add` was not called.
    """

    def __init__(self, parameters: Iterable[Tensor]) -> None:
        self._parameters = list(parameters)
        self._stacks: list[list[tuple[int, Tensor]]] = [[] for _ in self._parameters]

    def __enter__(self) -> TreeAccumulator:
        if any(p.grad is not None for p in self._parameters):
            raise SamebitsError("a parameter has a gradient; call zero_grad() before this block")
        return self

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def add(self) -> None:
        """Move the gradients of a micro-batch into the tree, and reset each `.grad` to None."""
        for parameter, stack in zip(self._parameters, self._stacks, strict=True):
            if parameter.grad is None:
                continue
            level, total = 0, parameter.grad
            parameter.grad = None
            while stack and stack[-1][0] == level:
                total = stack.pop()[1] + total
                level += 1
            stack.append((level, total))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            return
        if any(p.grad is not None for p in self._parameters):
            raise SamebitsError("a micro-batch was not added; call add() after each backward()")
        with torch.no_grad():
            for parameter, stack in zip(self._parameters, self._stacks, strict=True):
                while len(stack) > 1:
                    _, last = stack.pop()
                    level, before = stack.pop()
                    stack.append((level, before + last))
                parameter.grad = stack.pop()[1] if stack else None
