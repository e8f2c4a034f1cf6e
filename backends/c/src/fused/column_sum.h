/* column_sum.h - trees T1 over the columns of contiguous rows, in place: a template, included after
 * simd/vector_f32.h. */
#ifndef SB_FUSED_COLUMN_SUM_H
#define SB_FUSED_COLUMN_SUM_H

/* Compute the sums T1 of `width` columns of n rows. They replace the first row, and the other rows
 * are work space. */
static inline void sum_columns(real *rows, int64_t n, int64_t width)
{
    for (; n > 1; n = (n + 1) / 2) {
        for (int64_t i = 0; i < n / 2; ++i) {
            const real *a = rows + 2 * i * width, *b = a + width;
            real *sum = rows + i * width;
            for (int64_t j = 0; j < width; ++j) sum[j] = a[j] + b[j];
        }
        if (n % 2)
            memcpy(rows + n / 2 * width, rows + (n - 1) * width, (size_t)width * sizeof(real));
    }
}

#endif
