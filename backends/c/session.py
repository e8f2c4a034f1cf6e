"""A session of the C backend: from a call and NumPy arrays to `sb_run` (include/samebits.h).

A call goes through the extension module first (extension.py), which takes the usual arrays in less
than a microsecond. What it declines, and everything where there is no such module, goes through
ctypes: that way takes all arrays and words all errors. There the structures are arrays of 64-bit
integers, and the shapes and strides that a call has seen are kept, since ctypes structures cost
more than the rest.
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
_HIGH = 32 if sys.byteorder == "little" else 0  # where the second of two int32 fields lies
_LOW = 32 - _HIGH

_OK, _UNSUPPORTED, _INVALID, _NO_MEMORY, _FAILED, _OVERLAP = range(6)
_CACHED_CALLS = 1024
_CACHED_LAYOUTS = 64  # of one call
_LIMIT = 1 << 63
_MOST_THREADS = 256
_address_of = ctypes.addressof
_first_byte: Callable[[Any], ctypes.c_char] = ctypes.c_char.from_buffer
"""Of a writable C-contiguous array with elements, of a type of NumPy's own; else it raises."""


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
    """Shapes and strides in memory, and arrays of the library that lack but their data."""

    sizes: array[int]
    structs: array[int]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A call as the library takes it; `call` keeps alive the object whose id is the key."""

    call: Call
    struct: _Call
    address: int
    input_count: int
    codes: tuple[int, ...]
    dtypes: tuple[np.dtype[Any], ...]
    quick: Quick
    layouts: dict[tuple[object, ...], _Layout] = field(default_factory=dict)

    def layout(self, key: tuple[object, ...], operands: Sequence[Array]) -> _Layout:
        """Lay out the operands' shapes and strides, whose `key` names them from now on."""
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
    """Integers, booleans and tuples of integers by value; floats as binary64; words as text."""
    if isinstance(value, float):
        return _Attribute(name.encode(), None, 1, (ctypes.c_double * 1)(value), None)
    if isinstance(value, str):
        return _Attribute(name.encode(), None, 1, None, value.encode())
    values: tuple[object, ...] = value if isinstance(value, tuple) else (value,)
    whole = [int(v) for v in values if isinstance(v, int) and -_LIMIT <= v < _LIMIT]
    if len(whole) != len(values):
        raise BackendError(f"the C backend takes no attribute like this one: {name}={value!r}")
    return _Attribute(name.encode(), (ctypes.c_int64 * len(whole))(*whole), len(whole), None, None)


def _decline(inputs: Sequence[Array], outputs: Sequence[Array], /) -> bool:
    """In place of what the extension module makes of a call."""
    return False


def _prepare(call: Call, threads: int, run: int, extension: Extension | None) -> _Prepared:
    """`threads` is where the session's number of threads is, `run` where sb_run is."""
    given = [_attribute(k, v) for k, v in call.attributes.items() if v is not None]
    attributes = (_Attribute * len(given))(*given)
    struct = _Call(call.op.encode(), attributes, len(given), len(call.inputs), len(call.outputs))
    codes = tuple(_CODES[f] for f in (*call.inputs, *call.outputs))
    dtypes = tuple(_DTYPES[code] for code in codes)
    address, count = ctypes.addressof(struct), len(call.inputs)
    quick = extension and extension.prepare(run, address, threads, count, codes, dtypes, np.ndarray)
    return _Prepared(call, struct, address, count, codes, dtypes, quick or _decline)


class CSession:
    """An open instruction set (see `samebits.backends.protocol.ConfigurableSession`).

    Calls may come from several threads at once. NumPy's floating-point state is left as it is.
    """

    forks = True
    shares_all = False
    """For tests: run as many threads as `configure` says, however small the work is."""

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
        """Whether there is a kernel for the op with these formats."""
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
        """Compute the call; arrays may have any strides and alignment.

        An output that shares memory with an input works as if the input had been copied first.
        Raises CallError where the call is an error (clause C2), and BackendError, both with the
        library's message.
        """
        entry = self._prepared.get(id(call))
        if entry is None:  # an id is not used again while its entry keeps the call alive
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
        """The call as a C function; `otherwise` without a kernel or the extension module.

        See `samebits.backends.protocol.PreparingSession`.
        """
        if self._extension is None or not self.supports(call):
            return otherwise
        return self._direct(self._entry(call), otherwise, broadcast=broadcast) or otherwise

    def _direct(
        self, entry: _Prepared, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall | None:
        """The entry as a C function; None without the extension module, or where it takes none."""
        if self._extension is None:
            return None
        place, arguments = ctypes.addressof(self._threads), (entry.codes, entry.dtypes, np.ndarray)
        return self._extension.direct(
            *(self._run_address, entry.address, place, entry.input_count, *arguments),
            *(broadcast, exchange_of, otherwise, (entry, self._threads, self._library)),
        )

    def prepare_seeded(self, call: Call, otherwise: SeededCall) -> SeededCall:
        """One prepared call, whose two words of the seed are written before each run.

        See `samebits.backends.protocol.SeedingSession`. A large draw lets other threads run
        Python, so a second draw by the same call waits until it has read the words.
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
        """Facts of the build: isa, compiler, flags, source_digest; threads; and how calls go."""
        names = ("isa", "compiler", "flags", "source_digest")
        return {
            **{name: fact(self._library, name) for name in names},
            "threads": str(abs(self._threads.value) or "all"),
            "calls": "extension" if self._extension else "ctypes",
        }

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set how many threads the following runs have at most (0 = one for each processor).

        Small work is left to one thread, and no more run than there are processors. It applies to
        calls that are prepared already, too. Raises BackendError for a negative number; a stream
        has no meaning on a CPU.
        """
        if threads is not None:
            if threads < 0:
                raise BackendError(f"the number of threads cannot be {threads}")
            most = min(threads, _MOST_THREADS)
            self._threads.value = -most if self.shares_all and threads > 1 else most

    def _remember(self, call: Call) -> _Prepared:
        require_declared(call)  # the library's attributes have fewer types than those of A1
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
                f"{entry.call}: {count} inputs and {len(entry.codes) - count} outputs wanted"
            )
        key = tuple([(x.shape, x.strides) for x in operands])
        layout = entry.layouts.get(key) or entry.layout(key, operands)
        structs = layout.structs[:]
        word = 0
        for x, dtype in zip(operands, entry.dtypes, strict=True):
            if x.dtype is not dtype:
                _check_format(entry, x, word // 4)
            try:  # several times faster than any other way to the address
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
        message = ctypes.create_string_buffer(256)  # nothing was written: ask again, for the reason
        status = self._run(entry.address, start, start + 32 * count, message, 256)
        return status, message.value.decode(errors="replace")


def _check_format(entry: _Prepared, x: Array, operand: int) -> None:
    code = entry.codes[operand]
    if _DTYPE_CODES.get(x.dtype) != code:
        raise BackendError(f"{entry.call}: {_NAMES[code]} wanted, got dtype {x.dtype}")


def _address(x: Array) -> int:
    """Where the data of any array is: read-only, empty, strided, or of a type of ml_dtypes."""
    flags = x.flags
    if x.size and flags.c_contiguous and flags.writeable and x.dtype.isbuiltin != 1:
        return _address_of(_first_byte(x.view(f"u{x.itemsize}")))
    pointer: int = x.__array_interface__["data"][0]
    return pointer


assert ctypes.sizeof(ctypes.c_void_p) == 8, "the C backend needs a 64-bit Python"
assert np.dtype(np.intp).itemsize == 8
