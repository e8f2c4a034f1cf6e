/* tree_template.h - T1 over contiguous values by shuffles; included once for each `real`.
 *
 * LANES vectors become the vector of their LANES sums (v_reduced), that is, a row of n values
 * becomes a row of ceil(n / LANES) subtree sums in the same order. Passes of this kind reduce a
 * chunk in place in a buffer; a binary counter joins chunks.
 */
#include "reduce/counter.h"
#include "reduce/tree.h"

enum { SQUARE = LANES * LANES, CHUNK = 4096 };

/* The sums of the vectors of `n` values, 1 <= n <= SQUARE; lanes beyond are -0. */
INLINE vreal sums_of_part(const real *x, int n)
{
    vreal v[LANES];
    int full = n / LANES;
    UNROLL for (int i = 0; i < LANES; ++i)
        v[i] = i < full ? v_load(x + i * LANES)
                        : v_load_first(x + i * LANES, i == full ? n % LANES : 0);
    return v_reduced(v);
}

INLINE vreal sums_of_square(const real *x)
{
    vreal v[LANES];
    UNROLL for (int i = 0; i < LANES; ++i) v[i] = v_load(x + i * LANES);
    return v_reduced(v);
}

/* The sum of one vector, in lane 0. */
INLINE real sum_of_vector(vreal x)
{
    vreal v[LANES];
    UNROLL for (int i = 0; i < LANES; ++i) v[i] = x;
    real lanes[LANES];
    v_store(lanes, v_reduced(v));
    return lanes[0];
}

static real sum_chunk(const real *x, int n)
{
    real sums[CHUNK / LANES + LANES];
    while (n > LANES) {
        int i = 0;
        for (; i + SQUARE <= n; i += SQUARE)
            v_store(sums + i / LANES, sums_of_square(x + i));
        if (i < n)
            v_store(sums + i / LANES, sums_of_part(x + i, n - i));
        x = sums; /* a pass writes behind what it reads */
        n = (n + LANES - 1) / LANES;
    }
    return sum_of_vector(v_load_first(x, n));
}

real REAL(sb_tree_sum)(const real *x, int64_t n)
{
    if (n <= CHUNK)
        return sum_chunk(x, (int)n);
    real levels[SB_MAX_LEVELS], sum = 0;
    int64_t chunks = (n + CHUNK - 1) / CHUNK;
    for (int64_t i = 0; i < chunks; ++i) {
        bool last = i == chunks - 1;
        sum = sum_chunk(x + i * CHUNK, last ? (int)(n - i * CHUNK) : CHUNK);
        for (int level = 0; i >> level; ++level)
            if (counter_merges(i, last, level))
                sum = levels[level] + sum;
        if (!last)
            levels[counter_free_level(i)] = sum;
    }
    return sum;
}

/* LANES rows of `vectors` vectors each (the last one holding `tail` values) to their sums. */
INLINE void sum_rows_to_vectors(const real *const rows[LANES], int vectors, int tail, real *sums)
{
    int row = 0, column = 0;
    for (int group = 0; group < vectors; ++group) {
        vreal v[LANES];
        UNROLL for (int i = 0; i < LANES; ++i) {
            const real *p = rows[row] + column * LANES;
            if (++column == vectors) {
                v[i] = v_load_first(p, tail);
                column = 0;
                ++row;
            } else {
                v[i] = v_load(p);
            }
        }
        v_store(sums + group * LANES, v_reduced(v));
    }
}

void REAL(sb_tree_sum_rows)(const real *x, int64_t ld, int64_t count, int64_t n, real *totals)
{
    if (n > SQUARE) {
        for (int64_t r = 0; r < count; ++r)
            totals[r] = REAL(sb_tree_sum)(x + r * ld, n);
        return;
    }
    int vectors = (int)((n + LANES - 1) / LANES), tail = (int)n - (vectors - 1) * LANES;
    for (int64_t r = 0; r < count; r += LANES) {
        const real *rows[LANES];
        real sums[SQUARE];
        int64_t used = count - r < LANES ? count - r : LANES;
        for (int i = 0; i < LANES; ++i) /* beyond the end the last row stands in */
            rows[i] = x + (r + (i < used ? i : used - 1)) * ld;
        sum_rows_to_vectors(rows, vectors, tail, sums);
        if (vectors > 1) {
            vreal v[LANES];
            UNROLL for (int i = 0; i < LANES; ++i) v[i] = v_load_first(sums + i * vectors, vectors);
            v_store(sums, v_reduced(v));
        }
        memcpy(totals + r, sums, (size_t)used * sizeof(real));
    }
}
