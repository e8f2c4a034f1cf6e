"""What NumPy and PyTorch offer for an op: every module in `subjects/ops/`. No list to edit.

A module defines `PEERS`, with each field given: None says that the library has no such function. An
op without a file is one that neither has, or that nobody has looked for: both lack it when judged.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType, ModuleType

from samebits.backends.protocol import BackendError
from samebits.backends.subjects import ops as ops_package
from samebits.backends.subjects.numpy_forms import Implementation
from samebits.backends.subjects.torch_forms import Form, Into
from samebits.spec.catalog import all_ops


@dataclass(frozen=True, slots=True, kw_only=True)
class Peers:
    """One op as others have it, with their default settings. See the fields."""

    numpy: Implementation | None
    """NumPy's function, from a call and its operands to the result."""

    torch: Form | None
    """PyTorch's function of that meaning, which is judged."""

    torch_into: Into | None
    """The function of ATen that writes into a result that exists, where it is measured: by it a
    benchmark has no time of the allocator's. Where it is None the benchmarks call `torch`."""


@cache
def all_peers() -> Mapping[str, Peers]:
    """What every file says, by the op's name, sorted. Raises BackendError naming a wrong file."""
    found = {}
    for info in sorted(pkgutil.iter_modules(ops_package.__path__), key=lambda m: m.name):
        path = f"{ops_package.__name__}.{info.name}"
        found[info.name] = load_file(info.name, partial(importlib.import_module, path))
    return MappingProxyType(found)


def load_file(name: str, load: Callable[[], ModuleType]) -> Peers:
    """What `subjects/ops/NAME.py`, which `load` executes, says. Raises BackendError."""
    file = f"backends/subjects/ops/{name}.py"
    if name not in all_ops():
        raise BackendError(f"{file}: no op is called {name}; name the file after one")
    try:
        found = getattr(load(), "PEERS", None)
    except TypeError as error:  # a field without a value
        raise BackendError(f"{file}: {error}; give it, or say None") from error
    if not isinstance(found, Peers):
        raise BackendError(
            f"{file}: PEERS = Peers(numpy=..., torch=..., torch_into=...) is missing"
        )
    return found
