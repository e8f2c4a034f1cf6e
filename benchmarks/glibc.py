"""glibc's scalar float functions, called for each element by a loop that is compiled here.

The loop is compiled when it is first needed. It takes the function as a pointer, so that the
compiler can neither replace the call nor vectorise it: one call an element, results stored.
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

from samebits.backends.protocol import Array
from samebits.benchmarks.peers import BenchmarkError
from samebits.spec.catalog import get_op

_LOOPS = """
void unary(float (*f)(float), const float *x, float *y, long n)
{
    for (long i = 0; i < n; i++)
        y[i] = f(x[i]);
}
void binary(float (*f)(float, float), const float *a, const float *b, float *y, long n)
{
    for (long i = 0; i < n; i++)
        y[i] = f(a[i], b[i]);
}
"""


def _c_library() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("libm.so.6")
    except OSError:
        raise BenchmarkError("no glibc here (libm.so.6): choose another subject") from None


def glibc_version() -> str:
    """Version of the C library, as it states it."""
    state = ctypes.CDLL(None).gnu_get_libc_version
    state.restype = ctypes.c_char_p
    version: bytes = state()
    return version.decode()


@functools.cache
def _loops() -> ctypes.CDLL:
    """The loops above, compiled by the C compiler at hand without a right to replace the calls."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise BenchmarkError("no C compiler: install gcc, or set CC, to measure glibc's functions")
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "loops.c"), Path(folder, "loops.so")
        source.write_text(_LOOPS)
        flags = ("-O2", "-fno-builtin", "-shared", "-fPIC")
        command = [compiler, *flags, "-o", str(library), str(source)]
        ended = subprocess.run(command, check=False, capture_output=True, text=True)
        if ended.returncode:
            raise BenchmarkError(f"{compiler} cannot compile a loop: {ended.stderr.strip()[:200]}")
        return ctypes.CDLL(str(library))


def has_glibc(op: str) -> bool:
    """Whether the C library has a function of one or two floats of the op's name."""
    of_floats = get_op(op).op_class == "round" and len(get_op(op).operands) <= 2
    return of_floats and hasattr(_c_library(), f"{op}f")


def glibc_function(op: str, threads: int = 1) -> Callable[..., Array] | None:
    """glibc's scalar float function called for each element, or None where there is none.

    It is the one of the op's name with an f; sinpif, cospif and rsqrtf are in late versions only.
    Takes one or two contiguous binary32 arrays and the output, which it returns. With more threads
    the elements are cut into as many runs.
    """
    if not has_glibc(op):
        return None
    address = ctypes.cast(getattr(_c_library(), f"{op}f"), ctypes.c_void_p)
    loop = _loops().unary if len(get_op(op).operands) == 1 else _loops().binary
    pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def piece(arrays: tuple[Array, ...], low: int, high: int) -> None:
        places = [ctypes.c_void_p(x.ctypes.data + 4 * low) for x in arrays]
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
