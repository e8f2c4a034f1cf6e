"""Kernels that GPU tensors need in addition to the kernels for CPU tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from torch import Tensor

from samebits.torch.errors import Refused
from samebits.torch.keys import require_host
from samebits.torch.memory import empty
from samebits.torch.natives import Kernel, native_kernel, schema_of
from samebits.torch.places import HOST, Place

COPIES = ("_copy_from", "_copy_from_and_resize")
"""Overloads that `copy_` calls on some devices.

They are not replaced, because `copy_` is checked.
"""


class Nowhere:
    """An engine for a device on which the innermost block does not compute.

    Any use of it raises Refused.
    """

    def __init__(self, place: Place) -> None:
        self._place = place

    def in_place(self) -> Nowhere:
        """Return this engine: it refuses in-place overloads too."""
        return self

    def __getattr__(self, name: str) -> NoReturn:
        kind = self._place.type
        then = "open it with the backend cuda:gpu0 for cuda:0" if kind == "cuda" else "move them"
        raise Refused(f"the block does not compute on tensors of {kind}: {then}")


def brought(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a lowering that first moves CPU tensors of rank 0 among its arguments to the device.

    PyTorch accepts such CPU tensors together with tensors of any device. Tensors inside lists are
    not moved.
    """

    def run(c: Any, *args: Any, **kwargs: Any) -> Any:
        for x in args:
            if isinstance(x, Tensor) and x.is_cpu and not x.dim():
                args = tuple(_moved(c, x) for x in args)
                break
        return function(c, *args, **{name: _moved(c, x) for name, x in kwargs.items()})

    return run


def _moved(c: Any, x: Any) -> Any:
    if isinstance(x, Tensor) and x.is_cpu and not x.dim():
        return x.to(c.device)
    return x


def composite_kernel(name: str, place: Place) -> Kernel:
    """Return the composite kernel of an overload, which calls other overloads, for any device.

    It replaces the faster kernel that a device may have. For CPU tensors the composite kernel is
    the only one.
    """
    return native_kernel(f"aten::{name}", HOST.key, at=place.key)


def drawn_by_the_host(name: str) -> Kernel:
    """Return a kernel that draws integers in CPU memory and copies them to the device.

    A GPU generator gives different numbers. This kernel uses the CPU generator for every device, so
    the numbers do not depend on the device. It raises Refused if a GPU generator is passed.
    """
    written = {
        a.name if a.kwarg_only else i
        for i, a in enumerate(schema_of(f"aten::{name}").arguments)
        if a.alias_info is not None and a.alias_info.is_write
    }
    draw = native_kernel(f"aten::{name}")

    def kernel(*args: Any, **kwargs: Any) -> Any:
        (target,) = [x for place, x in (*enumerate(args), *kwargs.items()) if place in written]
        require_host(kwargs.get("generator"))
        result = empty(target.shape, dtype=target.dtype, device="cpu")
        here = [result if x is target else x for x in args]
        draw(*here, **{k: result if x is target else x for k, x in kwargs.items()})
        if target.shape != result.shape:
            target.resize_(result.shape)
        return target.copy_(result)

    return kernel
