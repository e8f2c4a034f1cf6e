// combine.cu - the tree T1 over the chunks of K: each launch computes one level of 16 chunks per
// sum.
//
// A thread adds up to 16 neighbouring chunks of one element, which are an aligned subtree; a
// missing chunk is -0. SB_A is the compute format. The last launch (`groups` is 1) finishes the
// result. A product without chunks has no terms, and its result is +0.
#include "contract/product.cuh"

enum { SB_FAN = 16, SB_COMBINE_THREADS = 256 };

extern "C" __global__ void __launch_bounds__(SB_COMBINE_THREADS)
    SB_JOIN(sb_combine_, SB_A)(const sb_product p, void *const target, const int64_t groups)
{
    const int64_t count = p.batches * p.rows * p.columns;
    const sb_number *from = static_cast<const sb_number *>(p.partial);
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count * groups;
         i += (int64_t)gridDim.x * blockDim.x) {
        const int64_t group = i / count, element = i % count, first = group * SB_FAN;
        sb_number sums[SB_FAN];
#pragma unroll
        for (int j = 0; j < SB_FAN; j++)
            sums[j] = first + j < p.chunks ? from[(first + j) * count + element]
                                           : sb_nothing<sb_number>();
#pragma unroll
        for (int step = 1; step < SB_FAN; step *= 2)
#pragma unroll
            for (int j = 0; j + step < SB_FAN; j += 2 * step) sums[j] = sums[j] + sums[j + step];
        if (p.chunks == 0)
            sums[0] = sb_number(0);
        if (groups > 1) {
            static_cast<sb_number *>(target)[i] = sums[0];
        } else {
            const int64_t column = element % p.columns, row = element / p.columns % p.rows;
            const int64_t batch = element / p.columns / p.rows;
            *sb_result_place<sb_result_form>(p, batch, row, column) =
                sb_finished<sb_result_form>(p, row, column, sums[0]);
        }
    }
}
