"""Hashes of tensors, modules, optimizers and nested state: names, dtypes, shapes and bits.

A hash is SHA-256 over a text of types, names and lengths, in which the elements of tensors stand as
their bytes in row-major order, little endian. Two objects have one hash only if all of these are
equal; memory layout, device, and the order in which a dict was filled have no part in it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from samebits.common.errors import SamebitsError
from samebits.torch.state import state

Write = Callable[[bytes], object]


def get_hash(x: Any) -> str:
    """The SHA-256 of a tensor, a module, an optimizer, or of lists and dicts of them and numbers.

    Of a module: of every parameter and buffer name, dtype, shape, requires_grad and
    bits, buffers that are not saved too, and which of them are one tensor under several names. Of
    an optimizer its type, its state and its options. Raises SamebitsError for anything else.
    """
    digest = hashlib.sha256()
    _write(x, digest.update)
    return digest.hexdigest()


def hash_record(x: Any) -> dict[str, str]:
    """The hash with the state of samebits.torch that it was made under, to be kept in files."""
    return {"hash": get_hash(x), **state()}


def print_hash(x: Any) -> None:
    """Print the hash."""
    print(get_hash(x))


def tensor_bytes(x: Tensor) -> bytes:
    """The elements of a dense tensor in row-major order, little endian."""
    if x.layout is not torch.strided or x.is_quantized:
        raise SamebitsError(f"a hash is of dense tensors, not of {x.layout}; convert it before")
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
        _module(x, write)
    elif isinstance(x, torch.optim.Optimizer):
        _word(write, "optimizer", type(x).__name__)
        _write(x.state_dict(), write)
    elif isinstance(x, Mapping):
        _mapping(x, write)
    elif isinstance(x, list | tuple):
        _word(write, "list" if isinstance(x, list) else "tuple", str(len(x)))
        for each in x:
            _write(each, write)
    elif isinstance(x, np.ndarray):
        _word(write, "array", x.dtype.name, str(x.shape))
        write(x.astype(x.dtype.newbyteorder("<")).tobytes())
    else:
        _plain(x, write)


def _module(x: torch.nn.Module, write: Write) -> None:
    _word(write, "module")
    seen: dict[int, str] = {}
    for kind, named in (
        ("parameter", x.named_parameters(remove_duplicate=False)),
        ("buffer", x.named_buffers(remove_duplicate=False)),
    ):
        for name, value in named:
            _word(write, kind, name, seen.setdefault(id(value), name), str(value.requires_grad))
            _write(value.data, write)


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
    else:
        raise SamebitsError(
            f"a hash of {type(x).__name__} is not defined; it is of tensors, modules, optimizers, "
            "numbers, strings, and of lists and dicts of them"
        )
