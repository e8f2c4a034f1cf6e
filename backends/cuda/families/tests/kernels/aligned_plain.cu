// aligned_plain.cu - a third implementation of aligned products (clause T11), for test_aligned.py.
//
// A thread computes one element. It adds the terms of a block one after another as int64 integers,
// and adds the blocks by its own binary counter. The kernel is launched like the other
// implementations, but does not use their tiles, products of digits, or levels.
#include "aligned/tiles.cuh"

enum { SB_THREADS = 256 };

// Return one term of a line as an integer. It is stored as `digits` bytes.
SB_DEVICE int64_t whole(const uint8_t *line, int digits, int64_t pitch, int64_t term)
{
    int64_t q = (int8_t)line[(digits - 1) * pitch + term];
    for (int d = digits - 2; d >= 0; d--) q = q * 256 + line[d * pitch + term];
    return q;
}

// Store x as an element of the result, rounded to the result's format.
SB_DEVICE void deliver(const sb_aligned &p, int64_t batch, int64_t row, int64_t column, float x)
{
    switch (p.form) {
    case SB_TO_f32: return sb_deliver<sb_form_f32>(p.product, 0, batch, row, column, x);
    case SB_TO_f16: return sb_deliver<sb_form_f16>(p.product, 0, batch, row, column, x);
    case SB_TO_bf16: return sb_deliver<sb_form_bf16>(p.product, 0, batch, row, column, x);
    case SB_TO_f8e4m3fn: return sb_deliver<sb_form_f8e4m3fn>(p.product, 0, batch, row, column, x);
    default: return sb_deliver<sb_form_f8e5m2>(p.product, 0, batch, row, column, x);
    }
}

extern "C" __global__ void __launch_bounds__(SB_THREADS)
    SB_JOIN_3(sb_aligned_plain_, SB_A_DIGITS, SB_B_DIGITS)(const sb_aligned p)
{
    const int64_t count = p.product.batches * p.product.rows * p.product.columns;
    const int64_t pitch = p.pitch, all = (int64_t)gridDim.x * SB_THREADS;
    for (int64_t e = (int64_t)blockIdx.x * SB_THREADS + threadIdx.x; e < count; e += all) {
        const int64_t column = e % p.product.columns, row = e / p.product.columns % p.product.rows;
        const int64_t batch = e / p.product.columns / p.product.rows;
        const int64_t of_a = batch * p.a.batch + row, of_b = batch * p.b.batch + column;
        const uint8_t *a = p.a.digits + of_a * SB_A_DIGITS * pitch;
        const uint8_t *b = p.b.digits + of_b * SB_B_DIGITS * pitch;
        float waiting[40], value = float(0);
        for (int64_t block = 0; block < p.blocks; block++) {
            int64_t sum = 0;
            for (int64_t k = block * SB_TERMS; k < pitch && k < (block + 1) * SB_TERMS; k++)
                sum += whole(a, SB_A_DIGITS, pitch, k) * whole(b, SB_B_DIGITS, pitch, k);
            value = sb_block_value<true>(sum, sb_in_place(p.a.u[of_a * p.blocks + block]),
                                         sb_in_place(p.b.u[of_b * p.blocks + block]));
            const bool last = block == p.blocks - 1;
            int level = 0;
            for (int64_t left = block; last ? left != 0 : (left & 1) != 0; left >>= 1, level++)
                if (left & 1)
                    value = waiting[level] + value;
            waiting[level] = value;
        }
        deliver(p, batch, row, column, value);
    }
}
