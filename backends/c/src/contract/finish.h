/* finish.h - stores of finished sums of a product to C, with bias, canonical NaN and the final
 * rounding: a template, included after pack.h. */
#ifndef SB_CONTRACT_FINISH_H
#define SB_CONTRACT_FINISH_H

#include "contract/pack.h"

/* Store whole vectors of finished sums, if C has the format and layout of the registers. */
INLINE void finish_direct(real *c, ptrdiff_t c_ld, const real *sums, ptrdiff_t ld, int64_t rows,
                          int64_t vectors)
{
    for (int64_t r = 0; r < rows; ++r)
        for (int64_t v = 0; v < vectors; ++v)
            v_store(c + r * c_ld + v * LANES, v_canonical(v_load(sums + r * ld + v * LANES)));
}

/* Store rows x columns finished sums at C[i, j], with bias, canonical NaN and the final rounding.
 * `sums` is overwritten. */
static void finish_block(const sb_product *product, int64_t i, int64_t j, int64_t rows,
                         int64_t columns, real *sums, ptrdiff_t ld)
{
    enum { PART = 64 };
    sb_matrix c = matrix_at(product->c, i, j);
    if (!product->bias.data && columns % LANES == 0 && columns_are_direct(&c)) {
        finish_direct((real *)(void *)c.data, c.row / (int64_t)sizeof(real), sums, ld, rows,
                      columns / LANES);
        return;
    }
    for (int64_t r = 0; r < rows; ++r, sums += ld)
        for (int64_t first = 0; first < columns; first += PART) {
            int64_t n = columns - first < PART ? columns - first : PART;
            if (product->bias.data) {
                real addend[PART];
                sb_matrix bias = matrix_at(product->bias, i + r, j + first);
                read_row(bias.data, bias.column, bias.format, n, addend);
                for (int64_t l = 0; l < n; ++l) sums[first + l] += addend[l];
            }
            sb_matrix to = matrix_at(c, r, first);
            write_row(sums + first, n, to.data, to.column, to.format);
        }
}

#endif
