// refused: fma.rn.f32 0 -> 1 | use float and double of exact.cuh
// A product and a sum on the native type: they are fused as soon as a flag is missing.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = x[threadIdx.x] * x[0] + x[1];
}
