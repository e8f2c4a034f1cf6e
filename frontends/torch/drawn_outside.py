"""A warning about parameters that were drawn outside of a block and are trained inside one.

This is the most common mistake: the model is built before the block is opened. PyTorch then draws
its initial values with kernels whose bits depend on the machine.

Importing samebits.torch wraps those functions of torch.nn.init that draw. Outside of a block they
make a note of the parameter: the object, its memory, and the value of one element. A copy of a
noted parameter gets a note too. A note is dropped when the parameter is loaded from a state dict,
and ignored if the noted element has changed. The first step of an optimizer in a block warns if it
changes a noted parameter.
"""

from __future__ import annotations

import functools
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.multiprocessing.reductions import StorageWeakRef
from torch.optim.optimizer import register_optimizer_step_pre_hook

_DRAWING = (
    "_no_grad_uniform_",
    "_no_grad_normal_",
    "_no_grad_trunc_normal_",
    "kaiming_uniform_",
    "kaiming_normal_",
    "orthogonal_",
    "sparse_",
)
"""Functions of torch.nn.init that draw. All others fill with constants, or call one of these."""

_MOST = 1 << 16
"""If there are this many notes, the notes of deleted parameters are dropped."""


class DrawnOutside(UserWarning):
    """Warns that an optimizer in a block changes parameters that were drawn outside of a block."""


class _Note(NamedTuple):
    """A note of a drawn tensor: a weak reference to it, its memory, and one element."""

    tensor: weakref.ref[Tensor]
    storage: Any
    element: float

    def is_gone(self) -> bool:
        return self.tensor() is None and bool(self.storage.expired())


_BY_OBJECT: dict[int, _Note] = {}
_BY_MEMORY: dict[int, _Note] = {}


def note_draws(is_open: Callable[[], bool]) -> None:
    """Wrap the functions of torch.nn.init so that they note what they draw while no block is open.

    Only the first call has an effect, which lasts for the whole life of the process.
    """
    for name in _DRAWING:
        usual = getattr(torch.nn.init, name, None)
        if usual is not None and not hasattr(usual, "_notes"):
            setattr(torch.nn.init, name, _noting(usual, is_open))
    if not hasattr(torch.nn.Parameter.__deepcopy__, "_notes"):
        torch.nn.Parameter.__deepcopy__ = _noting_copies(torch.nn.Parameter.__deepcopy__)
    if not hasattr(torch.nn.Module._load_from_state_dict, "_notes"):
        torch.nn.Module._load_from_state_dict = _loading(torch.nn.Module._load_from_state_dict)


def _noting_copies(usual: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(usual)
    def copying(self: Tensor, memo: dict[int, Any]) -> Any:
        result = usual(self, memo)
        if not torch.compiler.is_compiling() and _was_drawn(self):
            _note(result)
        return result

    copying._notes = True  # type: ignore[attr-defined]
    return copying


def _loading(usual: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(usual)
    def loading(
        self: torch.nn.Module, state_dict: dict[str, Any], prefix: str, *args: Any, **kwargs: Any
    ) -> Any:
        result = usual(self, state_dict, prefix, *args, **kwargs)
        for name, parameter in self._parameters.items():
            if parameter is not None and f"{prefix}{name}" in state_dict:
                _forget(parameter)
        return result

    loading._notes = True  # type: ignore[attr-defined]
    return loading


def _noting(usual: Callable[..., Any], is_open: Callable[[], bool]) -> Callable[..., Any]:
    @functools.wraps(usual)
    def drawing(tensor: Tensor, *args: Any, **kwargs: Any) -> Any:
        result = usual(tensor, *args, **kwargs)
        if torch.compiler.is_compiling():
            return result
        if is_open():
            _forget(tensor)
        else:
            _note(tensor)
        return result

    drawing._notes = True  # type: ignore[attr-defined]
    return drawing


def _note(tensor: Tensor) -> None:
    element = _element(tensor)
    if element is None:
        return
    try:
        storage = tensor.untyped_storage()
    except NotImplementedError:  # within a transformation of torch.func
        return
    note = _Note(weakref.ref(tensor), StorageWeakRef(storage), element)
    if len(_BY_OBJECT) >= _MOST:
        for notes in (_BY_OBJECT, _BY_MEMORY):
            for key in [key for key, one in notes.items() if one.is_gone()]:
                del notes[key]
    _BY_OBJECT[id(tensor)] = _BY_MEMORY[storage._cdata] = note


def _forget(tensor: Tensor) -> None:
    _BY_OBJECT.pop(id(tensor), None)
    if tensor.layout is torch.strided and _BY_MEMORY:
        with suppress(NotImplementedError):  # within a transformation of torch.func
            _BY_MEMORY.pop(tensor.untyped_storage()._cdata, None)


def _element(tensor: Tensor) -> float | None:
    """Return an element in the middle, or None if the tensor has no elements or no memory."""
    if type(tensor) not in (Tensor, torch.nn.Parameter) or tensor.is_meta or not tensor.numel():
        return None
    with torch.no_grad():
        try:
            return float(tensor.detach()[tuple(n // 2 for n in tensor.shape)])
        except RuntimeError:  # within a transformation of torch.func
            return None


def _was_drawn(parameter: Tensor) -> bool:
    """Check whether a parameter still has the values that were drawn outside of a block."""
    if parameter.layout is not torch.strided:
        return False
    notes = []
    one, other = _BY_OBJECT.get(id(parameter)), _BY_MEMORY.get(parameter.untyped_storage()._cdata)
    if one is not None and one.tensor() is parameter:
        notes.append(one)
    if other is not None and not other.storage.expired():
        notes.append(other)
    found = _element(parameter) if notes else None
    return any(found == float(torch.tensor(n.element, dtype=parameter.dtype)) for n in notes)


@contextmanager
def warning_of_draws() -> Iterator[None]:
    """Warn about noted parameters at the first step of each optimizer, while this is open."""
    seen: weakref.WeakSet[torch.optim.Optimizer] = weakref.WeakSet()

    def look(optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> None:
        if optimizer not in seen:
            seen.add(optimizer)
            if _BY_OBJECT:
                _warn(optimizer)

    handle = register_optimizer_step_pre_hook(look)
    try:
        yield
    finally:
        handle.remove()


def _warn(optimizer: torch.optim.Optimizer) -> None:
    trained = [p for group in optimizer.param_groups for p in group["params"]]
    drawn = [p for p in trained if p.grad is not None and _was_drawn(p)]
    for parameter in drawn:
        _forget(parameter)
    if drawn:
        shape = tuple(drawn[0].shape)
        warnings.warn(
            f"{len(drawn)} of the {len(trained)} parameters of this {type(optimizer).__name__} "
            f"were drawn outside of a block of samebits.torch, the first of shape {shape}: their "
            "initial values depend on the machine; build the model inside the block, or load its "
            "parameters",
            DrawnOutside,
            stacklevel=4,
        )
