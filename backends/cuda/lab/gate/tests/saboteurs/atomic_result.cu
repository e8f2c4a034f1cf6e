// refused: atom.global.add.u32 | depends on which thread comes first
// The place of a result from a counter: threads come in any order.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y, unsigned *counter)
{
    y[atomicAdd(counter, 1u)] = x[threadIdx.x];
}
