"""The best rates of the GPU: bytes moved per second, and multiply-adds of binary32.

The kernels of ceilings.cu and the driver's copy measure them at the start and at the end of a run,
because clocks drift. A share of a ceiling refers to what this GPU reached in this run, not to a
data sheet.
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
"""The measurements and their units. The driver's copy is for comparison only; it is no ceiling."""

PIECES, CHAINS, UNROLLED = 4, 8, 16
"""Constants that must equal those in ceilings.cu. A test compares them."""

THREADS = 256
ELEMENTS = 1 << 28
ROUNDS = 1 << 12
"""Iterations of the multiply-add loop.

They take milliseconds, so the cost of the launch is negligible.
"""

_DEVICE_TO_DEVICE = 3  # cudaMemcpyKind


def command(capability: int) -> tuple[str, ...]:
    """Return the NVRTC options for a compute capability, which is given times ten.

    The backend's options are not used, because the bits of these kernels do not matter. Raises
    BackendError if NVRTC does not support the GPU.
    """
    target = nvrtc.target(capability, nvrtc.architectures())
    return (f"--gpu-architecture={target}", "--std=c++17")


def translated(capability: int) -> nvrtc.Translation:
    """Return the compiled kernels for a compute capability, which is given times ten.

    Raises CompileError.
    """
    return nvrtc.translate(SOURCE.read_text(), SOURCE.name, command(capability))


def measured(place: Place, seconds: float, elements: int = ELEMENTS) -> dict[str, Any]:
    """Return the measured rates by name, or a `reason` if they cannot be measured.

    The kernels and the copy take turns for `seconds`.
    """
    if not place.is_gpu:
        return {"reason": NEEDS_GPU}
    if place.cupy is None:
        return {"reason": f"not measured: {place.no_cupy}"}
    try:
        sides, work = _sides(place, place.cupy.xp.cuda, elements)
        found = rotate(sides, seconds, timed=place.timed)
    except Exception as error:  # measuring rows is useful without ceilings
        return {"reason": f"not measured: {type(error).__name__}: {presence.one_line(error)}"}
    return {"rates": {name: work[name] / side.seconds for name, side in found.sides.items()}}


def bounding(lines: list[Mapping[str, Any]]) -> tuple[float | None, float | None]:
    """Return the ceilings in bytes per second and floating-point operations per second.

    They are the maxima over all measurements of a run, because a ceiling is the best rate that was
    reached. Both are None without measurements.
    """
    rates = [line["rates"] for line in lines if "rates" in line]
    if not rates:
        return None, None
    return max(max(r["copy"], r["triad"]) for r in rates), max(r["ffma"] for r in rates)


def _sides(place: Place, cuda: Any, elements: int) -> tuple[dict[str, Run], dict[str, float]]:
    """Return functions that run each kernel and the driver's copy, and the work of each.

    `cuda` is the module of CuPy.
    """
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

        # The kernel gets only addresses, so this reference keeps the arrays alive.
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
