"""The named tensors of a module or of its `state_dict()`, listed as equal entries.

A state dict records neither `requires_grad` nor which tensors are parameters and which are buffers.
So names and dtypes decide: integers, booleans and the running statistics of batch norm are buffers.
All other tensors count as parameters that require a gradient. A module and its state dict have
equal entries if all parameters require a gradient and all buffers are saved.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

_WRAPPERS = ("_orig_mod.", "_fsdp_wrapped_module.", "_checkpoint_wrapped_module.")
"""Parts of names that wrappers of modules add, for example `torch.compile`."""

_PARALLEL = ("DataParallel", "DistributedDataParallel")
"""Classes that contain the whole model as the attribute `module`."""

_STATISTICS = ("running_mean", "running_var", "num_batches_tracked")
_EXTRA = "_extra_state"


class Entry(NamedTuple):
    """A tensor of a module or state dict.

    `kind` is parameter or buffer. If several names have the same memory, `first_name` is the first
    of them.
    """

    kind: str
    name: str
    first_name: str
    requires_grad: bool
    value: Tensor


def is_state_dict(x: object) -> bool:
    """Check whether a mapping is the result of `Module.state_dict()`, or was loaded from its file.

    Such a mapping has the attribute `_metadata`. A dict that a program fills from a state dict does
    not have it, and counts as an ordinary mapping.
    """
    return isinstance(x, OrderedDict) and hasattr(x, "_metadata")


def entries_of_state(state: Mapping[str, Any]) -> Iterator[Entry]:
    """Yield the entries of a state dict: first parameters, then buffers, in the dict's order."""
    tensors = [(name, x) for name, x in state.items() if isinstance(x, Tensor)]
    named = [(_kind(name, x), name, None, x) for name, x in tensors if _EXTRA not in name]
    return _sorted(named)


def entries_of_module(module: torch.nn.Module) -> Iterator[Entry]:
    """Yield the entries of a module: first parameters, then buffers, including unsaved buffers."""
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
    """Return the module inside DataParallel or DistributedDataParallel, else the module itself."""
    while type(module).__name__ in _PARALLEL and type(module).__module__.startswith("torch."):
        module = module.module
    return module


def extra_states(x: torch.nn.Module | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the results of `get_extra_state` of all modules that define it, by state dict name."""
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
    """Return a key that identifies the memory of the elements.

    A state dict has a separate tensor object for each name, even if two names share memory.
    """
    if x.layout is not torch.strided or not x.numel():
        return id(x)
    return x.data_ptr(), x.dtype, tuple(x.shape), x.stride()
