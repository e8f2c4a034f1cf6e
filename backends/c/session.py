"""Sessions of the C backend, which run calls on NumPy arrays by `sb_run` (include/samebits.h).

A call first goes to the extension module (extension.py), which handles the usual arrays in less
than a microsecond. If it declines a call, or if it is not available, the call goes through ctypes.
The code for ctypes handles all arrays and reports all errors. It builds the C structures in arrays
of 64-bit integers and caches the shapes and strides of earlier calls, because ctypes structures
would cost more than the rest of a call.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from types import TracebackType
from typing import Any

import numpy as np

from samebits.backends.c.extension import Extension, Quick, exchange_of, load_extension
from samebits.backends.c.library import fact
from samebits.backends.checks import require_declared
from samebits.backends.protocol import (
    Array,
    BackendError,
    CallError,
    PreparedCall,
    SeededCall,
    Support,
    Supported,
    Unsupported,
)
from samebits.spec.catalog import all_ops
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import AttributeValue, Call

_CODES = {name: code for code, name in enumerate(FORMATS)}
_DTYPE_CODES = {form.dtype: code for code, form in enumerate(FORMATS.values())}
_DTYPES = tuple(form.dtype for form in FORMATS.values())
_NAMES = tuple(FORMATS)
_HIGH = 32 if sys.byteorder == "little" else 0  # shift of the second of two int32 fields
_LOW = 32 - _HIGH

_OK, _UNSUPPORTED, _INVALID, _NO_MEMORY, _FAILED, _OVERLAP = range(6)
_CACHED_CALLS = 1024
_CACHED_LAYOUTS = 64  # limit per call
_LIMIT = 1 << 63
_MOST_THREADS = 256
_address_of = ctypes.addressof
_first_byte: Callable[[Any], ctypes.c_char] = ctypes.c_char.from_buffer
"""Return the first byte of an array.

Raises an error if the array is read-only, empty, not C-contiguous, or has a dtype that is not built
into NumPy.
"""


class _Attribute(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("values", ctypes.POINTER(ctypes.c_int64)),
        ("count", ctypes.c_int64),
        ("numbers", ctypes.POINTER(ctypes.c_double)),
        ("text", ctypes.c_char_p),
    )


class _Call(ctypes.Structure):
    _fields_ = (
        ("op", ctypes.c_char_p),
        ("attributes", ctypes.POINTER(_Attribute)),
        ("attribute_count", ctypes.c_int32),
        ("input_count", ctypes.c_int32),
        ("output_count", ctypes.c_int32),
        ("threads", ctypes.c_int32),
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """Shapes and strides of operands, and `sb_array` structures without data pointers."""

    sizes: array[int]
    structs: array[int]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A call as a structure for the library.

    It also keeps the `Call` object alive, because its id is the key in the cache.
    """

    call: Call
    struct: _Call
    address: int
    input_count: int
    codes: tuple[int, ...]
    dtypes: tuple[np.dtype[Any], ...]
    quick: Quick
    layouts: dict[tuple[object, ...], _Layout] = field(default_factory=dict)

    def layout(self, key: tuple[object, ...], operands: Sequence[Array]) -> _Layout:
        """Return the layout of the operands' shapes and strides, and cache it under `key`."""
        dimensions: list[int] = []
        for x in operands:
            dimensions += x.shape
            dimensions += x.strides
        sizes = array("q", dimensions)
        place = sizes.buffer_info()[0]
        structs = array("Q")
        for x, code in zip(operands, self.codes, strict=True):
            structs.extend((0, place, place + 8 * x.ndim, (x.ndim << _LOW) | (code << _HIGH)))
            place += 16 * x.ndim
        if len(self.layouts) >= _CACHED_LAYOUTS:
            self.layouts.clear()
        made = self.layouts[key] = _Layout(sizes, structs)
        return made


def _attribute(name: str, value: AttributeValue) -> _Attribute:
    """Return the structure of an attribute: integers, one binary64 number, or a text."""
    if isinstance(value, float):
        return _Attribute(name.encode(), None, 1, (ctypes.c_double * 1)(value), None)
    if isinstance(value, str):
        return _Attribute(name.encode(), None, 1, None, value.encode())
    values: tuple[object, ...] = value if isinstance(value, tuple) else (value,)
    whole = [int(v) for v in values if isinstance(v, int) and -_LIMIT <= v < _LIMIT]
    if len(whole) != len(values):
        raise BackendError(
            f"the C backend cannot pass {name}={value!r} to a kernel: an attribute must be a "
            "float, a text, or integers of 64 bits"
        )
    return _Attribute(name.encode(), (ctypes.c_int64 * len(whole))(*whole), len(whole), None, None)


