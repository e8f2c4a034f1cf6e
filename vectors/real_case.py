"""Cases of the set `real`, read from all tables in `real_cases/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.op_table import OpTable
from samebits.vectors import real_cases
from samebits.vectors.errors import VectorError


@dataclass(frozen=True, slots=True)
class RealCase:
    """One case of an op on real data. `recipes` name the operands."""

    inputs: tuple[str, ...]
    name: str
    recipes: tuple[str, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    level: str = "standard"

    def call(self, op: Op) -> Call:
        """Return the call of the case, after a check by the op."""
        return op.call(self.inputs, **self.attributes)


TABLE = OpTable[Sequence[RealCase]](
    package=real_cases,
    constant="CASES",
    is_whole=bool,
    row='"{op}": [RealCase(...)]',
    error=VectorError,
)


@cache
def all_real_cases() -> Mapping[str, Sequence[RealCase]]:
    """Return the real cases of every op that has some.

    Raises VectorError, which names a wrong row.
    """
    return TABLE.all()
