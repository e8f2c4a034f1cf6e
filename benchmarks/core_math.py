"""CORE-MATH's scalar functions, which are correctly rounded, compiled from a checkout.

Its repository (gitlab.inria.fr/core-math/core-math) has a file for each function and format. The
files are compiled for this processor, and a loop calls the function for each element, as for glibc.
(A. Sibidanov, P. Zimmermann, S. Glondu, "The CORE-MATH project", ARITH 2022.)
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from samebits.backends.protocol import Array
from samebits.benchmarks.glibc import c_compiler, each_element
from samebits.benchmarks.peers import BenchmarkError

_FOLDERS = {"f32": ("binary32", "f"), "f64": ("binary64", "")}
"""For each format: the folder of its functions, and the suffix of their names."""


def core_math_function(
    checkout: Path, op: str, threads: int = 1, label: str = "f64"
) -> Callable[..., Array] | None:
    """Return CORE-MATH's function as a function of arrays, or None if the checkout lacks it.

    The returned function takes one or two contiguous arrays of f32 or f64 and the output array,
    which it returns. Raises BenchmarkError if the folder is not a checkout of CORE-MATH, or if the
    function does not compile.
    """
    folder, ending = _FOLDERS[label]
    functions = checkout / "src" / folder
    if not functions.is_dir():
        raise BenchmarkError(
            f"{checkout} is not a checkout of CORE-MATH: it has no folder src/{folder}; "
            "clone gitlab.inria.fr/core-math/core-math and name it with --core-math"
        )
    source = functions / op / f"{op}{ending}.c"
    if not source.is_file():
        return None
    with tempfile.TemporaryDirectory() as made:
        library = Path(made, "function.so")
        flags = ("-O3", "-march=native", "-shared", "-fPIC")
        command = [c_compiler(), *flags, "-o", str(library), str(source), "-lm"]
        ended = subprocess.run(command, check=False, capture_output=True, text=True)
        if ended.returncode:
            raise BenchmarkError(f"{source} does not compile: {ended.stderr.strip()[:200]}")
        function = getattr(ctypes.CDLL(str(library)), f"cr_{op}{ending}")
    return each_element(function, op, threads, label)
