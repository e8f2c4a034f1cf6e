"""Find the oracles: every module in `oracles/ops/` is one, so there is no list to edit.

A module defines `ORACLE`. A module for a function of the profile math also defines `DEFINITION`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from samebits.common.modules import modules_of
from samebits.oracles import ops as ops_package
from samebits.oracles.errors import OracleError
from samebits.spec.catalog import all_ops
from samebits.spec.language.call import Call
from samebits.spec.op_folder import OpFolder

if TYPE_CHECKING:
    from samebits.oracles.definitions import Definition

Array = np.ndarray[Any, Any]


class Oracle(Protocol):
    """The interface of `ORACLE` in a module of `oracles/ops/`."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the results of a call that the spec allows, for inputs that fit it."""


@cache
def all_oracles() -> Mapping[str, Oracle]:
    """Return the oracles of all ops that are not graphs, by the op's name.

    Raises OracleUnavailable if mpmath, python-flint or gmpy2 is missing. Raises OracleError if a
    file lacks an object that its op needs.
    """
    importlib.import_module("samebits.oracles.opinions")  # its import names the missing package
    found = {name: load_file(name, load) for name, load in modules_of(ops_package)}
    missing = [n for n, op in all_ops().items() if op.graph is None and n not in found]
    if missing:
        raise OracleError(f"oracles/ops/{missing[0]}.py is missing: {_WHAT}")
    return MappingProxyType(found)


_WHAT = "write the exact function as CONTRIBUTING.md says, Add an op"


_FOLDER = OpFolder[Oracle](
    package=ops_package,
    constant="ORACLE",
    is_whole=lambda value: value is not None,
    remedy=_WHAT,
    error=OracleError,
)


def load_file(name: str, load: Callable[[], ModuleType]) -> Oracle:
    """Return the oracle in `oracles/ops/NAME.py`, which `load` executes.

    Raises OracleError if the file lacks an object; the message names the object.
    """
    oracle = _FOLDER.load(name, load)
    from samebits.oracles.definitions import Definition  # imported here because it needs mpmath

    if all_ops()[name].profile == "math":
        OpFolder[Definition](
            package=ops_package,
            constant="DEFINITION",
            is_whole=lambda value: isinstance(value, Definition),
            remedy="a Formula, InverseOf or DerivativeOf",
            error=OracleError,
        ).load(name, load)
    return oracle


def definition_of(name: str) -> Definition | None:
    """Return the definition of an op in real numbers, or None if it has no definition.

    The op must not be a graph. Every function of the profile math has a definition. Raises the same
    errors as `all_oracles`.
    """
    all_oracles()
    module = importlib.import_module(f"{ops_package.__name__}.{name}")
    return getattr(module, "DEFINITION", None)
