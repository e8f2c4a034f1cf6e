"""The best rates of the GPU: bytes moved per second, and multiply-adds of binary32.

Kernels of this folder (ceilings.cu) and the driver's copy measure them at the start and at the end
of a run, because clocks drift. A share of a ceiling refers to what this GPU did in this run, not to
a data sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from samebits.backends.cuda.compiling import nvrtc, presence
from samebits.benchmarks.gpu.places import Place
from samebits.benchmarks.measure import rotate

Run = Callable[[], object]

SOURCE = Path(__file__).with_name("ceilings.cu")
NEEDS_GPU = "not measured: needs a GPU"

BYTES, FLOPS = "byte/s", "FLOP/s"
UNITS = {"copy": BYTES, "triad": BYTES, "cudaMemcpyAsync": BYTES, "ffma": FLOPS}
"""The measurements with their units; the driver's copy is for comparison and bounds nothing."""

PIECES, CHAINS, UNROLLED = 4, 8, 16
"""Values that ceilings.cu has too; a test compares them."""

THREADS = 256
ELEMENTS = 1 << 28
ROUNDS = 1 << 12
"""Iterations of the multiply-add loop. It takes milliseconds, so the launch is negligible."""

_DEVICE_TO_DEVICE = 3  # cudaMemcpyKind


def command(capability: int) -> tuple[str, ...]:
    """Return the options of NVRTC for a GPU of a compute capability, times ten.

    The backend's options are not used, because these kernels define no bits. Raises BackendError
    for a GPU that NVRTC does not know.
    """
    target = nvrtc.target(capability, nvrtc.architectures())
    return (f"--gpu-architecture={target}", "--std=c++17")


def translated(capability: int) -> nvrtc.Translation:
    """Return the kernels compiled for a compute capability, times ten. Raises CompileError."""
    return nvrtc.translate(SOURCE.read_text(), SOURCE.name, command(capability))


def measured(place: Place, seconds: float, elements: int = ELEMENTS) -> dict[str, Any]:
    """Return rates by name, or a `reason` if not measured. Sides take turns for `seconds`."""
    if not place.is_gpu:
        return {"reason": NEEDS_GPU}
    if place.cupy is None:
        return {"reason": f"not measured: {place.no_cupy}"}
    try:
        sides, work = _sides(place, place.cupy.xp.cuda, elements)
        found = rotate(sides, seconds, timed=place.timed)
    except Exception as error:  # The rows are worth measuring without ceilings.
        return {"reason": f"not measured: {type(error).__name__}: {presence.one_line(error)}"}
    return {"rates": {name: work[name] / side.seconds for name, side in found.sides.items()}}


def bounding(lines: list[Mapping[str, Any]]) -> tuple[float | None, float | None]:
    """Return the ceilings in bytes and floating-point operations per second, or None.

    They are the maximum over all measurements of a run, because a ceiling is a rate reached once.
    """
    rates = [line["rates"] for line in lines if "rates" in line]
    if not rates:
        return None, None
    return max(max(r["copy"], r["triad"]) for r in rates), max(r["ffma"] for r in rates)


def _sides(place: Place, cuda: Any, elements: int) -> tuple[dict[str, Run], dict[str, float]]:
    """Return a run of each kernel and of the driver's copy, and its work; `cuda` is CuPy's."""
    torch = place.torch
    properties = torch.cuda.get_device_properties(place.device)
    made = translated(10 * properties.major + properties.minor)
    module = cuda.function.Module()
    module.load(made.machine_code or made.ptx.encode() + b"\0")

    b, c = (torch.ones(elements, device=place.device) for _ in range(2))
    a = torch.empty_like(b)
    blocks = elements // (4 * PIECES * THREADS)
    if blocks * 4 * PIECES * THREADS != elements:
        raise ValueError(f"{elements} elements are not a multiple of {4 * PIECES * THREADS}")
    busy = 8 * properties.multi_processor_count
    out = torch.empty(busy * THREADS, device=place.device)

    def kernel(name: str, grid: int, *arguments: Any) -> Run:
        function = module.get_function(f"ceiling_{name}")
        values = [np.uint64(x.data_ptr()) if torch.is_tensor(x) else x for x in arguments]

        # The kernel has the addresses only, so keep the arrays.
        def launch(kept: Any = arguments) -> object:
            return function((grid,), (THREADS,), tuple(values))

        return launch

    copy = cuda.runtime.memcpyAsync
    stream = torch.cuda.current_stream().cuda_stream
    size = 4 * elements
    one, half = np.float32(1), np.float32(0.5)
    sides = {
        "copy": kernel("copy", blocks, b, a),
        "triad": kernel("triad", blocks, b, c, half, a),
        "cudaMemcpyAsync": lambda: copy(
            a.data_ptr(), b.data_ptr(), size, _DEVICE_TO_DEVICE, stream
        ),
        "ffma": kernel("ffma", busy, half, one, np.int32(ROUNDS), out),
    }
    work = {
        "copy": 2.0 * size,
        "triad": 3.0 * size,
        "cudaMemcpyAsync": 2.0 * size,
        "ffma": 2.0 * busy * THREADS * CHAINS * UNROLLED * ROUNDS,
    }
    return sides, work
