"""The floating-point environment of the caller changes no bit of the front end (C1.3)."""

from __future__ import annotations

import platform
import sys

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
X = {
    form: np.linspace(-1e-39, 1e-39, 33).astype(form)
    for form in (np.float32, snp.bfloat16, np.float64)
}


def everything() -> str:
    """One digest of host scalars in each format, by the op that takes them and by R4.5 itself."""
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
