"""The device types of PyTorch, with the dispatch keys of kernels for their tensors.

A block computes on tensors on the CPU. It also computes on tensors of its backend's device if
PyTorch has that device: `cuda:0` for the backend `cuda:gpu0`. Ops on tensors of any other device
are refused.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import torch

from samebits.backends.protocol import ResidentSession, Session


class Place(NamedTuple):
    """A type of device: its name in PyTorch, and the dispatch keys of kernels for its tensors.

    `key` is for dense tensors, `others` are for tensors that are not dense, and `autograd` is for
    gradient formulas.
    """

    type: str
    key: str
    autograd: str
    others: tuple[str, ...]


_NOT_DENSE = ("Sparse", "SparseCsr", "Quantized", "NestedTensor")


def _place(type_: str, key: str) -> Place:
    others = (f"{kind}{key}" for kind in _NOT_DENSE)
    known = tuple(other for other in others if torch._C._parse_dispatch_key(other) is not None)
    return Place(type_, key, f"Autograd{key}", known)


_HOST = _place("cpu", "CPU")
HOST = _HOST._replace(others=(*_HOST.others, "MkldnnCPU"))

_ACCELERATORS = ("CUDA", "XPU", "MPS", "PrivateUse1")
"""Dispatch keys of dense tensors, for the devices that a PyTorch may be built for."""


def places() -> list[Place]:
    """Return the CPU and every type of device on which this PyTorch can create tensors."""
    return [HOST, *(_accelerator(key) for key in _ACCELERATORS if _makes_tensors(key))]


def _makes_tensors(key: str) -> bool:
    if key == "CUDA" and not torch.cuda.device_count():
        # a CUDA build on a machine without a GPU; this query still allows the process to fork
        return False
    has: bool = torch._C._dispatch_has_kernel_for_dispatch_key("aten::empty.memory_format", key)
    return has


def _accelerator(key: str) -> Place:
    if key == "PrivateUse1":
        return _place(torch._C._get_privateuse1_backend_name(), key)
    return _place(key.lower(), key)


def device_of(session: Session) -> torch.device | None:
    """Return the PyTorch device on whose tensors a session computes in place.

    Return None if the session does not compute on a GPU, or if PyTorch does not have this device.
    """
    if not isinstance(session, ResidentSession):
        return None
    name = session.tensor_device
    known = any(name.partition(":")[0] == place.type for place in places())
    return torch.device(name) if known else None


def lend_memory(session: ResidentSession, device: torch.device) -> None:
    """Let a session on a GPU allocate working memory for its kernels from PyTorch's memory pool."""

    def allocate(size: int, stream: int) -> int:
        address: int = torch.cuda.caching_allocator_alloc(size, device, stream)
        return address

    if device.type == "cuda":
        session.borrow(allocate, torch.cuda.caching_allocator_delete, torch.cuda.empty_cache)


@cache
def autograd_keys(kind: str) -> torch._C.DispatchKeySet:
    """Return the dispatch keys of dense tensors of a device type, in autograd's form."""
    (place,) = (place for place in places() if place.type == kind)
    parsed = (torch._C._parse_dispatch_key(key) for key in (place.autograd, place.key))
    first, second = (torch._C.DispatchKeySet(key) for key in parsed)
    return first | second
