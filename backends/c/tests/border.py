"""The C interface as a C caller uses it: structures by ctypes, without checks in Python."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from samebits.backends.c.session import CSession
from samebits.backends.protocol import Array

OK, UNSUPPORTED, INVALID, NO_MEMORY, FAILED, OVERLAP = range(6)
F64, F32, F16, BF16, F8E4M3FN, F8E5M2, I64, I32 = range(8)


class CArray(ctypes.Structure):
    """The structure sb_array."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("rank", ctypes.c_int32),
        ("format", ctypes.c_int32),
    )


class CAttribute(ctypes.Structure):
    """The structure sb_attribute."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("values", ctypes.POINTER(ctypes.c_int64)),
        ("count", ctypes.c_int64),
        ("numbers", ctypes.POINTER(ctypes.c_double)),
        ("text", ctypes.c_char_p),
    )


class CCall(ctypes.Structure):
    """The structure sb_call."""

    _fields_ = (
        ("op", ctypes.c_char_p),
        ("attributes", ctypes.POINTER(CAttribute)),
        ("attribute_count", ctypes.c_int32),
        ("input_count", ctypes.c_int32),
        ("output_count", ctypes.c_int32),
        ("threads", ctypes.c_int32),
    )


def array(
    x: Array | None,
    *,
    shape: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
    form: int = F32,
) -> CArray:
    """Return an sb_array over the memory of `x`, or without data.

    If no strides are given, all strides are 4 bytes.
    """
    sizes = tuple(shape if shape is not None else x.shape if x is not None else (4,))
    steps = tuple(strides if strides is not None else (4,) * len(sizes))
    kind = ctypes.c_int64 * max(len(sizes), 1)
    pointer = x.ctypes.data if x is not None else None
    return CArray(pointer, kind(*sizes), kind(*steps), len(sizes), form)


def integers(name: bytes | None, *values: int) -> CAttribute:
    """Return an attribute with integer values."""
    return CAttribute(
        name, (ctypes.c_int64 * max(len(values), 1))(*values), len(values), None, None
    )


def numbers(name: bytes | None, *values: float) -> CAttribute:
    """Return an attribute with binary64 values."""
    return CAttribute(name, None, len(values), (ctypes.c_double * len(values))(*values), None)


def text(name: bytes | None, word: bytes) -> CAttribute:
    """Return an attribute that is a word."""
    return CAttribute(name, None, 1, None, word)


def call(op: bytes | None, inputs: int, *attributes: CAttribute, outputs: int = 1) -> CCall:
    """Return an sb_call with one thread."""
    table = (CAttribute * max(len(attributes), 1))(*attributes)
    return CCall(op, table, len(attributes), inputs, outputs, 1)


def run(session: CSession, called: CCall | None, arrays: Sequence[CArray]) -> tuple[int, str]:
    """Call sb_run with the first `input_count` arrays as inputs and the rest as outputs.

    Return the status and the message.
    """
    packed = (CArray * max(len(arrays), 1))(*arrays)
    inputs = min(max(called.input_count, 0), len(arrays)) if called else 0
    message = ctypes.create_string_buffer(256)
    address = ctypes.addressof(packed)
    status = session._library.sb_run(
        ctypes.addressof(called) if called else None,
        address,
        address + inputs * ctypes.sizeof(CArray),
        message,
        256,
    )
    return status, message.value.decode()
