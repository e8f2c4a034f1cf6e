"""The CUDA backend: canonical kernels in CUDA C++, compiled by NVRTC through CuPy.

Its devices are:

- `gpu0`, `gpu1` ...: the GPUs of this computer.
- `emulated`: the same kernels and host code on the processor, one CUDA thread after another, so
  that every change is judged without a GPU.
- `emulated-checked`: also detects races, bad addresses and divergent barriers.
- `emulated-large`: has the grids, tiles and slices of a GPU with 132 multiprocessors.
- `sm_80` to `sm_120`: execute the instructions that ptxas makes for an architecture (sass/).

`backend` is the object of the entry point `cuda` in the group `samebits.backends`.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.machines import gpu
from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.cuda.sass import machine as machine_code
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt import emulated
from samebits.backends.protocol import PROTOCOL_VERSION, BackendError, Device
from samebits.common.release import suite_version

_FIRST = "gpu0"
_LARGE = 132
_MACHINE_CODE = {f"sm_{n}": n for n in machine_code.CAPABILITIES}
_EMULATED = {
    "emulated": "the kernels on this processor, one CUDA thread after the other",
    "emulated-checked": "the same, looking for races, bad addresses and divergent barriers",
    "emulated-large": "the same, with grids and slices as for a GPU of 132 multiprocessors",
}


class CudaBackend:
    """The backend `cuda` (see `samebits.backends.protocol.Backend`)."""

    name = "cuda"
    protocol = PROTOCOL_VERSION
    promises_bits = True

    @property
    def version(self) -> str:
        """Return the version of the distribution."""
        return suite_version()

    def devices(self) -> Sequence[Device]:
        """Return all GPUs, or one unavailable GPU with the reason. The emulated devices follow."""
        reason = gpu.missing_device()
        if reason:
            found = [Device(_FIRST, "a GPU, through CuPy", False, reason)]
        else:
            found = [Device(f"gpu{i}", gpu.device_name(i)) for i in range(gpu.device_count())]
        without = emulated.unavailable_reason()
        for name, text in _EMULATED.items():
            # The emulated device replaces a missing GPU. The checking one is slow, so the user
            # must name it.
            aside = not reason or name != "emulated"
            found.append(Device(name, text, not without, without, by_name=aside))
        lacks = machine_code.unavailable_reason()
        for name in _MACHINE_CODE:
            text = f"machine code of {name}, executed by this processor one instruction at a time"
            found.append(Device(name, text, not lacks, lacks, by_name=True))
        return found

    def open(self, device: str) -> CudaSession:
        """Open the device `NAME`, `cuda:NAME` or, for a GPU, its number.

        Raises BackendError if there is no such device, or if it is unavailable.
        """
        name = device.removeprefix("cuda:")
        name = f"gpu{name}" if name.isdigit() else name
        known = {found.name: found for found in self.devices()}
        if name not in known:
            raise BackendError(f"backend cuda has no device {device!r}; known: {', '.join(known)}")
        if not known[name].available:
            raise BackendError(f"cuda:{name} is not available: {known[name].reason}")
        return CudaSession(name, _machine(name))


def _machine(name: str) -> Driver:
    if name == "emulated-large":
        return emulated.EmulatedMachine(multiprocessors=_LARGE)
    if name in _EMULATED:
        return emulated.EmulatedMachine(checked=name != "emulated")
    if name in _MACHINE_CODE:
        return machine_code.MachineCode(_MACHINE_CODE[name])
    return gpu.GpuMachine(int(name.removeprefix("gpu")))


backend = CudaBackend()
