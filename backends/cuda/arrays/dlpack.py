"""Arrays exchanged by DLPack: foreign objects with `__dlpack__` as operands, and our own memory.

A capsule of an operand is only inspected: it remains the producer's, and its destructor frees it.
For memory of this backend, NumPy makes a capsule over an address that NumPy never reads. Device and
type in this capsule are then replaced. So the memory is freed as for any NumPy array.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError, Kind, Look
from samebits.backends.cuda.compiling import presence
from samebits.backends.cuda.machines.protocol import NO_GPU, Driver, elsewhere
from samebits.spec.formats import FORMATS

CPU, CUDA, _MANAGED = 1, 2, 13
"""Values of DLDeviceType: CPU memory, GPU memory, and managed memory, which both can access."""

_READ_ONLY, _COPIED = 1, 2  # DLPACK_FLAG_BITMASK_...
_VERSION = (1, 0)

_OF_ML_DTYPES = {4: "bfloat16", 10: "float8_e4m3fn", 12: "float8_e5m2"}  # DLDataTypeCode
_OF_NUMPY = {0: "i", 1: "u", 2: "f", 6: "b"}


class _Tensor(ctypes.Structure):
    """The C structure DLTensor."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32),
        ("number", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Versioned(ctypes.Structure):
    """The C structure DLManagedTensorVersioned."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.argtypes, _name_of.restype = (ctypes.py_object,), ctypes.c_char_p
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.argtypes, _pointer_of.restype = (ctypes.py_object, ctypes.c_char_p), ctypes.c_void_p

_kinds: dict[tuple[int, int, int], np.dtype[Any] | Kind] = {}


def look_at(machine: Driver, array: Any) -> Look:
    """Describe an array by DLPack. Its elements can be read on the thread's stream.

    Raises ArrayError if the array is on another device, if DLPack returns a copy, and if the array
    does not support DLPack.
    """
    try:
        _require_here(machine, *map(int, array.__dlpack_device__()))
        stream = None if machine.number == NO_GPU else machine.stream
        capsule = _ask(array, stream)
        tensor, flags = _opened(capsule)
    except ArrayError:
        raise
    except Exception as error:
        text = presence.one_line(error)
        raise ArrayError(f"cannot be exported by DLPack: {text}") from error
    _require_here(machine, tensor.device, tensor.number)
    if flags & _COPIED:
        raise ArrayError("is copied by its DLPack export; pass a copy that you hold instead")
    kind = _kind(tensor)
    shape = tuple(tensor.shape[: tensor.rank])
    steps = None
    if tensor.strides:
        item = tensor.bits * tensor.lanes // 8
        steps = tuple(item * step for step in tensor.strides[: tensor.rank])
    if not tensor.data and 0 not in shape:
        raise ArrayError("has no memory according to DLPack")
    address = (tensor.data or 0) + tensor.byte_offset
    fixed = "is read-only" if flags & _READ_ONLY else ""
    return address, fixed, (kind, shape, steps, address % GRAIN), 0, False, capsule


def device_of(machine: Driver) -> tuple[int, int]:
    """Return `__dlpack_device__` for memory of a machine.

    For the emulated machine it is the CPU.
    """
    return (CPU, 0) if machine.number == NO_GPU else (CUDA, machine.number)


def capsule_of(
    machine: Driver, values: Any, is_read_only: bool, max_version: tuple[int, int] | None
) -> object:
    """Return a capsule for a NumPy array whose elements are in memory of a machine.

    Raises BufferError if DLPack has no type for the elements.
    """
    code = next((c for c, name in _OF_ML_DTYPES.items() if name == values.dtype.name), None)
    if code is None:
        codes = (c for c, letter in _OF_NUMPY.items() if letter == values.dtype.kind)
        code = next(codes, None)
    if code is None or not values.dtype.isnative:
        raise BufferError(f"DLPack has no type for {values.dtype}")
    bits = values.view(f"u{values.dtype.itemsize}")
    bits.flags.writeable = not is_read_only
    versioned = max_version is not None and max_version[0] >= 1
    capsule = bits.__dlpack__(max_version=_VERSION) if versioned else bits.__dlpack__()
    tensor, _ = _opened(capsule)
    tensor.device, tensor.number = device_of(machine)
    tensor.code = code
    return capsule


def _require_here(machine: Driver, device: int, number: int) -> None:
    own = machine.number
    if device == (CPU if own == NO_GPU else CUDA) and (own == NO_GPU or number == own):
        return
    if device == _MANAGED and own != NO_GPU:
        return
    if device == CUDA:
        raise ArrayError(elsewhere(number, own))
    if device == CPU:
        raise ArrayError("is on the host; pass it as an array of NumPy, np.from_dlpack(x)")
    raise ArrayError(f"is on a device of DLPack's type {device}; copy it to this session's first")


def _ask(array: Any, stream: int | None) -> object:
    """Return the array's capsule. Older producers do not accept the argument `max_version`."""
    try:
        return array.__dlpack__(stream=stream, max_version=_VERSION)
    except TypeError:
        return array.__dlpack__(stream=stream)


def _opened(capsule: object) -> tuple[_Tensor, int]:
    """Return the tensor inside a capsule, without a copy, and its flags.

    Keep the capsule alive for as long as the tensor is used.
    """
    name = _name_of(capsule)
    if name == b"dltensor_versioned":
        held = _Versioned.from_address(_pointer_of(capsule, name))
        if held.major != _VERSION[0]:
            raise ArrayError(f"uses DLPack {held.major}, only version {_VERSION[0]} is supported")
        return held.tensor, held.flags
    return _Tensor.from_address(_pointer_of(capsule, b"dltensor")), 0


def _kind(tensor: _Tensor) -> np.dtype[Any] | Kind:
    key = (tensor.code, tensor.bits, tensor.lanes)
    kind = _kinds.get(key)
    if kind is None:
        kind = _kinds[key] = _kind_of(*key)
    return kind


def _kind_of(code: int, bits: int, lanes: int) -> np.dtype[Any] | Kind:
    letter, name = _OF_NUMPY.get(code), _OF_ML_DTYPES.get(code)
    for form in FORMATS.values():
        if lanes == 1 and form.bits == bits and name == form.dtype.name:
            return form.dtype
    if lanes == 1 and letter and bits in (8, 16, 32, 64) and not (letter == "f" and bits == 8):
        return np.dtype(f"{letter}{bits // 8}")
    return Kind(f"number {code} of DLPack with {bits} bits, {lanes} to an element")
