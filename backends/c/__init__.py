"""The C backend: canonical kernels in C11, one shared library for each instruction set.

Its devices are the instruction sets `baseline`, `avx2` and `avx512`. They are compiled from the
same sources and must return the same bits. Each is certified separately. The entry point `c` of the
group `samebits.backends` names the object `backend`.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.c.library import DEVICES, load_library, unavailable
from samebits.backends.c.session import CSession
from samebits.backends.protocol import PROTOCOL_VERSION, BackendError, Device
from samebits.common.release import suite_version

_DESCRIPTIONS = {
    "baseline": "portable code, no SIMD beyond what every processor of this kind has",
    "avx2": "x86-64 with AVX2 and FMA",
    "avx512": "x86-64 with AVX-512 F, BW, DQ and VL",
}


class CBackend:
    """The backend `c` (see `samebits.backends.protocol.Backend`)."""

    name = "c"
    protocol = PROTOCOL_VERSION
    promises_bits = True

    @property
    def version(self) -> str:
        """Return the version of the distribution."""
        return suite_version()

    def devices(self) -> Sequence[Device]:
        """Return every instruction set. An unavailable one states the reason."""
        found = []
        for name in DEVICES:
            reason = unavailable(name)
            found.append(Device(name, _DESCRIPTIONS[name], not reason, reason))
        return found

    def open(self, device: str) -> CSession:
        """Open a session on an instruction set.

        Raises BackendError if it is unknown or unavailable, or if its library is stale.
        """
        if device not in DEVICES:
            raise BackendError(f"backend c has no device {device!r}; known: {', '.join(DEVICES)}")
        reason = unavailable(device)
        if reason:
            raise BackendError(f"c:{device} is not available: {reason}")
        return CSession(device, load_library(device))


backend = CBackend()
