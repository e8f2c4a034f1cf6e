"""The named tensors of a module, or of its `state_dict()`, as one sequence for both.

A state dict has no words for what is a parameter and what is a buffer, nor for `requires_grad`. So
names and dtypes decide the kind: integers, booleans and the running statistics of batch norm are
buffers, all else are parameters, which require a gradient. A module whose parameters all do, and
whose buffers are all saved, has the entries of its state dict. Otherwise it has other ones.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

_WRAPPERS = ("_orig_mod.", "_fsdp_wrapped_module.", "_checkpoint_wrapped_module.")
"""Parts of names that wrappers of modules add: torch.compile and others."""

_PARALLEL = ("DataParallel", "DistributedDataParallel")
"""Wrappers that hold the whole model as `module`."""

_STATISTICS = ("running_mean", "running_var", "num_batches_tracked")
_EXTRA = "_extra_state"


class Entry(NamedTuple):
    """A tensor of a module: its kind, its name, the first name that it has, and `requires_grad`."""

    kind: str
    name: str
    first_name: str
    requires_grad: bool
    value: Tensor


def is_state_dict(x: object) -> bool:
    """Return whether `Module.state_dict()` made this mapping, or torch.load read it from such one.

    It has the attribute `_metadata`. A copy that a program fills by itself is a mapping like any.
    """
    return isinstance(x, OrderedDict) and hasattr(x, "_metadata")


def entries_of_state(state: Mapping[str, Any]) -> Iterator[Entry]:
    """Yield the entries of a state dict: parameters, then buffers, as the dict orders them."""
    tensors = [(name, x) for name, x in state.items() if isinstance(x, Tensor)]
    named = [(_kind(name, x), name, None, x) for name, x in tensors if _EXTRA not in name]
    return _sorted(named)


def entries_of_module(module: torch.nn.Module) -> Iterator[Entry]:
    """Yield the entries of a module, buffers that are not saved among the buffers."""
    module = unwrapped(module)
    named: list[tuple[str, str, bool | None, Tensor]] = []
    for prefix, owner in module.named_modules(remove_duplicate=False):
        start = f"{prefix}." if prefix else ""
        unsaved = getattr(owner, "_non_persistent_buffers_set", ())
        for name, x in owner._parameters.items():
            if x is not None:
                named.append((_kind(name, x), start + name, x.requires_grad, x))
        for name, x in owner._buffers.items():
            if x is not None and name not in unsaved:
                named.append((_kind(name, x), start + name, None, x))
            elif x is not None:
                named.append(("buffer", start + name, x.requires_grad, x))
    return _sorted(named)


def unwrapped(module: torch.nn.Module) -> torch.nn.Module:
    """Return the module that DataParallel or DistributedDataParallel holds, else the module."""
    while type(module).__name__ in _PARALLEL and type(module).__module__.startswith("torch."):
        module = module.module
    return module


def extra_states(x: torch.nn.Module | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what `get_extra_state` of modules adds to the state dict, by its name there."""
    if isinstance(x, Mapping):
        return {plain_name(name): value for name, value in x.items() if _EXTRA in name}
    usual = torch.nn.Module.get_extra_state
    return {
        plain_name(f"{name}.{_EXTRA}" if name else _EXTRA): m.get_extra_state()
        for name, m in x.named_modules(remove_duplicate=False)
        if getattr(type(m), "get_extra_state", usual) is not usual
    }


def plain_name(name: str) -> str:
    """Return the name of a tensor without the parts that wrappers of modules add."""
    for wrapper in _WRAPPERS:
        name = name.replace(wrapper, "")
    return name


def _sorted(named: Sequence[tuple[str, str, bool | None, Tensor]]) -> Iterator[Entry]:
    first: dict[object, str] = {}
    for wanted in ("parameter", "buffer"):
        for kind, full, requires_grad, x in named:
            if kind == wanted:
                name = plain_name(full)
                grad = kind == "parameter" if requires_grad is None else requires_grad
                yield Entry(kind, name, first.setdefault(_memory(x), name), grad, x)


def _kind(name: str, x: Tensor) -> str:
    is_number = x.is_floating_point() or x.is_complex()
    return "parameter" if is_number and name.split(".")[-1] not in _STATISTICS else "buffer"


def _memory(x: Tensor) -> object:
    """Return where the elements lie: a state dict makes another tensor object for each name."""
    if x.layout is not torch.strided or not x.numel():
        return id(x)
    return x.data_ptr(), x.dtype, tuple(x.shape), x.stride()
