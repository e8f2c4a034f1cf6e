"""A GPU kernel as a backend: exp of binary32 in CUDA C++, launched through CuPy.

This file has not yet been run on a GPU. It needs CuPy. Judge it from this folder:

    samebits certify --backend py:gpu_kernel:backend --op exp --format f32
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cupy
from first_backend import FirstBackend, FirstSession

from samebits.backends.checks import check_call
from samebits.backends.protocol import Array, Device, Support, Supported, Unsupported
from samebits.spec.language.call import Call

SOURCE = r"""
extern "C" __global__ void exp_f32(const float* in, float* out, size_t n) {
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double x = fmin(fmax((double)in[i], -110.0), 90.0);
    const double k = rint(x * 1.4426950408889634);
    const double r = x - k * 0.693359375 + k * 2.1219444005469058e-4;
    double p = 0.0, f[14] = {1.0};
    for (int j = 1; j < 14; j++) f[j] = f[j - 1] * j;
    for (int j = 13; j >= 0; j--) p = p * r + 1.0 / f[j];
    out[i] = isnan(in[i]) ? __int_as_float(0x7fc00000) : (float)ldexp(p, (int)k);
}
"""
KERNEL = cupy.RawKernel(SOURCE, "exp_f32", options=("-fmad=false",))


class Session(FirstSession):
    """A session of the first GPU. The result of each call is copied back to the CPU."""

    def supports(self, call: Call) -> Support:
        """Return whether `run` computes this call."""
        mine = call.op == "exp" and call.label == "f32"
        return Supported() if mine else Unsupported("exp of binary32 only")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Write every element of the result.

        Operands may have any strides; they are copied first.
        """
        check_call(call, inputs, outputs)
        x = cupy.ascontiguousarray(cupy.asarray(inputs[0]))
        result = cupy.empty_like(x)
        if x.size:
            KERNEL(((x.size + 255) // 256,), (256,), (x, result, cupy.uint64(x.size)))
        outputs[0][...] = cupy.asnumpy(result)

    def environment(self) -> Mapping[str, str]:
        """Return the versions on which the bits may depend."""
        return {"cupy": cupy.__version__, "driver": str(cupy.cuda.runtime.driverGetVersion())}


class Backend(FirstBackend):
    """The backend: it lists its device and opens sessions."""

    name = "mine"

    def devices(self) -> Sequence[Device]:
        """Return the only device."""
        return [Device("gpu0", "exp by a polynomial, in CUDA")]

    def open(self, device: str) -> Session:
        """Open the device."""
        return Session()


backend = Backend()
