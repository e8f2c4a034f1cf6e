// refused: rsqrt.approx.ftz.f32 | subnormals must stay
// Correctly rounded by its name, but it starts from an approximation that no standard defines.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = __frsqrt_rn(x[threadIdx.x]);
}
