/* conv_thin.h - few output channels per group, above all depthwise convolutions: a template.
 *
 * Packing would cost more than the products, so the vectors of a strip are used in the chains of
 * fma as soon as they are loaded. For each row, CHAINS vectors of adjacent positions hide the
 * latency.
 */
#ifndef SB_CONV_THIN_H
#define SB_CONV_THIN_H

#include "conv/tile.h"
#include "scalar/names.h"

enum { THIN_ROWS = 4, THIN_CHAINS = 4 };

/* Compute one block for `chains` vectors from vector v on. Its sums, joined with levels of the
 * counter, are written to out[(row * chains + chain) * LANES]. */
INLINE void thin_block(strip_mode mode, const int rows, const int chains, const strip *s, int v,
                       const char *group, int64_t k, int64_t terms, const real *weights,
                       const real *const *levels, int level_count, real *out)
{
    vreal sum[THIN_ROWS][THIN_CHAINS];
    UNROLL for (int r = 0; r < rows; ++r) UNROLL for (int c = 0; c < chains; ++c) sum[r][c] =
        v_set((real)-0.0);
    int64_t tap = k % s->taps;
    const char *x = group + k / s->taps * s->conv->x.channel;
    for (int64_t t = 0; t < terms; ++t) {
        const strip_entry *entries = strip_tap(s, k + t);
        UNROLL for (int c = 0; c < chains; ++c)
        {
            vreal term = strip_load(mode, s, entries, v + c, x);
            UNROLL for (int r = 0; r < rows; ++r) sum[r][c] =
                v_fma(v_set(weights[r * SB_BLOCK + t]), term, sum[r][c]);
        }
        if (++tap == s->taps) {
            tap = 0;
            x += s->conv->x.channel;
        }
    }
    UNROLL for (int r = 0; r < rows; ++r) UNROLL for (int c = 0; c < chains; ++c)
    {
        for (int l = 0; l < level_count; ++l)
            sum[r][c] = v_add(v_load(levels[l] + (r * chains + c) * LANES), sum[r][c]);
        v_store(out + (r * chains + c) * LANES, sum[r][c]);
    }
}

typedef void thin_kernel(const strip *s, int v, const char *group, int64_t k, int64_t terms,
                         const real *weights, const real *const *levels, int level_count,
                         real *out);

#define THIN thin_single
#define MODE s->mode
#define FEW 1
#define MANY 1
#include "conv/thin_template.h"
#if defined(__AVX2__) || defined(__aarch64__)
#define THIN thin_direct
#define MODE STRIP_DIRECT
#define FEW 4
#define MANY 2
#include "conv/thin_template.h"
#define THIN thin_other
#define MODE s->mode
#define FEW 4
#define MANY 2
#include "conv/thin_template.h"
enum { THIN_FEW = 4, THIN_MANY = 2 };
#else /* without hardware fma one fma takes many operations, so there is no latency to hide */
enum { THIN_FEW = 1, THIN_MANY = 1 };
#define thin_direct_1 thin_single_1
#define thin_direct_2 thin_single_2
#define thin_direct_3 thin_single_3
#define thin_direct_4 thin_single_4
#define thin_other_1 thin_single_1
#define thin_other_2 thin_single_2
#define thin_other_3 thin_single_3
#define thin_other_4 thin_single_4
#endif

static thin_kernel *const thin_kernels[][THIN_ROWS] = {
    {thin_single_1, thin_single_2, thin_single_3, thin_single_4},
    {thin_direct_1, thin_direct_2, thin_direct_3, thin_direct_4},
    {thin_other_1, thin_other_2, thin_other_3, thin_other_4},
};

static void thin_group(const conv_job *job, conv_tile *tile, int64_t group, int64_t start,
                       int64_t count)
{
    const conv_plan *plan = &job->plan;
    const char *x = job->conv->x.data + group * job->conv->x.group;
    int64_t level_size = plan->tile_rows * plan->tile_columns * TILE, rows = plan->rows;
    const int together = rows > 2 ? THIN_MANY : THIN_FEW;
    const int several = tile->strip->mode == STRIP_DIRECT ? 1 : 2;
    for (int64_t block = 0; block < plan->blocks; ++block) {
        int64_t k = block * SB_BLOCK, terms = block_terms(plan, block);
        bool last = block == plan->blocks - 1;
        const real *weights = weight_panel(job, tile, group, block, 0), *levels[SB_MAX_LEVELS];
        if (tile->strip->taps > STRIP_TAPS)
            strip_tabulate(tile->strip, k, terms);
        for (int v = 0, chains; v * LANES < count; v += chains) {
            chains = v + together <= tile->strip->vectors ? together : 1;
            int n = 0;
            for (int level = 0; block >> level; ++level)
                if (counter_merges(block, last, level))
                    levels[n++] = tile->sums + level * level_size + v * rows * LANES;
            real *out =
                last ? tile->finished
                     : tile->sums + counter_free_level(block) * level_size + v * rows * LANES;
            thin_kernels[chains > 1 ? several : 0][rows - 1](tile->strip, v, x, k, terms, weights,
                                                             levels, n, out);
            int64_t left = count - v * LANES, width = chains * LANES;
            if (last)
                finish_positions(job->conv, group, 0, rows, start + v * LANES,
                                 left < width ? left : width, out, width);
        }
    }
}

static void thin_task(void *argument, int64_t task, int thread)
{
    const conv_job *job = argument;
    const conv_plan *plan = &job->plan;
    conv_tile tile = conv_tile_of(job->conv, plan, job->tiles + (size_t)thread * plan->tile);
    int64_t width = CONV_COLUMNS * PANEL_COLUMNS, start = task % job->tiles_across * width;
    int64_t count = plan->columns - start < width ? plan->columns - start : width, g, g_end;
    conv_stretch(job->conv->groups, job->group_parts, task / job->tiles_across, &g, &g_end);
    strip_lay(tile.strip, start, count, (int)divide_up(count, LANES));
    for (; g < g_end; ++g) thin_group(job, &tile, g, start, count);
}

static void conv_thin_cut(conv_job *job)
{
    job->tiles_down = 1;
    job->tiles_across = divide_up(job->plan.columns, CONV_COLUMNS * PANEL_COLUMNS);
}

static bool conv_thin_run(sb_context *context, const sb_conv *conv)
{
    return conv_job_run(context, conv, conv_thin_cut, thin_task);
}

#endif
