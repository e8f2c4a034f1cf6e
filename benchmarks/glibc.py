"""glibc's scalar functions, called for each element by a C loop that is compiled here.

The loop is compiled on first use. It takes the function as a pointer, so that the compiler can
neither replace the call nor vectorise it. Each element takes one call, and results are stored.
"""

from __future__ import annotations

import ctypes
import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

from samebits.backends.protocol import Array
from samebits.benchmarks.peers import BenchmarkError
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format

_LOOPS = """
#define LOOPS(T)                                                              \\
    void unary_##T(T (*f)(T), const T *x, T *y, long n)                       \\
    {                                                                         \\
        for (long i = 0; i < n; i++)                                          \\
            y[i] = f(x[i]);                                                   \\
    }                                                                         \\
    void binary_##T(T (*f)(T, T), const T *a, const T *b, T *y, long n)       \\
    {                                                                         \\
        for (long i = 0; i < n; i++)                                          \\
            y[i] = f(a[i], b[i]);                                             \\
    }
LOOPS(float)
LOOPS(double)
"""

_TYPES = {"f32": ("float", "f"), "f64": ("double", "")}
"""For each format: the C type, and the suffix of the names of its functions."""


def _c_library() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("libm.so.6")
    except OSError:
        raise BenchmarkError("glibc (libm.so.6) is missing; choose another subject") from None


def glibc_version() -> str:
    """Return the version that the installed glibc reports."""
    state = ctypes.CDLL(None).gnu_get_libc_version
    state.restype = ctypes.c_char_p
    version: bytes = state()
    return version.decode()


def c_compiler() -> str:
    """Return the command of the C compiler. Raises BenchmarkError if there is no compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise BenchmarkError("no C compiler: install gcc, or set CC, to measure C's functions")
    return compiler


@functools.cache
def _loops() -> ctypes.CDLL:
    """Return the compiled loops. The compiler must not replace the calls by builtins."""
    compiler = c_compiler()
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "loops.c"), Path(folder, "loops.so")
        source.write_text(_LOOPS)
        flags = ("-O2", "-fno-builtin", "-shared", "-fPIC")
        command = [compiler, *flags, "-o", str(library), str(source)]
        ended = subprocess.run(command, check=False, capture_output=True, text=True)
        if ended.returncode:
            raise BenchmarkError(f"{compiler} cannot compile a loop: {ended.stderr.strip()[:200]}")
        return ctypes.CDLL(str(library))


def has_glibc(op: str, label: str = "f32") -> bool:
    """Return whether glibc has a function of one or two numbers with the op's name."""
    of_numbers = get_op(op).op_class == "round" and len(get_op(op).operands) <= 2
    return of_numbers and hasattr(_c_library(), op + _TYPES[label][1])


def glibc_function(op: str, threads: int = 1, label: str = "f32") -> Callable[..., Array] | None:
    """Return glibc's scalar function as a function of arrays, or None if glibc lacks it.

    `label` is f32 or f64. For f32 the name of the C function ends in f. Only recent versions have
    sinpi, cospi and rsqrt. The returned function takes one or two contiguous arrays of that format
    and the output array, which it returns. The elements are divided among the threads.
    """
    if not has_glibc(op, label):
        return None
    return each_element(getattr(_c_library(), op + _TYPES[label][1]), op, threads, label)


def each_element(function: Any, op: str, threads: int, label: str) -> Callable[..., Array]:
    """Return a scalar C function of f32 or f64, given by ctypes, as a function of arrays."""
    kind, _ = _TYPES[label]
    width = get_format(label).dtype.itemsize
    address = ctypes.cast(function, ctypes.c_void_p)
    operands = "unary" if len(get_op(op).operands) == 1 else "binary"
    loop = getattr(_loops(), f"{operands}_{kind}")
    pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def piece(arrays: tuple[Array, ...], low: int, high: int) -> None:
        places = [ctypes.c_void_p(x.ctypes.data + width * low) for x in arrays]
        loop(address, *places, ctypes.c_long(high - low))

    def run(*arrays: Array) -> Array:
        size = arrays[-1].size
        if pool is None:
            piece(arrays, 0, size)
            return arrays[-1]
        cuts = [size * i // threads for i in range(threads + 1)]
        spans = pairwise(cuts)
        for job in [pool.submit(piece, arrays, *span) for span in spans]:
            job.result()
        return arrays[-1]

    return run
