/* rows.c - copies of rows of 16- and 8-bit floats to and from binary32, for rows.h. */
#include "simd/vector_f32.h"

#define SB_ROWS_INLINE
#include "simd/rows.h"

void sb_widen_row(const char *restrict p, int64_t stride, int32_t format, int64_t n,
                  float *restrict out)
{
    load_row(p, stride, format, n, out);
}

void sb_round_row(const float *restrict x, int64_t n, char *restrict p, int64_t stride,
                  int32_t format)
{
    store_row(x, n, p, stride, format);
}
