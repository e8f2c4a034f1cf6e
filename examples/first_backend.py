"""A backend in one file: addition and multiplication of binary32 by NumPy, nothing else.

Judge it from this folder:

    samebits certify --backend py:first_backend:backend --op add --op mul --format f32
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType

import numpy as np

from samebits.backends.checks import check_call
from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    Device,
    Support,
    Supported,
    Unsupported,
)
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits
from samebits.spec.language.call import Call

FUNCTIONS = {"add": np.add, "mul": np.multiply}

LIBM = ctypes.CDLL(None)
DEFAULT_ENVIRONMENT = ctypes.c_void_p(-1)  # FE_DFL_ENV of glibc and musl


@contextmanager
def default_environment() -> Iterator[None]:
    """Clause S5: whatever rounding mode or flushing the caller has set, compute without it."""
    saved = ctypes.create_string_buffer(64)  # a fenv_t, with room to spare
    LIBM.fegetenv(saved)
    LIBM.fesetenv(DEFAULT_ENVIRONMENT)
    try:
        yield
    finally:
        LIBM.fesetenv(saved)


class FirstSession:
    """An open device: says what it supports, and runs it."""

    def supports(self, call: Call) -> Support:
        """Asked for every planned case before anything runs."""
        if call.op not in FUNCTIONS:
            return Unsupported(f"no {call.op} yet")
        if call.label != "f32":
            return Unsupported("binary32 only")
        return Supported()

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Write every element of the output. Any strides; the output comes poisoned."""
        check_call(call, inputs, outputs)  # clause C2: errors are refused, and nothing written
        with default_environment(), np.errstate(all="ignore"):
            result = FUNCTIONS[call.op](*inputs)
        # Clause S1: every NaN result is the canonical one; x86 would give ffc00000.
        outputs[0][...] = from_bits(canonicalize_nan(bits_of(result), "f32"), "f32")

    def environment(self) -> Mapping[str, str]:
        """Return the facts that a report states about this backend."""
        return {"numpy": np.__version__}

    def __enter__(self) -> FirstSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


class FirstBackend:
    """The maker of sessions."""

    name = "first"
    version = "0.1"
    protocol = PROTOCOL_VERSION
    promises_bits = True  # front ends compute on it

    def devices(self) -> Sequence[Device]:
        """One device."""
        return [Device("cpu", "NumPy on the processor")]

    def open(self, device: str) -> FirstSession:
        """Open it."""
        return FirstSession()


backend = FirstBackend()
