// refused: add.rz.f32 | the _rn form
// A sum rounded toward zero.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = __fadd_rz(x[threadIdx.x], x[0]);
}
