"""Gradients of micro-batches added as a tree, so that they equal those of the whole batch (G4).

Autograd adds the gradients of micro-batches one after another, and the whole batch adds its rows by
the tree T1 in blocks of 256 (T4). These differ from three micro-batches on. TreeAccumulator adds
the gradients of micro-batches by T1, and then:

    Law. Where a batch of 256 * 2^k * m rows is cut into m micro-batches of 256 * 2^k rows, and a
    gradient is a sum or contraction over the rows of the batch, divided by nothing, the tree of the
    micro-batches' gradients is, bit for bit, the gradient of the whole batch.

That is so for the weight and bias of nn.Linear, say, whatever 2^k is. Losses are to be summed, or
divided by the size of the whole batch times a power of two (which is exact); statistics over the
batch, as those of batch norm, are of each micro-batch.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

import torch
from torch import Tensor

from samebits.common.errors import SamebitsError


class TreeAccumulator:
    """Collects gradients of micro-batches and leaves their tree T1 in `.grad`.

        with TreeAccumulator(model.parameters()) as accumulator:
            for x, y in micro_batches:
                loss(model(x), y).backward()
                accumulator.add()
        optimizer.step()

    The state is one gradient for each set bit of the number of micro-batches: a binary counter.
    A parameter whose `.grad` is None in a micro-batch has no leaf there. Raises SamebitsError
    where gradients stood there before, or where a micro-batch was not added.
    """

    def __init__(self, parameters: Iterable[Tensor]) -> None:
        self._parameters = list(parameters)
        self._stacks: list[list[tuple[int, Tensor]]] = [[] for _ in self._parameters]

    def __enter__(self) -> TreeAccumulator:
        if any(p.grad is not None for p in self._parameters):
            raise SamebitsError("gradients of an earlier step are there; call zero_grad() before")
        return self

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def add(self) -> None:
        """Take the gradients of a micro-batch, and leave none behind."""
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
