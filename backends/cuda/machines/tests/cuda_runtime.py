"""A fake of CuPy's CUDA runtime, and its errors."""

from types import SimpleNamespace


class CUDARuntimeError(RuntimeError):
    """CuPy's error for a failed call of the CUDA runtime."""

    status = 700


class OutOfMemoryError(MemoryError):
    """CuPy's error for a device without free memory."""


def failing(*_):
    """Raise the error of a failed runtime. It replaces all functions of the runtime."""
    raise CUDARuntimeError("cudaErrorIllegalAddress: an illegal memory access was encountered")


def runtime_with(driver, count, error=None):
    """Return a runtime with `count` equal GPUs, or one that raises `error`."""

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
