/* groups_template.h - the sums T1 of clause T7; included once for each type `real`.
 *
 * Rows: eight rows are added in registers and joined by a binary counter of strips. Single values
 * are gathered, and added by the shuffles of reduce/tree_template.h.
 */
#include "memory/scratch.h"
#include "reduce/counter.h"
#include "reduce/tree.h"
#include "scatter/groups.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

enum { ROWS = 8, GATHERED = 4096, FEW = 16, STRIDE = SB_STRIP + 16 };

static int64_t group_count(int64_t terms) { return (terms + ROWS - 1) / ROWS; }

/* The strips of a thread are levels, a result, a strip of -0, the prior, and staged rows. */
size_t REAL(sb_groups_scratch)(int64_t most)
{
    int64_t reals = (counter_levels(group_count(most)) + 3 + ROWS) * STRIDE;
    reals = reals < GATHERED + 64 ? GATHERED + 64 : reals;
    return sb_scratch_rounded((size_t)reals * sizeof(real));
}

/* Compute `out`, the tree over `count` rows, added to the right of `merged` levels. The lowest
 * level is added first. */
INLINE void add_rows(const int count, const real *const *rows, const real *const *levels,
                     int merged, int64_t width, real *out)
{
    for (int64_t j = 0; j < width; j += LANES) {
        vreal v[ROWS];
        int lanes = width - j < LANES ? (int)(width - j) : LANES;
        UNROLL for (int i = 0; i < ROWS; ++i) if (i < count) v[i] =
            lanes == LANES ? v_load(rows[i] + j) : v_load_first(rows[i] + j, lanes);
        UNROLL for (int half = ROWS / 2; half; half /= 2) if (half < count)
            UNROLL for (int i = 0; i < half; ++i) v[i] = v_add(v[2 * i], v[2 * i + 1]);
        for (int i = 0; i < merged; ++i) v[0] = v_add(v_load(levels[i] + j), v[0]);
        v_store(out + j, v[0]);
    }
}

static void add_group(int count, const real *const *rows, const real *const *levels, int merged,
                      int64_t width, real *out)
{
    if (count > 4)
        add_rows(8, rows, levels, merged, width, out);
    else if (count > 2)
        add_rows(4, rows, levels, merged, width, out);
    else if (count > 1)
        add_rows(2, rows, levels, merged, width, out);
    else
        add_rows(1, rows, levels, merged, width, out);
}

/* Return the row of an update, in place or staged. */
static const real *row_of(const sb_groups *groups, int64_t item, real *staged)
{
    const char *p = sb_update_at(groups, sb_position_of(groups->sorted, item));
    const int64_t stride = groups->strides[SB_UPDATES];
    if (row_is_direct(p, stride, groups->scatter->updates->format))
        return (const real *)(const void *)p;
    load_row(p, stride, groups->scatter->updates->format, groups->width, staged);
    return staged;
}

/* Return the sum of the rows of the items start .. start + terms - 1. */
static const real *sum_rows(const sb_groups *groups, int64_t start, int64_t terms, real *scratch)
{
    const int64_t count = group_count(terms);
    real *result = scratch, *absent = result + STRIDE, *staged = absent + 2 * STRIDE;
    real *counter = staged + ROWS * STRIDE;
    if (terms == 1)
        return row_of(groups, start, staged);
    for (int64_t g = 0; g < count; ++g) {
        const bool last = g == count - 1;
        const int rows = last ? (int)(terms - g * ROWS) : ROWS;
        const real *row[ROWS], *levels[SB_MAX_LEVELS];
        int merged = 0;
        for (int i = 0; i < ROWS; ++i)
            row[i] = i < rows ? row_of(groups, start + g * ROWS + i, staged + i * STRIDE) : absent;
        for (int level = 0; g >> level; ++level)
            if (counter_merges(g, last, level))
                levels[merged++] = counter + level * STRIDE;
        add_group(rows, row, levels, merged, groups->width,
                  last ? result : counter + counter_free_level(g) * STRIDE);
    }
    return result;
}

/* Return T1 of a few values, computed in place. */
static real sum_few(real *x, int n)
{
    for (; n > 1; n = (n + 1) / 2) {
        for (int i = 0; i < n / 2; ++i) x[i] = x[2 * i] + x[2 * i + 1];
        if (n & 1)
            x[n / 2] = x[n - 1];
    }
    return x[0];
}

/* Return the sum of the single values of the items start .. start + terms - 1. */
static real sum_values(const sb_groups *groups, int64_t start, int64_t terms, real *buffer)
{
    const int32_t format = groups->scatter->updates->format;
    real levels[SB_MAX_LEVELS], sum = 0;
    const int64_t parts = (terms + GATHERED - 1) / GATHERED;
    for (int64_t part = 0; part < parts; ++part) {
        const bool last = part == parts - 1;
        const int64_t first = start + part * GATHERED;
        const int64_t n = last ? terms - part * GATHERED : GATHERED;
        for (int64_t i = 0; i < n; ++i) {
            const char *p = sb_update_at(groups, sb_position_of(groups->sorted, first + i));
            if (format == REAL_FORMAT)
                memcpy(buffer + i, p, sizeof(real));
            else
                load_row(p, 0, format, 1, buffer + i);
        }
        sum = n <= FEW ? sum_few(buffer, (int)n) : REAL(sb_tree_sum)(buffer, n);
        for (int level = 0; part >> level; ++level)
            if (counter_merges(part, last, level))
                sum = levels[level] + sum;
        if (!last)
            levels[counter_free_level(part)] = sum;
    }
    return sum;
}

/* Add the prior as the last term, and round once. */
static void finish(const sb_groups *groups, int64_t goal, const real *sums, real *scratch)
{
    const sb_scatter *scatter = groups->scatter;
    const int64_t width = groups->width;
    if (groups->prior != NULL) {
        load_row(groups->prior + goal * scatter->prior_step, groups->strides[SB_PRIOR],
                 scatter->prior->format, width, scratch);
        for (int64_t i = 0; i < width; ++i) scratch[i] += sums[i];
        sums = scratch;
    }
    store_row(sums, width, groups->result + goal * scatter->step, groups->strides[SB_RESULT],
              scatter->result->format);
}

void REAL(sb_groups_add)(const sb_groups *groups, void *scratch)
{
    real *strips = scratch;
    const bool single = groups->width == 1;
    for (int64_t j = 0; j < STRIDE && !single; ++j)
        strips[STRIDE + j] = (real)-0.0; /* the absent row of sum_rows */
    for (int64_t i = sb_group_start(groups->sorted, groups->begin); i < groups->end;) {
        const int64_t end = sb_group_end(groups->sorted, i);
        const int64_t goal = sb_goal_of(groups->sorted, i);
        if (single) {
            real prior, sum = sum_values(groups, i, end - i, strips);
            finish(groups, goal, &sum, &prior);
        } else {
            const real *sums = sum_rows(groups, i, end - i, strips);
            finish(groups, goal, sums, strips + 2 * STRIDE);
        }
        i = end;
    }
}
