/* lanes.h - stores of parts of vectors, and of rows of finished sums to a result: a template. */
#ifndef SB_CONV_LANES_H
#define SB_CONV_LANES_H

#include "contract/finish.h"

/* Store the first n lanes, 1 <= n <= LANES. */
INLINE void v_store_first(real *p, vreal v, int n)
{
#if defined(__AVX512F__) && SB_REAL_BITS == 32
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1u), v);
#elif defined(__AVX512F__)
    _mm512_mask_storeu_pd(p, (__mmask8)((1u << n) - 1u), v);
#else
    if (n == LANES) {
        v_store(p, v);
        return;
    }
    real lanes[LANES];
    v_store(lanes, v);
    for (int i = 0; i < n; ++i) p[i] = lanes[i];
#endif
}

/* Store rows x columns sums at `to`, with the bias of each row, canonical NaN and the final
 * rounding. `bias` points to the first row; its data is NULL without a bias. `sums` may be
 * overwritten. */
static void finish_rows(sb_matrix to, sb_matrix bias, int64_t rows, int64_t columns, real *sums,
                        ptrdiff_t ld)
{
    if (!columns_are_direct(&to)) {
        sb_product part = {.c = to, .bias = bias};
        finish_block(&part, 0, 0, rows, columns, sums, ld);
        return;
    }
    if (!bias.data && columns % LANES == 0) {
        finish_direct((real *)(void *)to.data, to.row / (int64_t)sizeof(real), sums, ld, rows,
                      columns / LANES);
        return;
    }
    for (int64_t r = 0; r < rows; ++r, sums += ld) {
        real *out = (real *)(void *)(to.data + r * to.row), addend = 0;
        if (bias.data)
            load_row(bias.data + r * bias.row, 0, bias.format, 1, &addend);
        for (int64_t j = 0; j < columns; j += LANES) {
            vreal sum = v_load(sums + j);
            if (bias.data)
                sum = v_add(sum, v_set(addend));
            v_store_first(out + j, v_canonical(sum),
                          columns - j < LANES ? (int)(columns - j) : LANES);
        }
    }
}

#endif
