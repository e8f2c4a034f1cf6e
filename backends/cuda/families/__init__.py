"""The host side of kernels, one module for each folder of `src/kernels/`."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from samebits.backends.cuda.families.protocol import Family


def family(name: str) -> Family:
    """Return the family with this name, a module of this folder."""
    return cast("Family", importlib.import_module(f"{__name__}.{name}"))
