"""Find the error that PyTorch itself raises for an invalid call.

PyTorch checks shapes, dtypes, axes and overlapping memory in the same code for every device. So a
call that samebits cannot compute is repeated on the device `meta`, whose tensors have no elements.
The repeated call computes nothing, and raises an error if the call is invalid. Then PyTorch's own
kernel is run on copies, to get the message that users know.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves, tree_map

from samebits.common.errors import SamebitsError
from samebits.torch.fitting import TableError
from samebits.torch.table import overload_of

_ASKING = threading.local()
"""The attribute `.now` is true while a thread repeats a call."""

_UNSAFE = ("backward", "_fused", "embedding_bag", "ctc_loss", "native_batch_norm")
"""Parts of names of ops whose PyTorch kernels may read out of bounds for invalid arguments."""

_CHECKED = (
    *("_softmax", "_log_softmax", "_safe_softmax", "_prelu_kernel", "_index_put_impl_"),
    *("_adaptive_avg_pool2d", "_adaptive_avg_pool3d"),
)
"""Private ops whose PyTorch kernels check everything that they read."""

_OF_INTEGERS = ("bitwise_", "gcd", "lcm", "shift__", "tril_indices", "triu_indices")
"""Parts of names of ops that PyTorch has for integers and booleans only."""


def is_asking() -> bool:
    """Check whether this thread repeats a call to find PyTorch's error for it."""
    return getattr(_ASKING, "now", False)


def raised_by_pytorch(
    name: str,
    native: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    *,
    suspected: bool = False,
) -> Exception | None:
    """Return the error that PyTorch raises for a call of an overload, or None.

    `native` is PyTorch's own kernel. It runs on copies of the tensors, and only if the call is
    known to be invalid, because the device `meta` raised an error, or because a check of samebits
    failed (`suspected`).

    The error of `meta` is returned instead if the kernel's checks may be incomplete, and for GPU
    tensors, because a failed check on a GPU ends the process. The result is also None if the call
    cannot be repeated: for sparse or quantised tensors, and for ops of other libraries.
    """
    if is_asking() or "::" in name:
        return None
    _ASKING.now = True
    try:
        overload = overload_of(name)
        with torch.no_grad(), torch._C._DisableAutocast():
            suspected = suspected or any(part in name for part in _OF_INTEGERS)
            found = _error_of(overload, *_twins(overload, args, kwargs, "meta"))
            if found is not None and "meta" in str(found).lower():
                found = None
            if isinstance(found, AssertionError):  # Python kernels of `meta` use `assert`
                found = RuntimeError(str(found))
            if not (found or suspected) or _is_unsafe(name) or not _is_of_host(args, kwargs):
                return found
            with _draws_kept(kwargs.get("generator")):
                said = _error_of(native, *_twins(overload, args, kwargs, "cpu"))
            return found if isinstance(said, SamebitsError) or _is_a_bug(said) else said
    except (_Unknown, TableError):
        return None
    finally:
        _ASKING.now = False


def _is_unsafe(name: str) -> bool:
    """Check whether PyTorch's own kernel may end the process for invalid arguments.

    Kernels of private ops may, because they rely on checks in the public functions that call them.
    """
    op = name.partition(".")[0]
    is_private = op.startswith("_") and not op.startswith("_foreach_") and op not in _CHECKED
    return is_private or any(part in name for part in _UNSAFE)


def _is_a_bug(error: Exception | None) -> bool:
    """Check whether an error is an internal one, which does not explain the invalid call."""
    return error is not None and "INTERNAL ASSERT FAILED" in str(error)


def _is_of_host(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    return all(x.is_cpu for x in tree_leaves((args, dict(kwargs))) if isinstance(x, Tensor))


@contextmanager
def _draws_kept(generator: torch.Generator | None) -> Iterator[None]:
    """Restore the state of a generator, by default PyTorch's CPU generator, at the end."""
    generator = generator or torch.default_generator
    state = generator.get_state()
    try:
        yield
    finally:
        generator.set_state(state)


def _error_of(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Exception | None:
    try:
        function(*args, **kwargs)
    except Exception as error:
        return error
    return None


class _Unknown(Exception):  # noqa: N818 (caught here)
    """Raised if a call cannot be repeated on copies of its tensors."""


def _twins(
    overload: torch._ops.OpOverload, args: tuple[Any, ...], kwargs: Mapping[str, Any], device: str
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments with copies of their tensors that have the same layout and share memory.

    Two copies share memory if their originals do. Copies on `meta` have no elements. Raises
    _Unknown for tensors that are not dense, and for calls that have neither tensors nor a device.
    """
    memory: dict[tuple[int, torch.dtype], Tensor] = {}
    tensors = 0

    def twin(x: Any) -> Any:
        nonlocal tensors
        if not isinstance(x, Tensor):
            return x
        if x.layout is not torch.strided or x.is_quantized or x.is_nested:
            raise _Unknown
        tensors += 1
        storage = x.untyped_storage()
        key = storage._cdata, x.dtype
        if key not in memory:
            memory[key] = _memory(x, storage, device)
        return memory[key].as_strided(x.shape, x.stride(), x.storage_offset())

    given, named = tree_map(twin, args), tree_map(twin, dict(kwargs))
    words = [a.name for a in overload._schema.arguments]
    if "device" in words:
        place = words.index("device")
        if device == "meta" and place < len(given):
            given = (*given[:place], torch.device(device), *given[place + 1 :])
        elif device == "meta":
            named["device"] = torch.device(device)
    elif not tensors:
        raise _Unknown
    return given, named


def _memory(x: Tensor, storage: torch.UntypedStorage, device: str) -> Tensor:
    """Return a one-dimensional tensor that covers a copy of the whole storage."""
    if device != "meta":
        return torch.empty(0, dtype=x.dtype, device=x.device).set_(
            storage.clone(), 0, (storage.nbytes() // x.element_size(),)
        )
    count = storage.nbytes() // x.element_size()
    return torch._C._VariableFunctions.empty(count, dtype=x.dtype, device="meta")
