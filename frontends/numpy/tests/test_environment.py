"""The floating-point environment of the caller changes no bit of the front end (C1.3)."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.backends.c.tests.test_environment import (
    CHOP,
    DENORMALS_ARE_ZERO,
    DOWN,
    FLUSH,
    UP,
    mxcsr_bits,
)
from samebits.numpy import signatures, values

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64") or not sys.platform.startswith("linux"),
    reason="sets MXCSR through the C library of x86-64 Linux",
)

SCALARS = (1e-46, 1e-40, -1e-40, 5e-324, -5e-324, 0.1, 1 / 3, 1e-310, 0.0, -0.0, 1 + 2.0**-24)


def spread(form: Any, kind: type[np.signedinteger[Any]], normal: int) -> np.ndarray[Any, Any]:
    """Return subnormal and small normal numbers of both signs.

    They are made from their bits, because arithmetic of NumPy would depend on a hostile
    environment.
    """
    bits = np.arange(33, dtype=kind) * kind(normal // 30)
    bits[::2] |= np.iinfo(kind).min
    return bits.view(form)


X = {
    np.float32: spread(np.float32, np.int32, 1 << 23),
    snp.bfloat16: spread(snp.bfloat16, np.int16, 1 << 7),
    np.float64: spread(np.float64, np.int64, 1 << 52),
}


def everything() -> str:
    """Return one digest for host scalars in each format, by ops with scalars and by R4.5."""
    results = []
    for x in X.values():
        for scalar in SCALARS:
            results += [snp.add(x, scalar), snp.maximum(x, scalar), snp.less(x, scalar)]
    results += [snp.random.normal(9, seed=1), snp.softmax(X[np.float32])]
    return snp.digest(*results)


@pytest.mark.parametrize("bits", [FLUSH | DENORMALS_ARE_ZERO, DOWN, UP, CHOP | FLUSH])
def test_C1_3_host_scalars_have_the_same_bits_in_any_environment(bits: int) -> None:
    wanted = everything()
    signatures._CALLS.clear()
    values._pattern.cache_clear()
    with mxcsr_bits(bits):
        found = everything()
    assert found == wanted


LIBRARY = """
#include <xmmintrin.h>
__attribute__((constructor)) static void set(void) { _mm_setcsr(_mm_getcsr() | BITS); }
"""
PROGRAM = """
import ctypes, sys
if sys.argv[1]:
    ctypes.CDLL(sys.argv[1])
import numpy as np
import samebits.numpy as snp
x = (np.arange(33, dtype=np.int32) * 300000).view(np.float32)
results = [snp.add(x, s) for s in (1e-46, 1e-40, 0.1, -0.0)]
results += [snp.softmax(x), snp.exp(x), snp.random.normal(9, seed=1)]
print(snp.digest(*results))
"""


@pytest.mark.parametrize("bits", [FLUSH | DENORMALS_ARE_ZERO, UP])
def test_C1_3_an_environment_that_was_set_before_the_import_changes_no_bit(
    bits: int, tmp_path: Path
) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    source, library = tmp_path / "set.c", tmp_path / "libset.so"
    source.write_text(LIBRARY)
    command = [compiler, "-shared", "-fPIC", f"-DBITS={bits}", str(source), "-o", str(library)]
    subprocess.run(command, check=True)

    def run(preloaded: str) -> str:
        command = [sys.executable, "-c", PROGRAM, preloaded]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert run(str(library)) == run("")
