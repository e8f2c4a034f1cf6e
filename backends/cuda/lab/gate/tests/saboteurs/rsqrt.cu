// refused: rsqrt.approx.f32 | scalar/
// CUDA's reciprocal square root, within 2 ulp.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = rsqrtf(x[threadIdx.x]);
}
