// refused: mul.f32 0 -> 1 | use float and double of exact.cuh
// A product on the native type that ptxas may fuse with whatever follows.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = x[threadIdx.x] * x[0];
}
