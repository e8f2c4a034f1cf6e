"""A double of CUDA's runtime as CuPy gives it, and its errors."""

from types import SimpleNamespace


class CUDARuntimeError(RuntimeError):
    """As CuPy's."""

    status = 700


class OutOfMemoryError(MemoryError):
    """As CuPy's."""


def failing(*_):
    """Any function of a runtime that has failed."""
    raise CUDARuntimeError("cudaErrorIllegalAddress: an illegal memory access was encountered")


def runtime_with(driver, count, error=None):
    """A runtime with so many GPUs of one kind, or an error instead."""

    def get_device_count():
        if error:
            raise CUDARuntimeError(error)
        return count

    return SimpleNamespace(
        CUDARuntimeError=CUDARuntimeError,
        getDeviceCount=get_device_count,
        setDevice=lambda _: None,
        driverGetVersion=lambda: driver,
        runtimeGetVersion=lambda: 13020,
        getDeviceProperties=lambda _: {
            "name": b"Some GPU",
            "major": 9,
            "minor": 0,
            "multiProcessorCount": 132,
            "sharedMemPerBlockOptin": 232448,
        },
        memGetInfo=lambda: (1 << 20, 1 << 30),
        streamSynchronize=lambda _: None,
        deviceSynchronize=lambda: None,
        pointerGetAttributes=lambda p: SimpleNamespace(type=2, device=0, devicePointer=p),
        streamIsCapturing=lambda _: False,
        memcpyAsync=failing,
    )
