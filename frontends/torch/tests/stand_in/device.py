"""The emulated device as PyTorch sees it: its name, and a kernel for every overload of the CPU."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from unittest import mock

import torch
from torch.utils import backend_registration

from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import unavailable_reason
from samebits.torch import block, opening
from samebits.torch.dtypes import EXACT
from samebits.torch.moves import MEMORY, MOVES, RANDOM_INTEGERS
from samebits.torch.natives import native_kernel, schema_of
from samebits.torch.tests.stand_in import memory
from samebits.torch.tests.stand_in.memory import kernel_of, machine, on_device, on_host

KEY = "PrivateUse1"
_VIEWS = (
    *("as_strided", "view", "unfold", "_reshape_alias", "view_as_real", "view_as_complex"),
    "set_.source_Storage_storage_offset",
)
"""Overloads that make a tensor from existing memory. PyTorch's kernels work for any device."""


def _contiguous(shape, memory_format):
    like = {} if memory_format is None else {"memory_format": memory_format}
    return torch._C._VariableFunctions.empty(list(shape), device="meta", **like).stride()


def _empty(size, *, dtype=None, layout=None, device=None, pin_memory=None, memory_format=None):
    dtype = dtype or torch.get_default_dtype()
    return memory.tensor(size, _contiguous(size, memory_format), dtype)


def _empty_strided(size, stride, *, dtype=None, layout=None, device=None, pin_memory=None):
    return memory.tensor(size, stride, dtype or torch.get_default_dtype())


def _copy_from(self, dst, non_blocking=False):
    machine().synchronize()
    here = [x if x.is_cpu else on_host(x) for x in (dst, self)]
    kernel_of("aten::copy_")(*here)
    return dst


def _copy_from_and_resize(self, dst):
    dst.resize_(self.shape)
    return _copy_from(self, dst)


def _resize(self, size, *, memory_format=None):
    machine().synchronize()
    return memory.resized(self, size)


def _set(self, source=None):
    if source is None:
        source = torch._C._acc.create_empty_tensor([0], self.dtype)
    own = (source.untyped_storage(), source.storage_offset(), list(source.shape))
    return kernel_of("aten::" + _VIEWS[-1])(self, *own, list(source.stride()))


_OWN = {
    "empty.memory_format": _empty,
    "empty_strided": _empty_strided,
    "_copy_from": _copy_from,
    "_copy_from_and_resize": _copy_from_and_resize,
    "resize_": _resize,
    "set_.source_Tensor": _set,
    "set_": _set,
}
"""Kernels that make memory and copies."""


def _record_stream(self, s):
    """Do nothing: this overload marks memory as used on a stream, and only a GPU has streams."""


def _histc(self, bins=100, min=0, max=0):  # noqa: A002 (PyTorch's names)
    """Count integers too, as a GPU's kernel does. PyTorch's CPU kernel refuses integers."""
    wide = on_host(self).to(torch.float64)
    machine().synchronize()
    return on_device(kernel_of("aten::histc")(wide, bins, min, max)).to(self.dtype)


def _wrong(*args, **kwargs):
    raise AssertionError("a kernel of the device has run that takes the place of other overloads")


_SHORTCUTS = (
    "_foreach_add_.List",
    "_foreach_mul_.Scalar",
    "_foreach_norm.Scalar",
    "_fused_dropout",
)
"""Overloads that have a kernel for this device and none for the CPU. A GPU has many of them."""


_ANY_INDEX = ("kthvalue", "median.dim", "nanmedian.dim", "mode", "median.dim_values")
"""Overloads whose GPU kernels may return any of the indices of equal elements."""


def _is_there(x):
    return isinstance(x, torch.Tensor) and x.device.type == memory.TYPE


def _map(values, of):
    if isinstance(values, list | tuple):
        return type(values)(_map(x, of) for x in values)
    return of(values)


