"""Tensors of the emulated device, in memory that PyTorch and the CPU can access."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.simt.toolchain import toolchain

TYPE = "emulated"

_EXTENSION = 12  # kDLExtDev of DLPack, which means PrivateUse1 in PyTorch
_CPU = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)


class Machine(EmulatedMachine):
    """The machine of all sessions in the process, because tensors outlive blocks."""

    def close(self):
        """Do nothing: no work is pending, because a session waits for its results."""


@cache
def machine():
    """Return the machine whose memory holds the tensors."""
    return Machine()


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int), ("number", ctypes.c_int))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("rank", ctypes.c_int),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Managed._fields_ = (
    ("tensor", _Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", ctypes.c_void_p),
)

_DELETER = """
struct managed { char tensor[%d]; void *volatile context; };
extern "C" { long stand_in_ended; }
extern "C" void stand_in_end(managed *m)
{
    m->context = m;
    __atomic_fetch_add(&stand_in_ended, 1, __ATOMIC_SEQ_CST);
}
"""
"""C code of the function that PyTorch calls when a storage is freed. It only sets a mark.

PyTorch may be unwinding a Python error at that time, so no Python code may run.
"""

_OFTEN = 64
_held = {}


@cache
def _deleter():
    """Return the function's address, and the count of storages freed since the last clean-up."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deleter.so"
        options = ("-shared", "-fPIC", "-O1", "-xc++", "-", "-o", str(path))
        toolchain().run(options, _DELETER % ctypes.sizeof(_Tensor), "the deleter of storages")
        library = ctypes.CDLL(str(path))
    ended = ctypes.c_long.in_dll(library, "stand_in_ended")
    return ctypes.cast(library.stand_in_end, ctypes.c_void_p).value, ended


def _drop_what_has_ended():
    """Give the memory of freed storages back to the machine."""
    _deleter()[1].value = 0
    for place in [place for place, (managed, *_) in list(_held.items()) if managed.context]:
        del _held[place]


_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


def storage(size):
    """Return a storage of PyTorch with `size` bytes of the machine's memory."""
    function, ended = _deleter()
    if ended.value >= _OFTEN:
        _drop_what_has_ended()
    block = machine().allocate(size)
    shape, step = (ctypes.c_int64 * 1)(size), (ctypes.c_int64 * 1)(1)
    bytes_ = _Type(1, 8, 1)
    whole = _Tensor(block.address, _Device(_EXTENSION, 0), 1, bytes_, shape, step, 0)
    managed = _Managed(whole, None, function)
    _held[ctypes.addressof(managed)] = managed, block, shape, step
    made = torch._C._from_dlpack(_capsule(ctypes.addressof(managed), b"dltensor", None))
    return made.untyped_storage()


def kernel_of(full):
    """Return PyTorch's own CPU kernel of an overload, which can be called on any tensors."""
    call = torch.library.get_kernel(full, "CPU").call_boxed
    return lambda *args, **kwargs: call(_CPU, *args, **kwargs)


_set = kernel_of("aten::set_.source_Storage_storage_offset")


def tensor(shape, strides, dtype):
    """Return a new tensor of the device."""
    reach = sum((n - 1) * s for n, s in zip(shape, strides, strict=True)) + 1
    size = dtype.itemsize * (0 if 0 in shape else reach)
    made = torch._C._acc.create_empty_tensor([0], dtype)
    return _set(made, storage(size), 0, list(shape), list(strides))


def resized(x, shape):
    """Resize a tensor of the device in place; its memory grows if necessary."""
    strides = torch.empty(shape, device="meta").stride()
    count = 1
    for n in shape:
        count *= n
    size = x.element_size() * (count + x.storage_offset())
    kept = x.untyped_storage()
    if size > kept.nbytes():
        fresh = storage(size)
        ctypes.memmove(fresh.data_ptr(), kept.data_ptr(), kept.nbytes())
        kept = fresh
    return _set(x, kept, x.storage_offset(), list(shape), list(strides))


def on_host(x):
    """Return a CPU tensor that shares the memory of a tensor of the device."""
    kept = x.untyped_storage()
    address = kept.data_ptr() if kept.nbytes() else 0
    seen = torch._C._construct_storage_from_data_pointer(
        address, torch.device("cpu"), kept.nbytes()
    )
    made = torch._C._VariableFunctions.empty(0, dtype=x.dtype)
    return _set(made, seen, x.storage_offset(), list(x.shape), list(x.stride()))


def on_device(x):
    """Return a tensor of the device with the layout and the bits of a CPU tensor."""
    shape, strides = list(x.shape), list(x.stride())
    made = tensor(shape, strides, x.dtype)
    kernel_of("aten::copy_")(on_host(made), x)
    return made
