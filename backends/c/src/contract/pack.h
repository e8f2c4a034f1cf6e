/* pack.h - copying of parts of a matrix to contiguous `real` values: a template, included after
 * simd/rows.h. */
#ifndef SB_CONTRACT_PACK_H
#define SB_CONTRACT_PACK_H

#include "contract/product.h"

/* Return whether `real` values are contiguous along columns, at aligned addresses. */
static inline bool columns_are_direct(const sb_matrix *x)
{
    return row_is_direct(x->data, x->column, x->format) && x->row % (int64_t)sizeof(real) == 0;
}

/* load_row and store_row, as functions that are not inlined if there are several formats. If they
 * were inlined at every use, compiling their conversions would take longer than compiling the
 * products. */
#if SB_REAL_BITS == 32
#define SB_APART static __attribute__((noinline))
#else
#define SB_APART INLINE
#endif

SB_APART void read_row(const char *p, int64_t stride, int32_t format, int64_t n, real *out)
{
    load_row(p, stride, format, n, out);
}

SB_APART void write_row(const real *x, int64_t n, char *p, int64_t stride, int32_t format)
{
    store_row(x, n, p, stride, format);
}
#undef SB_APART

/* Compute out[i * ld + j] = x[j * xld + i] by squares, in registers. Rows up to `readable` exist in
 * memory. */
static void pack_transposed(const real *x, ptrdiff_t xld, int64_t rows, int64_t readable,
                            int64_t columns, real *out, ptrdiff_t ld)
{
    for (int64_t j = 0; j < columns; j += LANES)
        for (int64_t i = 0; i < rows; i += LANES) {
            int64_t m = rows - i < LANES ? rows - i : LANES;
            int64_t n = columns - j < LANES ? columns - j : LANES;
            if (n == LANES && i + LANES <= readable) {
                vreal square[LANES];
                v_transpose(x + j * xld + i, xld, square); /* lane c of square[r] is row i + r */
                UNROLL for (int r = 0; r < LANES; ++r) if (r < m)
                    v_store(out + (i + r) * ld + j, square[r]);
                continue;
            }
            for (int64_t r = i; r < i + m; ++r)
                for (int64_t c = j; c < j + n; ++c) out[r * ld + c] = x[c * xld + r];
        }
}

/* Compute out[i * ld + j] = x[i * xld + j]. For short rows this is faster than one call per row. */
static void pack_straight(const real *x, ptrdiff_t xld, int64_t rows, int64_t columns, real *out,
                          ptrdiff_t ld)
{
    for (int64_t i = 0; i < rows; ++i, x += xld, out += ld) {
        int64_t j = 0;
        for (; j + LANES <= columns; j += LANES) v_store(out + j, v_load(x + j));
        for (; j < columns; ++j) out[j] = x[j];
    }
}

/* Compute out[i * ld + j] = x[i, j] for rows x columns elements of any format and strides.
 * `readable` rows exist in memory. */
static void pack_block(sb_matrix x, int64_t rows, int64_t readable, int64_t columns, real *out,
                       ptrdiff_t ld)
{
    enum { STAGED = 64 };
    sb_matrix turned = matrix_transposed(x);
    int64_t size = (int64_t)sb_format_size(x.format);
    if (columns_are_direct(&x)) {
        pack_straight((const real *)(const void *)x.data, x.row / (int64_t)sizeof(real), rows,
                      columns, out, ld);
        return;
    }
    if (x.column == size || x.row != size) {
        for (int64_t i = 0; i < rows; ++i)
            read_row(x.data + i * x.row, x.column, x.format, columns, out + i * ld);
        return;
    }
    if (columns_are_direct(&turned)) {
        pack_transposed((const real *)(const void *)x.data, x.column / (int64_t)sizeof(real), rows,
                        readable, columns, out, ld);
        return;
    }
    real staged[STAGED * STAGED] = {0}; /* contiguous along rows, but needs widening first */
    for (int64_t i = 0; i < rows; i += STAGED)
        for (int64_t j = 0; j < columns; j += STAGED) {
            int64_t m = rows - i < STAGED ? rows - i : STAGED;
            int64_t n = columns - j < STAGED ? columns - j : STAGED;
            sb_matrix part = matrix_at(x, i, j);
            for (int64_t c = 0; c < n; ++c)
                read_row(part.data + c * part.column, size, part.format, m, staged + c * STAGED);
            pack_transposed(staged, STAGED, m, STAGED, n, out + i * ld + j, ld);
        }
}

#endif