def _by_the_host(name):
    """Return a kernel that runs the CPU kernel on the same memory, and then spoils its floats."""
    native = native_kernel(f"aten::{name}")
    is_exact = name.partition(".")[0] in MOVES | MEMORY | RANDOM_INTEGERS
    written = any(
        a.alias_info and a.alias_info.is_write for a in schema_of(f"aten::{name}").arguments
    )

    def kernel(*args, **kwargs):
        if name in _ANY_INDEX:
            raise AssertionError(f"{name}: a GPU says any index of equal elements")
        machine().synchronize()
        twins = {}

        def here(x):
            if isinstance(x, torch.device) and x.type == memory.TYPE:
                return torch.device("cpu")
            if not _is_there(x):
                return x
            # A tensor without elements may be a result that will be resized.
            twin = on_host(x) if x.numel() else _no_elements(x)
            twins[id(twin)] = x, twin, twin.data_ptr()
            return twin

        def there(x):
            if not isinstance(x, torch.Tensor) or not x.is_cpu:
                return x
            if id(x) in twins:
                x, twin, address = twins[id(x)]
                if twin.data_ptr() != address or twin.shape != x.shape:
                    x.resize_(twin.shape)
                    kernel_of("aten::copy_")(on_host(x), twin)
                twin = on_host(x)
                made = x
            else:
                made = on_device(x)
                twin = on_host(made)
            if not is_exact and twin.dtype not in EXACT:
                _spoil(twin)
            return made

        result = native(*_map(list(args), here), **{k: _map(x, here) for k, x in kwargs.items()})
        if result is None and written:
            for x, twin, _ in list(twins.values()):
                if not is_exact and x.dtype not in EXACT:
                    _spoil(twin)
        return _map(result, there)

    return kernel


def _no_elements(x):
    """Return a resizable CPU tensor without elements."""
    return torch._C._VariableFunctions.empty_strided(x.shape, x.stride(), dtype=x.dtype)


_WIDTHS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def _spoil(x):
    """Flip the last bit of every element of a CPU tensor."""
    if x.dtype.is_complex:
        x = torch.view_as_real(x)
    with torch.no_grad():
        bits = x.view(_WIDTHS[x.element_size()])
        kernel_of("aten::bitwise_xor.Scalar_out")(bits, 1, out=bits)


class _Module:
    """The module `torch.emulated`, which has the functions that PyTorch calls."""

    def is_initialized(self):
        return True

    def is_available(self):
        return True

    def current_device(self):
        return 0

    def device_count(self):
        return 1

    def _is_in_bad_fork(self):
        return False

    def manual_seed_all(self, seed):
        pass

    def get_amp_supported_dtype(self):
        return [torch.bfloat16, torch.float16]


def missing():
    """Return why the device cannot be used here, in one line, or "" if it can."""
    if not hasattr(backend_registration, "_setup_privateuseone_for_python_backend"):
        return f"PyTorch {torch.__version__} takes no device that is written in Python"
    return unavailable_reason()


@cache
def device():
    """Return the device, which stays registered with PyTorch until the process ends."""
    backend_registration._setup_privateuseone_for_python_backend(
        memory.TYPE, backend_module=_Module()
    )
    library = torch.library.Library("aten", "IMPL")
    for full in torch._C._dispatch_get_registrations_for_dispatch_key("CPU"):
        namespace, _, name = full.partition("::")
        if namespace != "aten" or name in (*_OWN, "histc"):
            continue
        kernel = kernel_of(full) if name in _VIEWS else _by_the_host(name)
        library.impl(name, kernel, KEY)
    others = {"histc": _histc, "record_stream": _record_stream}
    for name, kernel in (*_OWN.items(), *others.items(), *((n, _wrong) for n in _SHORTCUTS)):
        library.impl(name, kernel, KEY)
    device.library = library
    return torch.device(memory.TYPE, 0)


@contextmanager
def standing_in():
    """Yield the device. Meanwhile blocks with the backend `cuda:emulated` compute on it."""
    usual = opening.open_session

    def open_session(backend, threads):
        if backend == "cuda:emulated":
            return CudaSession("emulated", machine())
        return usual(backend, threads)

    with mock.patch.object(block, "open_session", open_session):
        yield device()
