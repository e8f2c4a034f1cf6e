/* marked.h - contractions over queries, where each key has its own set of queries (clauses T8.4,
 * T8.9): a template, included after contract/microkernel.h for binary32.
 *
 * Rows are terms, and lanes are keys. A panel of marks says for each term and lane whether it is
 * present. It is absent if the mark is below 0. The exponential of a score is never below 0, so it
 * marks a present term.
 */
#ifndef SB_ATTENTION_MARKED_H
#define SB_ATTENTION_MARKED_H

#include "contract/microkernel.h"

#define ABSENT (-1.0f)

#if defined(__AVX512F__)
typedef __mmask16 vmark;
INLINE vmark v_present(vreal x) { return _mm512_cmp_ps_mask(x, v_set(0.0f), _CMP_NLT_UQ); }
INLINE vreal v_fma_if(vmark present, vreal a, vreal b, vreal c)
{
    return _mm512_mask3_fmadd_ps(a, b, c, present);
}
#elif defined(__AVX2__) && defined(__FMA__)
typedef __m256 vmark;
INLINE vmark v_present(vreal x) { return _mm256_cmp_ps(x, v_set(0.0f), _CMP_NLT_UQ); }
INLINE vreal v_fma_if(vmark present, vreal a, vreal b, vreal c)
{
    return _mm256_blendv_ps(c, v_fma(a, b, c), present);
}
#else
typedef struct vmark {
    bool lane[LANES];
} vmark;
INLINE vmark v_present(vreal x)
{
    vmark mark;
    for (int i = 0; i < LANES; ++i) mark.lane[i] = !(x[i] < 0.0f);
    return mark;
}
INLINE vreal v_fma_if(vmark present, vreal a, vreal b, vreal c)
{
    const vreal sum = v_fma(a, b, c);
    for (int i = 0; i < LANES; ++i) c[i] = present.lane[i] ? sum[i] : c[i];
    return c;
}
#endif

/* Compute a block like a block kernel for PANEL_ROWS rows, without absent terms. `marks` has the
 * layout of b. */
static void marked_block(int64_t terms, const real *restrict a, const real *restrict b,
                         const real *restrict marks, real *restrict out)
{
    vreal sum[PANEL_ROWS][PANEL_VECTORS];
    UNROLL for (int i = 0; i < PANEL_ROWS; ++i) UNROLL for (int v = 0; v < PANEL_VECTORS; ++v)
        sum[i][v] = v_set(-0.0f);
    for (int64_t k = 0; k < terms; ++k, ++a, b += PANEL_COLUMNS, marks += PANEL_COLUMNS) {
        vreal column[PANEL_VECTORS];
        vmark present[PANEL_VECTORS];
        UNROLL for (int v = 0; v < PANEL_VECTORS; ++v)
        {
            column[v] = v_load(b + v * LANES);
            present[v] = v_present(v_load(marks + v * LANES));
        }
        UNROLL for (int i = 0; i < PANEL_ROWS; ++i)
        {
            const vreal row = v_set(a[i * SB_BLOCK]);
            UNROLL for (int v = 0; v < PANEL_VECTORS; ++v) sum[i][v] =
                v_fma_if(present[v], row, column[v], sum[i][v]);
        }
    }
    UNROLL for (int i = 0; i < PANEL_ROWS; ++i) UNROLL for (int v = 0; v < PANEL_VECTORS; ++v)
        v_store(out + i * PANEL_COLUMNS + v * LANES, sum[i][v]);
}

#endif
