"""What NumPy and PyTorch offer for an op: every module in `subjects/ops/`. No list to edit.

A module defines `PEERS`, with each field given: None says that the library has no such function. An
op without a file is one that neither has, or that nobody has looked for: both lack it when judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from samebits.backends.protocol import BackendError
from samebits.backends.subjects import ops as ops_package
from samebits.backends.subjects.numpy_forms import Implementation
from samebits.backends.subjects.torch_forms import Form, Into
from samebits.spec.op_folder import OpFolder


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


FOLDER = OpFolder[Peers](
    package=ops_package,
    constant="PEERS",
    is_whole=lambda value: isinstance(value, Peers),
    remedy="write PEERS = Peers(numpy=..., torch=..., torch_into=...)",
    error=BackendError,
)


@cache
def all_peers() -> Mapping[str, Peers]:
    """What every file says, by the op's name, sorted. Raises BackendError naming a wrong file."""
    return FOLDER.all()
