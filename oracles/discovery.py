"""Discovery of the exact functions: every module in `oracles/ops/`. No list to edit."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from samebits.oracles import ops as ops_package
from samebits.spec.call import Call

Array = np.ndarray[Any, Any]


class Oracle(Protocol):
    """What a module in `oracles/ops/` exposes as `ORACLE`."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """The results of a call that the spec allows, for inputs that fit it."""


@cache
def all_oracles() -> Mapping[str, Oracle]:
    """The oracles of all ops that are not graphs, by the op's name.

    Raises OracleUnavailable where mpmath, python-flint or gmpy2 is missing.
    """
    found: dict[str, Oracle] = {}
    for info in sorted(pkgutil.iter_modules(ops_package.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{ops_package.__name__}.{info.name}")
        found[info.name.removesuffix("_")] = module.ORACLE
    return MappingProxyType(found)
