"""The extension module `_call` (call/call.c): calls without ctypes, where this Python can load it.

It is built, installed and found like the libraries, and lies beside them. Nothing needs it: without
it a call takes the way through ctypes, which costs microseconds more.
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
"""Computes one call on inputs and outputs; or does nothing and returns False, where something is
unusual or wrong."""


class Extension(Protocol):
    """What the module defines."""

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
        """The quick way of a call; None if it has more operands than the module takes.

        `run`, `call` and `threads` are the addresses of `sb_run`, of an `sb_call` and of the number
        of threads, an int32 that is read at each call. They must live as long as what is returned.
        `formats` and `dtypes` are those of the inputs, then of the outputs.
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
        """A prepared call (protocol.py); None if it has more operands than the module takes.

        As `prepare` besides, but what the addresses name belongs to `owner`, which is kept.
        `exchange_of` is asked once for each type of tensors; `otherwise` takes what the module does
        not.
        """


def exchange_of(kind: type) -> object | None:
    """The capsule of functions by which C reads tensors of exactly this type, or None.

    Those of PyTorch and its parameters alone. A class derived from them inherits the capsule but
    may mean anything, and what the functions of other libraries leave out is not known.
    """
    if (kind.__module__, kind.__qualname__) not in _TENSORS:
        return None
    capsule: object | None = getattr(kind, "__dlpack_c_exchange_api__", None)
    return capsule


def load_extension(digest: str) -> Extension | None:
    """The module that was built from the sources with this digest, as the library was, or None.

    None too where Python does not load modules of the stable ABI: PyPy, free-threaded CPython.
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
    """Load a file, once for each version of it; None for one that does not load."""
    loader = ExtensionFileLoader(_NAME, path)
    try:
        if damage(Path(path)):
            return None
        module = module_from_spec(ModuleSpec(_NAME, loader, origin=path))
        loader.exec_module(module)
    except (ImportError, OSError):
        return None
    return cast(Extension, module)
