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
from samebits.backends.protocol import Array

_SUFFIX = ".abi3.so"
_NAME = "samebits.backends.c._call"


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
        inputs: int,
        formats: tuple[int, ...],
        dtypes: tuple[np.dtype[Any], ...],
        array_type: type[Array],
        /,
    ) -> Quick | None:
        """The quick way of a call; None if it has more operands than the module takes.

        `run` and `call` are the addresses of `sb_run` and of an `sb_call`, which must live as long
        as what is returned; `formats` and `dtypes` are those of the inputs, then of the outputs.
        """


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