def _decline(inputs: Sequence[Array], outputs: Sequence[Array], /) -> bool:
    """Return False. This function is used if there is no extension module."""
    return False


def _prepare(call: Call, threads: int, run: int, extension: Extension | None) -> _Prepared:
    """Return a call as a structure for the library.

    `threads` is the address of the session's number of threads, and `run` is the address of sb_run.
    """
    given = [_attribute(k, v) for k, v in call.attributes.items() if v is not None]
    attributes = (_Attribute * len(given))(*given)
    struct = _Call(call.op.encode(), attributes, len(given), len(call.inputs), len(call.outputs))
    codes = tuple(_CODES[f] for f in (*call.inputs, *call.outputs))
    dtypes = tuple(_DTYPES[code] for code in codes)
    address, count = ctypes.addressof(struct), len(call.inputs)
    quick = extension and extension.prepare(run, address, threads, count, codes, dtypes, np.ndarray)
    return _Prepared(call, struct, address, count, codes, dtypes, quick or _decline)


class CSession:
    """A session on an instruction set (see `samebits.backends.protocol.ConfigurableSession`).

    Several threads may run calls simultaneously. NumPy's floating-point state is not changed.
    """

    forks = True
    shares_all = False
    """For tests: run exactly the number of threads that `configure` set, even for little work."""

    def __init__(self, device: str, library: ctypes.CDLL) -> None:
        self.device = device
        self._library = library
        self._run = library.sb_run
        self._run_address = ctypes.cast(library.sb_run, ctypes.c_void_p).value or 0
        self._extension = load_extension(fact(library, "source_digest"))
        self._threads = ctypes.c_int32(0)
        self._prepared: dict[int, _Prepared] = {}

    def __enter__(self) -> CSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._prepared = {}

    def supports(self, call: Call) -> Support:
        """Return whether there is a kernel for the op, its version and these formats."""
        declared = all_ops().get(call.op)
        if declared is None:
            return Unsupported(f"the C backend has no kernel for {call.op}[{call.label}]")
        if call.version != declared.version:
            return Unsupported(f"version {call.version} of {call.op} has no kernel")
        inputs = (ctypes.c_int32 * len(call.inputs))(*(_CODES[f] for f in call.inputs))
        outputs = (ctypes.c_int32 * len(call.outputs))(*(_CODES[f] for f in call.outputs))
        status = self._library.sb_supports(
            call.op.encode(), inputs, len(inputs), outputs, len(outputs)
        )
        if status == _OK:
            return Supported()
        return Unsupported(f"the C backend has no kernel for {call.op}[{call.label}]")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call on arrays with any strides and alignment.

        If an output shares memory with an input, the result is the same as if the input had been
        copied first. Raises CallError if the call is an error (clause C2), and BackendError for
        other failures, both with the library's message.
        """
        entry = self._prepared.get(id(call))
        if entry is None:  # an id is not reused while its entry keeps the call alive
            entry = self._remember(call)
        if entry.quick(inputs, outputs):
            return
        status, message = self._call(entry, inputs, outputs)
        if status == _OVERLAP:
            status, message = self._call(entry, [x.copy() for x in inputs], outputs)
        if status != _OK:
            kind = CallError if status == _INVALID else BackendError
            raise kind(f"c:{self.device}: {message}")

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """Return the call as a C function, or `otherwise` if that is not possible.

        It is possible if there is a kernel and the extension module is available. See
        `samebits.backends.protocol.PreparingSession`.
        """
        if self._extension is None or not self.supports(call):
            return otherwise
        return self._direct(self._entry(call), otherwise, broadcast=broadcast) or otherwise

    def _direct(
        self, entry: _Prepared, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall | None:
        """Return a cached call as a C function.

        Returns None if the extension module is missing or declines.
        """
        if self._extension is None:
            return None
        place, arguments = ctypes.addressof(self._threads), (entry.codes, entry.dtypes, np.ndarray)
        return self._extension.direct(
            *(self._run_address, entry.address, place, entry.input_count, *arguments),
            *(broadcast, exchange_of, otherwise, (entry, self._threads, self._library)),
        )

    def prepare_seeded(self, call: Call, otherwise: SeededCall) -> SeededCall:
        """Return a prepared call that takes the two words of the seed as its first argument.

        See `samebits.backends.protocol.SeedingSession`. While a large draw runs, other threads may
        run Python. So a lock makes a second draw by the same call wait until the first has ended.
        """
        if self._extension is None or not self.supports(call):
            return otherwise
        entry, lock = self._entry(call), Lock()
        given = [name for name, value in call.attributes.items() if value is not None]
        words = entry.struct.attributes[given.index("seed")].values

        def unusual(*operands: object) -> None:
            otherwise((words[0], words[1]), *operands)

        run = self._direct(entry, unusual)
        if run is None:
            return otherwise

        def seeded(seed: tuple[int, int], *operands: object) -> None:
            with lock:
                words[0], words[1] = seed
                run(*operands)

        return seeded

    def environment(self) -> Mapping[str, str]:
        """Return facts about the build, the number of threads, and how calls run (`calls`)."""
        names = ("isa", "compiler", "flags", "source_digest")
        return {
            **{name: fact(self._library, name) for name in names},
            "threads": str(abs(self._threads.value) or "all"),
            "calls": "extension" if self._extension else "ctypes",
        }

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the maximum number of threads for the following runs (0 = one for each processor).

        Calls with little work run on one thread, and there are never more threads than processors.
        The number also applies to calls that are already prepared. Raises BackendError for a
        negative number. `stream` is ignored on a CPU.
        """
        if threads is not None:
            if threads < 0:
                raise BackendError(f"threads={threads} must be 0 (all) or a positive number")
            most = min(threads, _MOST_THREADS)
            self._threads.value = -most if self.shares_all and threads > 1 else most

    def _remember(self, call: Call) -> _Prepared:
        require_declared(call)  # the library has fewer attribute types than clause A1
        if len(self._prepared) >= _CACHED_CALLS:
            self._prepared = {}
        entry = self._prepared[id(call)] = self._entry(call)
        return entry

    def _entry(self, call: Call) -> _Prepared:
        place = ctypes.addressof(self._threads)
        return _prepare(call, place, self._run_address, self._extension)

    def _call(
        self, entry: _Prepared, inputs: Sequence[Array], outputs: Sequence[Array]
    ) -> tuple[int, str]:
        count = entry.input_count
        operands = (*inputs, *outputs)
        if len(inputs) != count or len(operands) != len(entry.codes):
            raise BackendError(
                f"{entry.call}: pass {count} inputs and {len(entry.codes) - count} outputs, not "
                f"{len(operands)} arrays"
            )
        key = tuple([(x.shape, x.strides) for x in operands])
        layout = entry.layouts.get(key) or entry.layout(key, operands)
        structs = layout.structs[:]
        word = 0
        for x, dtype in zip(operands, entry.dtypes, strict=True):
            if x.dtype is not dtype:
                _check_format(entry, x, word // 4)
            try:  # several times faster than other ways to get the address
                structs[word] = _address_of(_first_byte(x))
            except (TypeError, ValueError):
                structs[word] = _address(x)
            word += 4
        for x in outputs:
            if not x.flags.writeable:
                raise BackendError(f"{entry.call}: an output array is read-only")
        entry.struct.threads = self._threads.value
        start = structs.buffer_info()[0]
        status: int = self._run(entry.address, start, start + 32 * count, None, 0)
        if status in (_OK, _OVERLAP):
            return status, ""
        message = ctypes.create_string_buffer(256)  # run again to get the message
        status = self._run(entry.address, start, start + 32 * count, message, 256)
        return status, message.value.decode(errors="replace")


def _check_format(entry: _Prepared, x: Array, operand: int) -> None:
    code = entry.codes[operand]
    if _DTYPE_CODES.get(x.dtype) != code:
        raise BackendError(
            f"{entry.call}: operand {operand} has dtype {x.dtype}, but must be {_NAMES[code]}"
        )


def _address(x: Array) -> int:
    """Return the address of an array that is read-only, empty, strided or of an ml_dtypes type."""
    flags = x.flags
    if x.size and flags.c_contiguous and flags.writeable and x.dtype.isbuiltin != 1:
        return _address_of(_first_byte(x.view(f"u{x.itemsize}")))
    pointer: int = x.__array_interface__["data"][0]
    return pointer


assert ctypes.sizeof(ctypes.c_void_p) == 8, "the C backend needs a 64-bit Python"
assert np.dtype(np.intp).itemsize == 8
