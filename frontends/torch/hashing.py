"""Hashes of tensors, modules, optimizers and nested state: names, dtypes, shapes and bits.

A hash is the SHA-256 of a text of types, names and lengths. The text contains the elements of
tensors as bytes in row-major order, little endian. Two objects have the same hash only if all of
these are equal. Memory layout, device, and the order in which a dict was filled do not affect the
hash.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from samebits.common.errors import SamebitsError
from samebits.torch.entries import (
    Entry,
    entries_of_module,
    entries_of_state,
    extra_states,
    is_state_dict,
    unwrapped,
)
from samebits.torch.state import state

Write = Callable[[bytes], object]


def get_hash(x: Any) -> str:
    """Return the SHA-256 of an object of a program, as 64 hexadecimal digits.

    `x` is a tensor, a module, an optimizer, a schedule, a generator, or another object with
    `state_dict()`, for example a GradScaler. It may also be a NumPy array, None, a number, a
    string, or a list, tuple, set or mapping of these. Raises SamebitsError for any other object.

    The hash of a module covers names, dtypes, shapes, bits and `requires_grad` of its parameters
    and buffers, including buffers that are not saved. It also covers which names share one tensor.
    A `state_dict()` has the same hash as its module if each parameter requires a gradient and each
    buffer is saved. A wrapper made by torch.compile or DistributedDataParallel has the same hash as
    the module inside.
    """
    digest = hashlib.sha256()
    _write(x, digest.update)
    return digest.hexdigest()


def hash_record(x: Any) -> dict[str, str]:
    """Return the hash and the `state` of samebits.torch as one dict, for storing in a file."""
    return {"hash": get_hash(x), **state()}


def print_hash(x: Any) -> None:
    """Print `get_hash(x)`."""
    print(get_hash(x))


def tensor_bytes(x: Tensor) -> bytes:
    """Return the bytes of a dense tensor's elements in row-major order, little endian."""
    if x.layout is not torch.strided or x.is_quantized:
        raise SamebitsError(f"only dense tensors have a hash, not {x.layout}; convert it before")
    dense = x.detach().resolve_conj().resolve_neg().cpu().contiguous().reshape(-1)
    return np.asarray(dense.view(torch.uint8).numpy() if dense.numel() else b"").tobytes()


def _word(write: Write, *words: str) -> None:
    for word in words:
        data = word.encode()
        write(struct.pack("<Q", len(data)))
        write(data)


def _write(x: Any, write: Write) -> None:
    if isinstance(x, Tensor):
        _word(write, "tensor", str(x.dtype), str(tuple(x.shape)))
        write(tensor_bytes(x))
    elif isinstance(x, torch.nn.Module):
        x = unwrapped(x)
        _entries(entries_of_module(x), extra_states(x), write)
    elif isinstance(x, torch.optim.Optimizer):
        _word(write, "optimizer", type(x).__name__)
        _write(x.state_dict(), write)
    elif isinstance(x, torch.Generator):
        _word(write, "generator", str(x.device.type))
        _write(x.get_state(), write)
    elif is_state_dict(x):
        _entries(entries_of_state(x), extra_states(x), write)
    elif isinstance(x, Mapping):
        _mapping(x, write)
    elif isinstance(x, list | tuple):
        _word(write, "list" if isinstance(x, list) else "tuple", str(len(x)))
        for each in x:
            _write(each, write)
    elif isinstance(x, set | frozenset):
        _word(write, "set", str(len(x)), *sorted(map(get_hash, x)))
    elif isinstance(x, np.ndarray) and not x.dtype.hasobject:
        _word(write, "array", x.dtype.name, str(x.shape))
        write(x.astype(x.dtype.newbyteorder("<")).tobytes())
    else:
        _plain(x, write)


def _entries(entries: Iterable[Entry], extra: Mapping[str, Any], write: Write) -> None:
    """Write the entries of a module or its state dict to a hash."""
    _word(write, "module")
    for entry in entries:
        _word(write, entry.kind, entry.name, entry.first_name, str(entry.requires_grad))
        _write(entry.value.detach(), write)
    if extra:
        _word(write, "extra states")
        _mapping(extra, write)


def _mapping(x: Mapping[Any, Any], write: Write) -> None:
    _word(write, "dict", str(len(x)))
    for key in sorted(x, key=lambda key: (type(key).__name__, str(key))):
        _plain(key, write)
        _write(x[key], write)


def _plain(x: Any, write: Write) -> None:
    if isinstance(x, float):
        _word(write, "float")
        write(struct.pack("<d", x))
    elif x is None or isinstance(x, bool | int | str | torch.dtype | torch.device | torch.Size):
        _word(write, type(x).__name__, str(x))
    elif isinstance(x, bytes):
        _word(write, "bytes", x.hex())
    elif isinstance(x, np.generic):
        _write(np.asarray(x), write)
    elif isinstance(x, complex):
        _word(write, "complex")
        write(struct.pack("<dd", x.real, x.imag))
    elif callable(getattr(x, "state_dict", None)) and not isinstance(x, type):
        _word(write, "state of", type(x).__name__)
        _mapping(x.state_dict(), write)
    else:
        raise SamebitsError(
            f"a hash of {type(x).__name__} is not defined; pass tensors, modules, optimizers, "
            "schedules, generators, numbers, strings, or lists, sets and dicts of them"
        )
