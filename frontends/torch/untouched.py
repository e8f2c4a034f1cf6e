"""Run a model without lasting changes to its tensors, gradients and mode, or to generators."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves


@contextmanager
def untouched(model: torch.nn.Module, inputs: Any) -> Iterator[None]:
    """Run a block that calls a model, then restore everything that it changed, even after errors.

    These are restored:

    - parameters, buffers, input tensors and tensors in attributes of modules, from copies;
    - the objects that are the values of attributes, and whether tensors require gradients;
    - the training mode, and the cache of autocast;
    - generators in attributes, and the generators of Python, NumPy and PyTorch (for the CPU).
    """
    attributes = [_Attributes(m) for m in model.modules()]
    inside = tree_leaves([inputs, *(list(a.values.values()) for a in attributes)])
    given = [x for x in inside if isinstance(x, Tensor)]
    held = {id(x): x for x in (*model.parameters(), *model.buffers(), *given) if _is_dense(x)}
    copies = [(x, x.detach().clone()) for x in held.values()]
    leaves = [(x, x.requires_grad) for x in held.values() if x.is_leaf]
    generators = {id(x): x for x in inside if isinstance(x, torch.Generator)}
    states = [(x, x.get_state()) for x in generators.values()]
    python, drawn = random.getstate(), torch.get_rng_state()
    arrays = np.random.get_state()
    torch.clear_autocast_cache()
    try:
        yield
    finally:
        torch.clear_autocast_cache()
        for one in attributes:
            one.restore()
        for x, needed in leaves:
            if x.requires_grad is not needed and x.is_leaf:
                x.requires_grad_(needed)
        for x, before in copies:
            if not _same_bits(x, before):
                x.data.copy_(before)
        for generator, state in states:
            generator.set_state(state)
        random.setstate(python)
        np.random.set_state(arrays)
        torch.set_rng_state(drawn)


class _Attributes:
    """A record of a module's parameters, buffers, other attributes, and contents of lists."""

    def __init__(self, module: torch.nn.Module) -> None:
        self.module = module
        self.training = module.training
        self.own = [dict(x.items()) for x in (module._parameters, module._buffers)]
        self.is_script = isinstance(module, torch.jit.ScriptModule)
        self.values = {} if self.is_script else _plain(module)
        self.contents = [
            (x, copy.copy(x)) for x in self.values.values() if type(x) in (list, dict, set)
        ]

    def restore(self) -> None:
        module = self.module
        module.training = self.training
        if self.is_script:
            return
        module._parameters, module._buffers = self.own
        for name in _plain(module).keys() - self.values.keys():
            del module.__dict__[name]
        module.__dict__.update(self.values)
        for x, before in self.contents:
            if isinstance(x, list):
                x[:] = before
            else:
                x.clear()
                x.update(before)


def _plain(module: torch.nn.Module) -> dict[str, Any]:
    """Return the attributes of a module except its parameters, buffers, modules and hooks."""
    kept = ("_parameters", "_buffers", "_modules", "training")
    return {
        name: x
        for name, x in module.__dict__.items()
        if name not in kept and not name.endswith(("_hooks", "_hooks_with_kwargs"))
    }


@contextmanager
def own_gradients(value: Tensor) -> Iterator[None]:
    """Run a block with no gradient in the leaves on which `value` depends, then restore theirs."""
    leaves = list(_leaves(value))
    before = [x.grad for x in leaves]
    try:
        for x in leaves:
            x.grad = None
        yield
    finally:
        for x, gradient in zip(leaves, before, strict=True):
            x.grad = gradient


def _leaves(value: Tensor) -> Iterable[Tensor]:
    """Yield the tensors in which a backward pass from `value` accumulates gradients."""
    left, seen = [value.grad_fn], set()
    if value.grad_fn is None and value.requires_grad:
        yield value
    while left:
        node = left.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if hasattr(node, "variable"):  # AccumulateGrad
            yield node.variable
        left += [following for following, _ in node.next_functions]


def _is_dense(x: Tensor) -> bool:
    plain = x.layout is torch.strided and not x.is_quantized and not x.is_meta
    return plain and not torch.nn.parameter.is_lazy(x)


def _same_bits(x: Tensor, y: Tensor) -> bool:
    if x.dtype is not y.dtype or x.shape != y.shape:
        return False
    one, other = (each.detach().contiguous().view(-1).view(torch.uint8) for each in (x, y))
    same: bool = torch.equal(one, other)
    return same
