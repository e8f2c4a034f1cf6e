"""Functions of one operand that are ops of the specification (S4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import FLOATS
from samebits.torch.errors import NATIVE
from samebits.torch.promotion import float_dtype
from samebits.torch.table import lowers


def _by_name(text: str) -> dict[str, str]:
    return {name: name for name in text.split()}


REAL = {
    **_by_name("acos acosh asin asinh atan atanh cos cosh erf erfc erfinv exp exp2 expm1 lgamma"),
    **_by_name("log log10 log1p log2 rsqrt sigmoid sin sinh sqrt tan tanh"),
    "special_ndtri": "normal_quantile",
}
"""The op of each overload. Integers are converted to the default dtype."""

OF_NUMBERS = {
    **_by_name("abs ceil floor neg relu sign trunc"),
    "round": "round_half_even",
    "sgn": "sign",
}
"""The op of each overload. For integers PyTorch's own kernels run, which are exact."""


def function(op: str) -> Callable[..., Any]:
    """Return the lowering of an overload that equals an op of one operand."""

    def lowering(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
        if self.dtype in FLOATS:
            return c.one(op, self, into)
        return c.one(op, c.cast(self, float_dtype(self)), into)

    return lowering


def _of_numbers(op: str) -> Callable[..., Any]:
    def lowering(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
        if self.dtype in FLOATS:
            return c.one(op, self, into)
        float_dtype(self)
        return NATIVE

    return lowering


for _name, _op in REAL.items():
    lowers(_name)(function(_op))
for _name, _op in OF_NUMBERS.items():
    lowers(_name)(_of_numbers(_op))
