"""Loader of the extension module `_call` (call/call.c), which runs calls without ctypes.

The module is built, installed and found in the same way and in the same folder as the libraries. It
is optional. Without it, calls go through ctypes, which takes some microseconds longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from samebits.backends.c.elf import damage
from samebits.backends.c.library import PART
from samebits.backends.protocol import Array, PreparedCall

_SUFFIX = ".abi3.so"
_NAME = "samebits.backends.c._call"
_TENSORS = (("torch", "Tensor"), ("torch.nn.parameter", "Parameter"))


Quick = Callable[[Sequence[Array], Sequence[Array]], bool]
"""A function that computes one call on inputs and outputs.

It returns False without computing anything if something about the call is unusual or wrong.
"""


class Extension(Protocol):
    """The functions and data that the extension module defines."""

    source_digest: str

    def prepare(
        self,
        run: int,
        call: int,
        threads: int,
        inputs: int,
        formats: tuple[int, ...],
        dtypes: tuple[np.dtype[Any], ...],
        array_type: type[Array],
        /,
    ) -> Quick | None:
        """Return the quick function of a call, or None if the call has too many operands.

        `run`, `call` and `threads` are the addresses of `sb_run`, of an `sb_call` and of the number
        of threads, an int32 that is read at each call. The objects at these addresses must live as
        long as the returned function. `formats` and `dtypes` list the inputs, then the outputs.
        """

    def direct(
        self,
        run: int,
        call: int,
        threads: int,
        inputs: int,
        formats: tuple[int, ...],
        dtypes: tuple[np.dtype[Any], ...],
        array_type: type[Array],
        broadcasts: bool,
        exchange_of: Callable[[type], object | None],
        otherwise: PreparedCall,
        owner: object,
        /,
    ) -> PreparedCall | None:
        """Return a prepared call (protocol.py), or None if the call has too many operands.

        The parameters up to `array_type` are the same as in `prepare`. `owner` owns the objects at
        the addresses, and the returned function keeps `owner` alive. The module calls `exchange_of`
        once for each type of tensors. It calls `otherwise` for operands that it cannot handle.
        """


def exchange_of(kind: type) -> object | None:
    """Return the capsule of C functions that read tensors of exactly this type, or None.

    Only PyTorch's tensors and parameters have a capsule here. A derived class inherits the capsule,
    but its data may have a different meaning. The capsules of other libraries are not used, because
    the cases that their functions do not handle are unknown.
    """
    if (kind.__module__, kind.__qualname__) not in _TENSORS:
        return None
    capsule: object | None = getattr(kind, "__dlpack_c_exchange_api__", None)
    return capsule


def load_extension(digest: str) -> Extension | None:
    """Return the module that was built from the sources with this digest, or None.

    `digest` is the source digest of the library. The result is also None if this Python cannot load
    modules of the stable ABI, as PyPy and free-threaded CPython cannot.
    """
    if _SUFFIX not in EXTENSION_SUFFIXES:
        return None
    for path in PART.find(f"_call{_SUFFIX}"):
        module = _open_once(str(path), path.stat().st_mtime_ns)
        if module is not None and module.source_digest == digest:
            return module
    return None


@cache
def _open_once(path: str, modified: int) -> Extension | None:
    """Load a file once per modification time. Return None if it cannot be loaded."""
    loader = ExtensionFileLoader(_NAME, path)
    try:
        if damage(Path(path)):
            return None
        module = module_from_spec(ModuleSpec(_NAME, loader, origin=path))
        loader.exec_module(module)
    except (ImportError, OSError):
        return None
    return cast(Extension, module)
