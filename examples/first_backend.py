"""A complete backend in one file: addition and multiplication of binary32 with NumPy.

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
    """Compute in the default floating-point environment, whatever the caller has set (S5)."""
    saved = ctypes.create_string_buffer(64)  # larger than a fenv_t
    LIBM.fegetenv(saved)
    LIBM.fesetenv(DEFAULT_ENVIRONMENT)
    try:
        yield
    finally:
        LIBM.fesetenv(saved)


class FirstSession:
    """An open device: it says which calls it supports, and runs them."""

    def supports(self, call: Call) -> Support:
        """Return whether `run` accepts a call. The judge asks for all planned cases first."""
        if call.op not in FUNCTIONS:
            return Unsupported(f"no {call.op} yet")
        if call.label != "f32":
            return Unsupported("binary32 only")
        return Supported()

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Write every element of the output, which is filled with poison.

        Arrays may have any strides.
        """
        check_call(call, inputs, outputs)  # clause C2: refuse errors before writing
        with default_environment(), np.errstate(all="ignore"):
            result = FUNCTIONS[call.op](*inputs)
        # Clause S1: every NaN result is the canonical NaN; x86 would return ffc00000.
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
    """The backend: it lists its devices and opens sessions."""

    name = "first"
    version = "0.1"
    protocol = PROTOCOL_VERSION
    promises_bits = True  # front ends may compute on it

    def devices(self) -> Sequence[Device]:
        """Return the only device."""
        return [Device("cpu", "NumPy on the processor")]

    def open(self, device: str) -> FirstSession:
        """Open the device."""
        return FirstSession()


backend = FirstBackend()
