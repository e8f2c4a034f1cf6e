// refused: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 | leave .satfinite out
extern "C" __global__ void k(const unsigned *x, int *y)
{
    int c[4] = {y[0], y[1], y[2], y[3]};
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4]), "r"(x[5]));
    y[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}
