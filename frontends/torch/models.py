"""`from_torch_module`: a copy of a model that opens a block itself whenever it computes."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn

from samebits.common.errors import SamebitsError
from samebits.torch.dtypes import EXACT, FORMATS
from samebits.torch.standing import inside, standing


class Inside:
    """A mixin for module classes, so that a module is built and called inside a block."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        with standing():
            super().__init__(*args, **kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: D102 (as the module's own)
        def call(*args: Any, **kwargs: Any) -> Any:
            # `__call__` is looked up inside the block, because the block replaces it for all
            # modules.
            return super(Inside, self).__call__(*args, **kwargs)  # type: ignore[misc]

        return inside(call)(*args, **kwargs)

    def __reduce_ex__(self, protocol: Any) -> Any:
        plain = type(self).__mro__[2]
        return _again, (plain, self.__dict__.copy())


def _again(plain: type[nn.Module], state: dict[str, Any]) -> nn.Module:
    """Rebuild a module of this class from a pickle or a copy."""
    module = nn.Module.__new__(inside_class(plain))
    module.__setstate__(state)
    return module


_MADE: dict[type[Any], type[Any]] = {}


def inside_class(plain: type[Any]) -> type[Any]:
    """Return a subclass of a module class that opens a block itself."""
    if issubclass(plain, Inside):
        return plain
    made = _MADE.get(plain)
    if made is None:
        words = {"__module__": plain.__module__, "__qualname__": plain.__qualname__}
        made = type(plain.__name__, (Inside, plain), {**words, "__doc__": plain.__doc__})
        _MADE[plain] = made
    return made


def from_torch_module(model: nn.Module) -> nn.Module:
    """Return a deep copy of a model whose every call, and its backward pass, is inside a block.

    The copy keeps mode, dtype, device, requires_grad, the names of parameters and buffers, hooks of
    modules and parameters, and tied weights. Its class is a subclass of the model's class. The
    model itself does not change. Only `forward` computes inside a block, not other methods.

    Raises TypeError if `model` is not a module. Raises SamebitsError, which names the module, if
    its bits cannot be guaranteed. The refused modules are compiled, scripted, C++, quantised, lazy
    and distributed modules, and modules with parameters or buffers that are complex, have a dtype
    without a format, are not dense, or are not on the CPU.
    """
    if not isinstance(model, nn.Module):
        raise TypeError(f"from_torch_module takes a torch.nn.Module, not {type(model).__name__}")
    for name, module in model.named_modules():
        reason = _reason(module)
        if reason:
            where = f"{name} ({type(module).__name__})" if name else type(module).__name__
            raise SamebitsError(f"from_torch_module cannot promise the bits of {where}: {reason}")
    made = copy.deepcopy(model)
    for module in list(made.modules()):
        module.__class__ = inside_class(type(module))
    for old, new in _pairs(model, made):
        for hook in (old._backward_hooks or {}).values():
            new.register_hook(hook)
        for hook in (getattr(old, "_post_accumulate_grad_hooks", None) or {}).values():
            new.register_post_accumulate_grad_hook(hook)
    return made


def _pairs(model: nn.Module, made: nn.Module) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield each parameter with its copy."""
    copies = dict(made.named_parameters())
    for name, parameter in model.named_parameters():
        yield parameter, copies[name]


_FOREIGN = ("torch.ao.nn", "torch.nn.quantized", "torch.nn.intrinsic", "torch.nn.qat")
_REFUSED = {
    "OptimizedModule": "it is compiled; take the module before torch.compile",
    "DataParallel": "it computes on several devices; take its `module`",
    "DistributedDataParallel": "it adds gradients between processes; take its `module`",
    "FullyShardedDataParallel": "it adds gradients between processes; take its `module`",
    "ModuleWrapper": "it is written in C++, which calls what it likes",
}


def _reason(module: nn.Module) -> str:
    """Return why a module, without its children, is refused, or "" if it is not refused."""
    if isinstance(module, torch.jit.ScriptModule):
        return "it is compiled by torch.jit; take the module that it was made of"
    if type(module).__module__.startswith(_FOREIGN):
        return "no clause defines quantised modules"
    for kind in type(module).__mro__:
        if kind.__name__ in _REFUSED and kind.__module__.startswith("torch."):
            return _REFUSED[kind.__name__]
    for name, value in vars(module).items():
        if isinstance(value, torch.ScriptObject | torch.ScriptFunction):
            return f"its {name} is compiled by torch.jit"
    own = (*module._parameters.items(), *module._buffers.items())
    return next(filter(None, (_fault(name, x) for name, x in own if x is not None)), "")


def _fault(name: str, x: Tensor) -> str:
    if nn.parameter.is_lazy(x):
        return f"{name} has no shape yet; call the model once before"
    if x.is_quantized or x.layout is not torch.strided or x.is_nested:
        return f"{name} is not dense; convert it before"
    if x.dtype not in FORMATS and x.dtype not in EXACT:
        return f"no clause defines arithmetic on {x.dtype}, which {name} has"
    if x.device.type != "cpu":
        return f"{name} is on {x.device}, for which a program opens the block; move it to the CPU"
    return ""
