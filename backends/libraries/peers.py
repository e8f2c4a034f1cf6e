"""The functions of NumPy and PyTorch for each op, read from the tables in `families/`.

If an op has no row, both libraries count as lacking it: neither has such a function, or the
function has not been searched for.
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
    """The functions of NumPy and PyTorch for one op, with their default settings.

    None means that a library has no such function.
    """

    numpy: Implementation | None
    """NumPy's function, called with a call and its operands."""

    torch: Form | None
    """PyTorch's function for the op. The judge tests it."""

    torch_into: Into | None
    """The ATen function that writes into an existing result.

    Benchmarks measure it, because its time does not include an allocation. If it is None,
    benchmarks measure `torch`.
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
    """Return the rows of all tables, sorted by op.

    Raises BackendError that names a row that is not complete.
    """
    return TABLE.all()
