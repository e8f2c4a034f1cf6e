/* dot_template.h - blocks of products for one task of dot_exact; included once for each type
 * `real`. */
#include "exact/block.h"
#include "exact/dot.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

/* Return n elements of a vector from `at` on, in place or widened. */
static const real *terms_of(const sb_array *x, int64_t at, int n, real *buffer)
{
    const char *p = (const char *)x->data + at * x->strides[0];
    if (row_is_direct(p, x->strides[0], x->format))
        return (const real *)(const void *)p;
    load_row(p, x->strides[0], x->format, n, buffer);
    return buffer;
}

void REAL(sb_exact_dot_task)(void *argument, int64_t index, int thread)
{
    const sb_exact_dot *job = argument;
    sb_exact *sum = (sb_exact *)(void *)(job->sums + (size_t)thread * job->size);
    const int64_t first = index * SB_EXACT_DOT_TASK, length = job->a->shape[0];
    const int64_t end = length - first < SB_EXACT_DOT_TASK ? length : first + SB_EXACT_DOT_TASK;
    real a[SB_EXACT_BLOCK], b[SB_EXACT_BLOCK];
    for (int64_t k = first; k < end; k += SB_EXACT_BLOCK) {
        const int n = end - k < SB_EXACT_BLOCK ? (int)(end - k) : SB_EXACT_BLOCK;
        REAL(sb_exact_products_block)(&REAL(sb_exact_products), sum, terms_of(job->a, k, n, a),
                                      terms_of(job->b, k, n, b), n);
    }
}
