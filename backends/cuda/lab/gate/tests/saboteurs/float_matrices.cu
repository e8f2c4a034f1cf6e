// refused: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 | sb_mma (bytes.cuh)
extern "C" __global__ void k(const unsigned *x, sb_native_f32 *y)
{
    sb_native_f32 c[4] = {y[0], y[1], y[2], y[3]};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, "
                 "{%6}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]));
    y[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}
