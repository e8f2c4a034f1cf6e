"""The measured libraries (NumPy, PyTorch, glibc) as functions of arrays."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.benchmarks.glibc import glibc_function, glibc_version, has_glibc
from samebits.benchmarks.peers import torch_module
from samebits.benchmarks.rivals import has_torch, numpy_function, torch_function

SUBJECTS = ("numpy", "torch", "glibc")

Function = Callable[[Array], Array]


@dataclass(frozen=True, slots=True)
class Subject:
    """One function of one library, and the version that computes it."""

    name: str
    version: str
    run: Function


def may_have(subject: str, op: str, label: str = "f32") -> bool:
    """Return whether a library should have the op. An old PyTorch may lack it nevertheless."""
    if subject == "torch":
        return has_torch(op)
    return has_glibc(op, label) if subject == "glibc" else numpy_function(op) is not None


def subject_for(subject: str, op: str, label: str = "f32") -> Subject | None:
    """Return a library's function for an op in f32 or f64, or None if it has none.

    Raises BenchmarkError if the library is not installed.
    """
    if not may_have(subject, op, label):
        return None
    run = (
        _glibc(op, label) if subject == "glibc" else {"numpy": _numpy, "torch": _torch}[subject](op)
    )
    return run and Subject(subject, version_of(subject), run)


def version_of(subject: str) -> str:
    """Return the version of the library, and other facts that can change its bits."""
    if subject == "numpy":
        return f"NumPy {np.__version__}"
    if subject == "glibc":
        return f"glibc {glibc_version()}"
    torch = torch_module(1)
    return f"PyTorch {torch.__version__} ({torch.backends.cpu.get_cpu_capability()})"


def _numpy(op: str) -> Function | None:
    ufunc: Any = numpy_function(op)

    def run(x: Array) -> Array:
        with np.errstate(all="ignore"):
            return np.asarray(ufunc(x))

    return run if ufunc is not None else None


def _torch(op: str) -> Function | None:
    torch = torch_module(1)
    function: Any = torch_function(torch, op)

    def run(x: Array) -> Array:
        tensor = torch.from_numpy(x)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = function(tensor, out=torch.empty_like(tensor))
        return np.asarray(result.numpy())

    return run if function is not None else None


def _glibc(op: str, label: str) -> Function | None:
    function = glibc_function(op, label=label)
    return function and (lambda x: function(x, np.empty_like(x)))
