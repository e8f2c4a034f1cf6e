"""The functions of NumPy and PyTorch for each op, read from all tables in `families/`.

An op without a row is in neither library, or has not been searched for. Both libraries then count
as lacking it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from samebits.backends.libraries import families
from samebits.backends.libraries.numpy_forms import Implementation
from samebits.backends.libraries.torch_forms import Form, Into
from samebits.backends.protocol import BackendError
from samebits.spec.op_table import OpTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Peers:
    """The functions of other libraries for one op, with their default settings.

    None means that the library has no such function.
    """

    numpy: Implementation | None
    """NumPy's function, from a call and its operands to the result."""

    torch: Form | None
    """PyTorch's function with the meaning of the op. The judge tests this function."""

    torch_into: Into | None
    """The function of ATen that writes into an existing result.

    Benchmarks measure it, because its time has no allocation. If it is None, the benchmarks call
    `torch`.
    """


TABLE = OpTable[Peers](
    package=families,
    constant="PEERS",
    is_whole=lambda value: isinstance(value, Peers),
    row='"{op}": Peers(numpy=..., torch=..., torch_into=...)',
    error=BackendError,
)


@cache
def all_peers() -> Mapping[str, Peers]:
    """Return the rows of all tables, sorted by op. Raises BackendError that names a wrong row."""
    return TABLE.all()
