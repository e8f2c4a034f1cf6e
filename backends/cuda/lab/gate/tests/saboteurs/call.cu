// refused: is not inlined | SB_DEVICE
// A function that is called: registers and stack are no longer what ptxas reports for the kernel.
__device__ __noinline__ sb_native_f32 twice(sb_native_f32 x) { return __fadd_rn(x, x); }

extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = twice(x[threadIdx.x]);
}
