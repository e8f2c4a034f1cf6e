// refused: activemask.b32 | name the mask
// The lanes that happen to be together.
extern "C" __global__ void sabotage(const sb_native_f32 *x, unsigned *y)
{
    if (x[threadIdx.x] > 0)
        y[threadIdx.x] = __activemask();
}
