// refused: atom.global.add.f32 | sum by the tree of clause T1
// A sum by atomic additions: its order, and so its last bits, differ from run to run.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    atomicAdd(y, x[threadIdx.x]);
}
