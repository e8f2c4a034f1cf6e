"""The public names of `samebits.numpy` and its submodules, and their lookup."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from samebits.backends.protocol import BackendError
from samebits.numpy import (
    contractions,
    devices,
    elementwise,
    generator,
    helpers,
    inspection,
    plain,
    repeating,
    sets,
    views,
    written,
)
from samebits.numpy.elsewhere import instead_of
from samebits.numpy.functions import function, public_ops
from samebits.numpy.names import SHARED, public_name
from samebits.numpy.values import EVERY
from samebits.spec.catalog import all_ops
from samebits.spec.errors import SpecError

CONSTANTS: Mapping[str, float | None] = MappingProxyType(
    {"e": math.e, "inf": math.inf, "nan": math.nan, "newaxis": None, "pi": math.pi}
)
"""The constants of the array API standard."""

OTHERS: Mapping[str, Any] = MappingProxyType(
    {
        **{
            name: made
            for module in (
                contractions, elementwise, helpers, inspection, plain, repeating, sets, views,
            )
            for name, made in module.FUNCTIONS.items()
        },
        **CONSTANTS,
        "device": devices.device,
        "Device": devices.Device,
        "SpecError": SpecError,
        "BackendError": BackendError,
        **{str(f.dtype): f.dtype for f in EVERY.values()},
        "random.Generator": generator.Generator,
    }
)  # fmt: skip
"""Objects with a public name that are not ops: views, helpers, devices, dtypes."""

SUBMODULES = ("linalg", "random", "schedules")


@cache
def members(module: str) -> tuple[str, ...]:
    """Return the sorted public names of a submodule, or of `samebits.numpy` if `module` is ""."""
    every = {*public_ops(), *written.FUNCTIONS, *OTHERS}
    inner = f"{module}." if module else ""
    own = {name.removeprefix(inner) for name in every if name.startswith(inner)}
    return tuple(sorted(name for name in own if "." not in name))


def member(module: str, name: str) -> Any:
    """Return the object of a public name.

    Raises AttributeError with a hint to existing names if the name is unknown.
    """
    full = f"{module}.{name}" if module else name
    where = f"samebits.numpy.{module}" if module else "samebits.numpy"
    if name.startswith("_") and full not in OTHERS:
        raise AttributeError(f"{where} has no {name!r}", name=name)
    if full in OTHERS:
        return OTHERS[full]
    if full in public_ops() or full in written.FUNCTIONS:
        return function(full)
    raise AttributeError(f"{where} has no {name!r}: {_remedy(module, name)}", name=name)


def _remedy(module: str, name: str) -> str:
    """Return a hint: the op's public name, a substitute, or similar names."""
    ops = all_ops()
    if name in ops:
        meant = public_name(ops[name])
        taken = " with a Python number" if name in SHARED and "scalar" in name else ""
        return f"use snp.{meant}{taken}"
    every = [*public_ops(), *written.FUNCTIONS, *OTHERS]
    for full in every:
        if full.rpartition(".")[2] == name:
            return f"use snp.{full}"
    if (told := instead_of(f"{module}.{name}" if module else name)) is not None:
        return told
    lasts = {full.rpartition(".")[2]: full for full in every}
    near = difflib.get_close_matches(name, lasts, n=3, cutoff=0.7)
    hint = f"; did you mean {' or '.join(f'snp.{lasts[n]}' for n in near)}?" if near else ""
    return f"the specification defines no such op{hint}"
