"""PyTorch's kernels for CPU tensors, replaced while a block is open.

Each overload with a kernel for CPU tensors gets one of four: its lowering; a move, which runs the
kernel it had on floats of one dtype; a guard, which runs the kernel it had where no floating-point
number takes part and refuses otherwise; or, for what makes views and memory alone, the one it has.
Kernels belong to the process, so every thread and every backward pass is inside.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import torch
from torch import Tensor

from samebits.torch.composed import KEYS, composites
from samebits.torch.compute import Compute
from samebits.torch.dtypes import EXACT
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.moves import MEMORY, MOVES, RANDOM_INTEGERS
from samebits.torch.table import Lowering, name_of, overload_of, table

Kernel = Callable[..., Any]

_CPU = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)


class Block(Protocol):
    """What kernels ask of the block that is open."""

    compute: Compute

    def ran(self, overload: str) -> None:
        """A lowering of this overload is about to run."""

    def refuse(self, overload: str, reason: str, kernel: Callable[[], Any]) -> Any:
        """Raise NoCanonicalDefinition, or run the kernel and remember it."""


class Kernels:
    """The replaced kernels; `install` puts them in place, `remove` takes them away again."""

    def __init__(self) -> None:
        self.block: Block | None = None
        self._libraries: list[torch.library.Library] = []

    def install(self) -> None:
        """Replace the kernels of ATen for CPU tensors."""
        library = torch.library.Library("aten", "IMPL")
        self._libraries.append(library)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that kernels are replaced is on purpose
            for name in sorted({*_with_a_kernel(), *table()}):
                kernel = self._kernel(name)
                if kernel is not None:
                    library.impl(overload_of(name), kernel, "CPU", allow_override=True)
            for name, function in composites().items():
                for key in KEYS:
                    library.impl(overload_of(name), function, key, allow_override=True)

    def remove(self) -> None:
        """Bring PyTorch's own kernels back."""
        for library in self._libraries:
            library._destroy()
        self._libraries.clear()

    def _kernel(self, name: str) -> Kernel | None:
        packet = name.partition(".")[0]
        if name in table():
            return self._canonical(table()[name])
        if packet in MEMORY or packet in RANDOM_INTEGERS or is_view(overload_of(name)):
            return None
        if packet in MOVES:
            return self._moving(name)
        return self._guard(name)

    def _canonical(self, lowering: Lowering) -> Kernel:
        function, name = lowering.function, lowering.overload
        native = native_kernel(name)
        places, takes_into = lowering.places, lowering.takes_into
        returns_one = len(overload_of(name)._schema.returns) == 1

        def kernel(*args: Any, **kwargs: Any) -> Any:
            block = self._open()
            block.ran(name)
            try:
                result = function(block.compute, *args, **kwargs)
            except Refused as refused:
                return block.refuse(name, str(refused), lambda: native(*args, **kwargs))
            return native(*args, **kwargs) if result is NATIVE else result

        def writing(*args: Any, **kwargs: Any) -> Any:
            block = self._open()
            block.ran(name)
            targets = tuple(args[p] if isinstance(p, int) else kwargs[p] for p in places)
            given = {k: v for k, v in kwargs.items() if k not in places}
            if takes_into:
                given["into"] = targets[0] if len(targets) == 1 else targets
            try:
                result = function(block.compute, *args, **given)
                if result is NATIVE:
                    return native(*args, **kwargs)
                results = result if isinstance(result, tuple) else (result,)
                for one, target in zip(results, targets, strict=True):
                    block.compute.stored(one, target)
            except Refused as refused:
                return block.refuse(name, str(refused), lambda: native(*args, **kwargs))
            return targets[0] if returns_one else targets

        return writing if places else kernel

    def _moving(self, name: str) -> Kernel:
        native = native_kernel(name)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            dtypes = {x.dtype for x in tensors_in(args, kwargs) if x.dtype not in EXACT}
            if len(dtypes) > 1 or any(d.is_complex for d in dtypes):
                reason = "it would convert between formats; convert the operands with .to() before"
                return self._open().refuse(name, reason, lambda: native(*args, **kwargs))
            return native(*args, **kwargs)

        return kernel

    def _guard(self, name: str) -> Kernel:
        native = native_kernel(name)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            if all(x.dtype in EXACT for x in tensors_in(args, kwargs)):
                dtype = kwargs.get("dtype")
                if dtype is None or dtype in EXACT:
                    result = native(*args, **kwargs)
                    if all(x.dtype in EXACT for x in tensors_in((result,), {})):
                        return result
            return self._open().refuse(
                name, "no clause defines it", lambda: native(*args, **kwargs)
            )

        return kernel

    def _open(self) -> Block:
        assert self.block is not None, "kernels are replaced only while a block is open"
        return self.block


def _with_a_kernel() -> Iterator[str]:
    """The overloads of ATen that have a kernel of their own for CPU tensors."""
    for name in torch._C._dispatch_get_registrations_for_dispatch_key("CPU"):
        namespace, _, overload = name.partition("::")
        if namespace == "aten":
            yield overload


def is_view(overload: torch._ops.OpOverload) -> bool:
    """Whether an overload returns views of its operands and writes nothing."""
    returns = overload._schema.returns
    return bool(returns) and all(
        r.alias_info is not None and not r.alias_info.is_write for r in returns
    )


def tensors_in(args: Sequence[Any], kwargs: dict[str, Any]) -> Iterator[Tensor]:
    """The tensors among arguments, those in lists too."""
    for value in (*args, *kwargs.values()):
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from (x for x in value if isinstance(x, Tensor))


def native_kernel(name: str) -> Kernel:
    """The kernel that an overload has now, before it is replaced, as a function."""
    overload = overload_of(name)
    arguments = overload._schema.arguments
    at = [i for i, a in enumerate(arguments) if str(a.type) == "Tensor" and not a.kwarg_only]
    kernel = torch.library.get_kernel(f"aten::{name}", "CPU")

    def run(*args: Any, **kwargs: Any) -> Any:
        if any(i < len(args) and not isinstance(args[i], Tensor) for i in at):
            args = tuple(
                _number(x, args) if i in at and not isinstance(x, Tensor) else x
                for i, x in enumerate(args)
            )
        return kernel.call_boxed(_CPU, *args, **kwargs)

    return run


def _number(value: bool | int | float, others: Sequence[Any]) -> Tensor:
    """A Python number, as it comes in the place of a tensor, as one of rank 0.

    Beside an integer tensor an integer has that tensor's dtype, which PyTorch would give it too.
    """
    tensors = [x for x in others if isinstance(x, Tensor)]
    if isinstance(value, bool):
        dtype = torch.bool
    elif isinstance(value, int):
        kinds = [x.dtype for x in tensors if x.dtype in EXACT and x.dtype is not torch.bool]
        dtype = kinds[0] if kinds else torch.int64
    else:
        dtype = torch.float64
    return torch.scalar_tensor(value, dtype=dtype)


__all__ = ["Block", "Kernels", "is_view", "name_of", "native_kernel", "tensors_in"]
