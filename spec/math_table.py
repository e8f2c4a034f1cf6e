"""All functions of the profile `math` in binary64, by the name of their op.

`FUNCTIONS[name]` takes the bit patterns of the operands, then the bit patterns of the op's real
attributes in the order of the declaration. Each attribute is a binary64 number and is not rounded
again. The function returns the bit pattern of the result. A NaN is the canonical NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from samebits.spec.correctly_rounded import functions
from samebits.spec.errors import SpecError
from samebits.spec.op_folder import OpFolder

_FOLDER: OpFolder[Callable[..., int]] = OpFolder(
    package=functions,
    constant="FUNCTION",
    is_whole=callable,
    remedy="write FUNCTION = the function of bit patterns",
    error=SpecError,
)

FUNCTIONS: Mapping[str, Callable[..., int]] = _FOLDER.all()
"""The functions, sorted by the names of their ops."""
