// refused: call.uni (retval0), vprintf | no printf
// Output for debugging, left behind.
extern "C" __global__ void sabotage(const sb_native_f32 *x, sb_native_f32 *y)
{
    y[threadIdx.x] = x[threadIdx.x];
    printf("%u\n", threadIdx.x);
}
