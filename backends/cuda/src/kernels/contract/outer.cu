// outer.cu - all products of the elements of two vectors.
//
// Each is a contraction of one term, -0 + a * b rounded once, in the compute format (clause T4),
// and is then rounded to the result (R4). A block takes 64 rows, and as many columns as its threads
// have packs. A thread always works on the same columns.
#include "contract/product.cuh"

enum { SB_OUTER_THREADS = 256, SB_OUTER_ROWS = 64, SB_OUTER_PACK = 8 };

extern "C" __global__ void __launch_bounds__(SB_OUTER_THREADS)
    SB_JOIN(sb_outer_, SB_A)(const sb_product p)
{
    typedef sb_first_form::stored first;
    typedef sb_second_form::stored second;
    typedef sb_result_form::stored result;
    enum {
        PACK = 16 / (int)sizeof(result) < SB_OUTER_PACK ? 16 / (int)sizeof(result) : SB_OUTER_PACK,
        HIGH = SB_OUTER_ROWS
    };
    const int64_t wide = (int64_t)blockDim.x * PACK;
    const int64_t across = (p.columns + wide - 1) / wide, down = (p.rows + HIGH - 1) / HIGH;
    const bool packed = (p.c.packs & 2) != 0;
    for (int64_t tile = blockIdx.x; tile < across * down; tile += gridDim.x) {
        const int64_t column = tile % across * wide + (int64_t)threadIdx.x * PACK;
        const int64_t top = tile / across * HIGH;
        const int64_t end = top + HIGH < p.rows ? top + HIGH : p.rows;
        if (column >= p.columns)
            continue;
        sb_number y[PACK];
#pragma unroll
        for (int j = 0; j < PACK; j++)
            y[j] = column + j < p.columns ? sb_second_form::load(static_cast<const second *>(
                                                p.b.data)[(column + j) * p.b.column])
                                          : sb_number(0);
        for (int64_t row = top; row < end; row++) {
            const sb_number x =
                sb_first_form::load(static_cast<const first *>(p.a.data)[row * p.a.row]);
            sb_pack<result, PACK> out;
#pragma unroll
            for (int j = 0; j < PACK; j++)
                out.v[j] = sb_result_form::store(sb_multiply_add(x, y[j], sb_nothing<sb_number>()));
            result *to = sb_result_place<sb_result_form>(p, 0, row, column);
            if (packed && column + PACK <= p.columns) {
                sb_store_pack(to, 0, out);
            } else {
#pragma unroll
                for (int j = 0; j < PACK; j++)
                    if (column + j < p.columns)
                        to[j * p.c.column] = out.v[j];
            }
        }
    }
}
