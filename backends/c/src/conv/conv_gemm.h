/* conv_gemm.h - forward convolutions and gradients of the input by packed panels: a template.
 *
 * The rows of C are the output channels of a group, and its columns are the positions of all
 * samples. The weight is packed once, or by each tile if it is very large. The unfolded operand is
 * packed from a strip, for 256 columns and one block of terms at a time, and stays in the cache.
 */
#ifndef SB_CONV_GEMM_H
#define SB_CONV_GEMM_H

#include "conv/tile.h"

INLINE void pack_strip(strip_mode mode, bool plain, const strip *s, const char *group, int64_t k,
                       int64_t terms, real *to)
{
    int64_t channel = k / s->taps, tap = k % s->taps;
    const char *x = group + channel * s->conv->x.channel;
    for (int64_t t = 0; t < terms; ++t, to += PANEL_COLUMNS) {
        const strip_entry *entries = strip_tap(s, k + t);
        for (int v = 0; v < s->vectors; v += PANEL_VECTORS)
            UNROLL for (int u = 0; u < PANEL_VECTORS; ++u)
                v_store(to + v / PANEL_VECTORS * B_PANEL + u * LANES,
                        plain ? strip_merge(mode, v_set(0), entries + v + u, x)
                              : strip_load(mode, s, entries, v + u, x));
        if (++tap == s->taps) {
            tap = 0;
            x += s->conv->x.channel;
        }
    }
}

/* Pack the terms of one block as panels of B, for the columns of the strip. */
static void pack_columns(conv_tile *tile, int64_t group, int64_t block, int64_t terms)
{
    strip *s = tile->strip;
    const char *x = s->conv->x.data + group * s->conv->x.group;
    int64_t k = block * SB_BLOCK;
    if (s->taps > STRIP_TAPS)
        strip_tabulate(s, k, terms);
    if (s->mode == STRIP_DIRECT && s->plain)
        pack_strip(STRIP_DIRECT, true, s, x, k, terms, tile->b);
    else if (s->mode == STRIP_DIRECT)
        pack_strip(STRIP_DIRECT, false, s, x, k, terms, tile->b);
    else
        pack_strip(s->mode, false, s, x, k, terms, tile->b);
}

static void conv_panel_pair(const conv_job *job, conv_tile *tile, int64_t group, int64_t block,
                            const real *a, int64_t i, const real *b, int64_t j, int64_t beside,
                            const panel_place *place)
{
    const conv_plan *plan = &job->plan;
    int64_t level_size = plan->tile_rows * plan->tile_columns * TILE;
    int64_t rows = plan->rows - i * PANEL_ROWS, columns = plan->columns - j * PANEL_COLUMNS;
    bool last = block == plan->blocks - 1;
    const real *levels[SB_MAX_LEVELS];
    int count = 0;
    for (int level = 0; block >> level; ++level)
        if (counter_merges(block, last, level))
            levels[count++] = tile->sums + level * level_size + beside * TILE;
    real *out =
        last ? tile->finished : tile->sums + counter_free_level(block) * level_size + beside * TILE;
    rows = rows < PANEL_ROWS ? rows : PANEL_ROWS;
    block_kernel_for(rows)(block_terms(plan, block), a, b, levels, count, out);
    if (last)
        finish_panel(job->conv, tile, group, i * PANEL_ROWS, rows, j * PANEL_COLUMNS,
                     columns < PANEL_COLUMNS ? columns : PANEL_COLUMNS, place);
}

static void conv_tile_run(const conv_job *job, conv_tile *tile, int64_t group, int64_t i_first,
                          int64_t i_end, int64_t j_first, int64_t j_end)
{
    const conv_plan *plan = &job->plan;
    for (int64_t block = 0; block < plan->blocks; ++block) {
        int64_t beside = 0;
        pack_columns(tile, group, block, block_terms(plan, block));
        for (int64_t i = i_first; i < i_end; ++i) {
            const real *a = weight_panel(job, tile, group, block, i);
            for (int64_t j = j_first; j < j_end; ++j)
                conv_panel_pair(job, tile, group, block, a, i, tile->b + (j - j_first) * B_PANEL, j,
                                beside++, &tile->places[j - j_first]);
        }
    }
}

static void conv_task(void *argument, int64_t task, int thread)
{
    const conv_job *job = argument;
    const conv_plan *plan = &job->plan;
    conv_tile tile = conv_tile_of(job->conv, plan, job->tiles + (size_t)thread * plan->tile);
    int64_t across = task % job->tiles_across, rest = task / job->tiles_across;
    int64_t i_first, i_end, j_first, j_end, g, g_end;
    conv_stretch(plan->b_panels, job->tiles_across, across, &j_first, &j_end);
    conv_stretch(plan->a_panels, job->tiles_down, rest % job->tiles_down, &i_first, &i_end);
    conv_stretch(job->conv->groups, job->group_parts, rest / job->tiles_down, &g, &g_end);
    int64_t start = j_first * PANEL_COLUMNS, end = j_end * PANEL_COLUMNS;
    end = end < plan->columns ? end : plan->columns;
    strip_lay(tile.strip, start, end - start, (int)(j_end - j_first) * PANEL_VECTORS);
    for (int64_t j = j_first; j < j_end; ++j) {
        panel_place *place = &tile.places[j - j_first];
        place->offset = position_offset(job->conv, j * PANEL_COLUMNS, &place->follow);
    }
    for (; g < g_end; ++g) conv_tile_run(job, &tile, g, i_first, i_end, j_first, j_end);
}

static void conv_gemm_cut(conv_job *job)
{
    conv_plan_cut(&job->plan, job->conv->groups, true, &job->tiles_down, &job->tiles_across);
}

static bool conv_gemm_run(sb_context *context, const sb_conv *conv)
{
    return conv_job_run(context, conv, conv_gemm_cut, conv_task);
}

#endif
