// refused: %smid | may not depend on the clock, the processor
// The multiprocessor that a block happens to run on, in the result.
extern "C" __global__ void sabotage(const sb_native_f32 *x, unsigned *y)
{
    unsigned processor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    y[threadIdx.x] = processor;
}
