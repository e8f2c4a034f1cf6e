"""The ways in which PyTorch's functions are called, used by the tables of `families/`.

This module does not import PyTorch: a form is a function that takes the module `torch` and returns
the function for a call.
"""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Callable
from typing import Any

from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

Form = Callable[[Any], Callable[..., Any]]
"""A function that takes the module `torch` and returns a function of a call and its tensors.

The returned function returns a tensor or a tuple of tensors.
"""

Into = Callable[[Any], Callable[..., Any] | None]
"""A function that takes the module `torch` and returns a function that writes into a result.

The returned function takes one or two tensors and the keyword `out`, and returns the result. It is
None if the installed PyTorch lacks it.
"""


def type_of(torch: Any, form: str) -> Any:
    """Return PyTorch's dtype of a format. PyTorch and NumPy use the same names for dtypes."""
    return getattr(torch, get_format(form).dtype.name)


def _found(torch: Any, name: str) -> Any:
    """Return the attribute of `torch` with a dotted name."""
    return functools.reduce(getattr, name.split("."), torch)


def plain(name: str, *attributes: str, **keywords: Any) -> Form:
    """Return the form of a function that takes the tensors and then the values of `attributes`.

    `name` is the dotted name of the function in the module `torch`.
    """
    return lambda torch: (
        lambda call, *x: _found(torch, name)(
            *x, *(call.attributes[a] for a in attributes), **keywords
        )
    )


def functional(name: str, *attributes: str, **keywords: Any) -> Form:
    """Return the form of a function of `torch.nn.functional`; the parameters are as in `plain`."""
    return plain(f"nn.functional.{name}", *attributes, **keywords)


def along(name: str) -> Form:
    """Return the form of a function of a tensor, the attribute `axis`, and further tensors."""
    return lambda torch: lambda call, x, *more: getattr(torch, name)(x, axis_of(call), *more)


def function(forward: Callable[..., Any]) -> Form:
    """Return the form of a function that takes the module `torch`, the call and its tensors."""
    return lambda torch: lambda call, *x: forward(torch, call, *x)


def slope(name: str) -> Form:
    """Return the form of a derivative: ATen's backward function with a gradient of ones."""

    def made(torch: Any) -> Callable[..., Any]:
        function: Any = getattr(torch.ops.aten, name)
        return lambda call, x: function(torch.ones_like(x), x)

    return made


def axes_of(call: Call, x: Any) -> tuple[int, ...]:
    """Return the axes to reduce as a tuple."""
    axes = call.attributes["axes"]
    if axes is None:
        return tuple(range(x.dim()))
    return axes if isinstance(axes, tuple) else (int(str(axes)),)


def reduction(name: str) -> Form:
    """Return the form of a reduction over any axes."""

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, x: Any) -> Any:
            axes = axes_of(call, x)
            if not axes:  # in PyTorch an empty tuple means all axes
                return x.clone()
            return getattr(torch, name)(x, dim=axes, keepdim=bool(call.attributes["keepdims"]))

        return run

    return made


def index(name: str) -> Form:
    """Return the form of a reduction over one axis or over all axes."""

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, x: Any) -> Any:
            axes = call.attributes["axes"]
            if isinstance(axes, tuple) and len(axes) != 1:
                raise ValueError(f"torch.{name} takes one axis or all")
            axis = axes[0] if isinstance(axes, tuple) else axes
            return getattr(torch, name)(x, dim=axis, keepdim=bool(call.attributes["keepdims"]))

        return run

    return made


def one_axis(function: Callable[[Any, Call, Any], Any]) -> Form:
    """Return the form of a function of `torch`, the call and an operand with one reduced axis.

    The reduced axes of the operand are merged into one, which is the last axis.
    """

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, x: Any) -> Any:
            reduced = [a % x.dim() for a in axes_of(call, x)]
            kept = [a for a in range(x.dim()) if a not in reduced]
            terms = math.prod(x.shape[a] for a in reduced)
            # A tuple also works for an operand of rank 0, which has no axes.
            moved = x.permute((*kept, *sorted(reduced)))
            flat = moved.reshape([x.shape[a] for a in kept] + [terms])
            shape = get_op(call.op).output_shapes(call, [tuple(x.shape)])[0]
            return function(torch, call, flat).reshape(shape)

        return run

    return made


def rows(name: str) -> Form:
    """Return the form of a reduction that PyTorch offers only for one axis."""
    return one_axis(lambda torch, call, flat: getattr(torch, name)(flat, dim=-1))


def moment(name: str) -> Form:
    """Return the form of a reduction with a correction of the degrees of freedom."""

    def moments(torch: Any, call: Call, flat: Any) -> Any:
        with warnings.catch_warnings():  # a warning about too few degrees of freedom
            warnings.simplefilter("ignore", UserWarning)
            return getattr(torch, name)(flat, dim=-1, correction=call.attributes["correction"])

    return one_axis(moments)


def widened(*tensors: Any) -> tuple[Any, ...]:
    """Return tensors in at least binary32.

    PyTorch saves statistics in a 16-bit format if x has that format.
    """
    return tuple(t.float() if t.element_size() == 2 else t for t in tensors)


def result_type(torch: Any, call: Call) -> Any:
    """Return the dtype of the first result."""
    return type_of(torch, call.outputs[0])


def scan(name: str) -> Form:
    """Return the form of a scan that accumulates in the format of the result."""

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, x: Any) -> Any:
            dtype = result_type(torch, call)
            return getattr(torch, name)(x, dim=call.attributes["axis"], dtype=dtype)

        return run

    return made


def matrix_product(torch: Any) -> Callable[..., Any]:
    """Return a function for a matrix product, single or batched, with an optional bias."""

    def run(call: Call, a: Any, b: Any, bias: Any = None) -> Any:
        a = a.transpose(-1, -2) if call.attributes["transpose_a"] else a
        b = b.transpose(-1, -2) if call.attributes["transpose_b"] else b
        if bias is None:
            return torch.matmul(a, b)
        if a.dim() == 2:
            return torch.addmm(bias, a, b)
        return torch.baddbmm(bias.expand(a.shape[0], a.shape[1], b.shape[2]), a, b)

    return run


def axis_of(call: Call) -> int:
    """Return the attribute `axis`."""
    return int(str(call.attributes["axis"]))


def sorting(which: int) -> Form:
    """Return the form of a stable sort; `which` is 0 for the values and 1 for the indices."""

    def made(torch: Any) -> Callable[..., Any]:
        def run(call: Call, x: Any) -> Any:
            down = bool(call.attributes["descending"])
            return torch.sort(x, dim=axis_of(call), descending=down, stable=True)[which]

        return run

    return made


def into(name: str, *further: Any, **keywords: Any) -> Into:
    """Return an ATen overload that writes into `out`; `further` arguments follow the tensors."""

    def made(torch: Any) -> Callable[..., Any] | None:
        family, _, overload = name.partition(".")
        packet = getattr(torch.ops.aten, family, None)
        function: Any = getattr(packet, overload, None) if packet is not None else None
        return function and (lambda *x, out: function(*x, *further, **keywords, out=out))

    return made


def backward(name: str, *further: Any, **keywords: Any) -> Into:
    """Return ATen's backward function with a gradient of ones. It does not write into `out`."""

    def made(torch: Any) -> Callable[..., Any]:
        function: Any = getattr(torch.ops.aten, name)
        ones = functools.cache(lambda shape: torch.ones(shape))
        return lambda x, out: function(ones(x.shape), x, *further, **keywords)

    return made
