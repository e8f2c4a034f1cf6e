"""The first values of functions of two operands keep the error that their rounding test assumes.

A first value that is off by more shows in the results only where a midpoint happens to lie between
it and the exact value, once in many millions of pairs; the error itself shows at once.
"""

import ctypes
import os
import shlex
import subprocess
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.c.library import SOURCES
from samebits.backends.c.tests.programs import load

HERE = Path(__file__).resolve().parent
BOUND = 2.0**-44
"""Relative error that decide_lanes.h and decide.h allow a first value."""

fuzz = load(HERE / "fuzz.py")
pairs = fuzz.two_operands


def first_values(session, op, folder):
    """The two functions of first_values.c, compiled as the library of the session is."""
    library = folder / f"{op}.so"
    flags = shlex.split(session.environment()["flags"])
    subprocess.run(
        [
            *shlex.split(os.environ.get("CC") or "cc"), "-std=c11", *flags, "-shared", "-fPIC",
            "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-Wno-unused-function",
            f'-DKERNEL="kernels/{op}.c"', f"-I{SOURCES / 'src'}", f"-I{SOURCES / 'include'}",
            "-o", str(library), str(HERE / "first_values.c"), "-lm",
        ],
        check=True,
    )  # fmt: skip
    return ctypes.CDLL(str(library))


def ordinary_pairs(op):
    """Pairs with a normal result, and the result in long double; whole vectors of them."""
    inputs = pairs.operands(op, np.random.default_rng(1), pairs.CHUNK)
    with np.errstate(all="ignore"):
        value, _ = pairs.OPS[op][0](*(v.astype(np.longdouble) for v in inputs))
        rounded = value.astype(np.float32)
    places = pairs.ordinary(inputs, rounded.view(np.uint32))
    places = places[: len(places) // 64 * 64]
    assert len(places) > 50_000
    return [v[places] for v in inputs], value[places]


@pytest.mark.skipif(
    np.finfo(np.longdouble).nmant < 63,
    reason="long double is no wider than binary64 here: the first values of pow, atan2, hypot and"
    " logaddexp are not measured",
)
@pytest.mark.parametrize("op", sorted(pairs.OPS))
def test_R2_first_values_are_as_near_as_the_rounding_test_assumes(op, session, tmp_path):
    library = first_values(session, op, tmp_path)
    inputs, right = ordinary_pairs(op)
    for function, dtype in ((library.first_f32, np.float32), (library.first_f64, np.float64)):
        operands = [v.astype(dtype) for v in inputs]
        found = np.empty(len(right))
        places = [ctypes.c_void_p(v.ctypes.data) for v in (*operands, found)]
        function(*places, ctypes.c_int64(len(right)))
        error = np.abs(found - right) / np.abs(right)
        # A NaN is a value left open. Where logaddexp cancels, both ends of its error round alike.
        good = np.isnan(found) | (error < BOUND)
        good |= (op == "logaddexp") & (found.astype(np.float32) == right.astype(np.float32))
        assert np.isnan(found).mean() < 0.25
        assert good.all(), f"{np.log2(float(error[~good].max())):.1f}: {operands[0][~good][0]!r}"
