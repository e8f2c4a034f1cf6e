"""Discovery of the exact functions: every module in `oracles/ops/`. No list to edit.

A module defines `ORACLE`, and for a function of the profile math `DEFINITION`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from samebits.oracles import ops as ops_package
from samebits.oracles.errors import OracleError
from samebits.spec.call import Call
from samebits.spec.catalog import all_ops

if TYPE_CHECKING:
    from samebits.oracles.definitions import Definition

Array = np.ndarray[Any, Any]


class Oracle(Protocol):
    """What a module in `oracles/ops/` exposes as `ORACLE`."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """The results of a call that the spec allows, for inputs that fit it."""


@cache
def all_oracles() -> Mapping[str, Oracle]:
    """The oracles of all ops that are not graphs, by the op's name.

    Raises OracleUnavailable where mpmath, python-flint or gmpy2 is missing, OracleError for a file
    that lacks what its op needs.
    """
    importlib.import_module("samebits.oracles.opinions")  # says which package is missing
    found: dict[str, Oracle] = {}
    for info in sorted(pkgutil.iter_modules(ops_package.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{ops_package.__name__}.{info.name}")
        name = info.name.removesuffix("_")
        found[name] = check_module(name, module)
    missing = [n for n, op in all_ops().items() if op.graph is None and n not in found]
    if missing:
        raise OracleError(f"oracles/ops/{missing[0]}.py is missing: {_WHAT}")
    return MappingProxyType(found)


_WHAT = "write the exact function as CONTRIBUTING.md says, Add an op"


def check_module(name: str, module: ModuleType) -> Oracle:
    """The oracle of a module. Raises OracleError naming what the file of the op `name` lacks."""
    file = f"oracles/ops/{name}.py"
    if name not in all_ops():
        raise OracleError(f"{file}: no op is called {name}; declare it in spec/ops/{name}.py")
    if not hasattr(module, "ORACLE"):
        raise OracleError(f"{file}: ORACLE is missing: {_WHAT}")
    from samebits.oracles.definitions import Definition  # it needs mpmath, as the modules do

    definition = getattr(module, "DEFINITION", None)
    if all_ops()[name].profile == "math" and not isinstance(definition, Definition):
        raise OracleError(f"{file}: DEFINITION is missing: a Formula, InverseOf or DerivativeOf")
    oracle: Oracle = module.ORACLE
    return oracle


def definition_of(name: str) -> Definition:
    """The definition of a function of the profile math. Raises as `all_oracles` does."""
    all_oracles()
    found: Definition = importlib.import_module(f"{ops_package.__name__}.{name}").DEFINITION
    return found
