/* ends.c - conversion between aligned products and the formats and layouts of arrays; see
 * aligned.h. */
#include "contract/aligned/aligned.h"

#include "simd/vector_f32.h"

#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "contract/finish.h"

void sb_aligned_read(sb_matrix x, int64_t rows, int64_t columns, float *out, int64_t ld)
{
    pack_block(x, rows, rows, columns, out, ld);
}

void sb_aligned_finish(const sb_product *product, int64_t i, int64_t j, int64_t rows,
                       int64_t columns, float *sums, int64_t ld)
{
    finish_block(product, i, j, rows, columns, sums, ld);
}
