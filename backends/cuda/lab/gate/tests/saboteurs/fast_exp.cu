// refused: ex2.approx.f32 | scalar/
// CUDA's fast exponential.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = __expf(x[threadIdx.x]);
}
