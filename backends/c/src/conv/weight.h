/* weight.h - the gradient of the weight by packed panels: a template.
 *
 * C^T is computed: its rows are (channel, tap), its columns are the output channels of a group, and
 * its terms are the positions of one sample. A panel of the unfolded x is packed from a strip just
 * before it is used. The panels of the other operand are the transposed gradient. The complete sums
 * of a sample enter a second binary counter over samples (clause T5), so the number of stored sums
 * is at most log2 of the number of samples.
 */
#ifndef SB_CONV_WEIGHT_H
#define SB_CONV_WEIGHT_H

#include "conv/tile.h"

/* Pack rows of the unfolded x for the strip's positions p, to to[row * SB_BLOCK + p]. */
INLINE void pack_rows(strip_mode mode, strip *s, const char *group, int64_t i, int64_t rows,
                      real *to)
{
    for (int64_t r = 0; r < rows; ++r, to += SB_BLOCK) {
        const strip_entry *entries = strip_tap(s, i + r);
        const char *x = group + (i + r) / s->taps * s->conv->x.channel;
        for (int v = 0; v < s->vectors; ++v)
            v_store(to + v * LANES, strip_load(mode, s, entries, v, x));
    }
}

static void pack_unfolded(conv_tile *tile, int64_t group, int64_t i, int64_t rows)
{
    strip *s = tile->strip;
    const char *x = s->conv->x.data + group * s->conv->x.group;
    if (s->taps > STRIP_TAPS)
        strip_tabulate(s, i, rows);
    switch (s->mode) {
    case STRIP_DIRECT: pack_rows(STRIP_DIRECT, s, x, i, rows, tile->a); break;
    case STRIP_PAIRS: pack_rows(STRIP_PAIRS, s, x, i, rows, tile->a); break;
    default: pack_rows(STRIP_ANY, s, x, i, rows, tile->a); break;
    }
}

/* Pack positions of the gradient from position `start` on, transposed, as panels of B for columns
 * j. */
static void pack_gradient(const sb_conv *conv, conv_tile *tile, int64_t group, int64_t start,
                          int64_t terms, int64_t j_first, int64_t j_end)
{
    for (int64_t j = j_first; j < j_end; ++j) {
        real *to = tile->b + (j - j_first) * B_PANEL;
        int64_t column = j * PANEL_COLUMNS, columns = conv->rows - column;
        columns = columns < PANEL_COLUMNS ? columns : PANEL_COLUMNS;
        if (columns < PANEL_COLUMNS)
            memset(to, 0, (size_t)terms * PANEL_COLUMNS * sizeof(real));
        const char *y = conv->y.data + group * conv->y.group + column * conv->y.channel;
        for (int64_t t = 0, n; t < terms; t += n) {
            int64_t follow, offset = position_offset(conv, start + t, &follow);
            n = follow < terms - t ? follow : terms - t;
            sb_matrix part = {(char *)(uintptr_t)y + offset, conv->axis[2].y, conv->y.channel,
                              conv->y.format};
            pack_block(part, n, follow, columns, to + t * PANEL_COLUMNS, PANEL_COLUMNS);
        }
    }
}

/* Store sums of rows (channel, tap) x columns (output channels) in the gradient of the weight. */
static void finish_weight(const sb_conv *conv, int64_t group, int64_t i, int64_t rows, int64_t j,
                          int64_t columns, real *sums)
{
    enum { WIDTH = (PANEL_ROWS + LANES - 1) / LANES * LANES };
    const sb_conv_tensor *w = &conv->w;
    const sb_matrix none = {NULL, 0, 0, 0};
    int64_t taps = conv_taps(conv), stride = taps == 1 ? w->channel : conv->axis[2].w;
    char *to = w->data + group * w->group + j * w->outer;
    if (taps == 1 || (weight_run(conv) == taps && w->channel == taps * stride)) {
        real turned[PANEL_COLUMNS * WIDTH];
        pack_transposed(sums, PANEL_COLUMNS, columns, PANEL_COLUMNS, WIDTH, turned, WIDTH);
        finish_rows((sb_matrix){to + i * stride, w->outer, stride, w->format}, none, columns, rows,
                    turned, WIDTH);
        return;
    }
    for (int64_t r = 0; r < rows; ++r) {
        int64_t offset = (i + r) / taps * w->channel + weight_tap_offset(conv, (i + r) % taps);
        finish_rows((sb_matrix){to + offset, 0, w->outer, w->format}, none, 1, columns,
                    sums + r * PANEL_COLUMNS, PANEL_COLUMNS);
    }
}

/* The levels to which a block of a sample is joined, and the level that receives its sums. `last`
 * marks the last block of all samples. */
typedef struct weight_step {
    int levels[2 * SB_MAX_LEVELS];
    int count, free;
    bool last;
} weight_step;

static weight_step weight_step_of(const conv_plan *plan, int64_t samples, int64_t sample,
                                  int64_t block)
{
    weight_step step = {.count = 0};
    bool whole = block == plan->blocks - 1;
    for (int level = 0; block >> level; ++level)
        if (counter_merges(block, whole, level))
            step.levels[step.count++] = level;
    step.free = counter_free_level(block);
    if (!whole)
        return step;
    step.last = sample == samples - 1;
    for (int level = 0; sample >> level; ++level)
        if (counter_merges(sample, step.last, level))
            step.levels[step.count++] = plan->inner + level;
    step.free = plan->inner + counter_free_level(sample);
    return step;
}

static void weight_panel_pair(const conv_job *job, conv_tile *tile, const weight_step *step,
                              int64_t group, int64_t terms, int64_t i, int64_t j, const real *b,
                              int64_t beside)
{
    const conv_plan *plan = &job->plan;
    int64_t level_size = plan->tile_rows * plan->tile_columns * TILE;
    int64_t rows = plan->rows - i * PANEL_ROWS, columns = plan->columns - j * PANEL_COLUMNS;
    const real *levels[2 * SB_MAX_LEVELS];
    for (int l = 0; l < step->count; ++l)
        levels[l] = tile->sums + step->levels[l] * level_size + beside * TILE;
    real *out = step->last ? tile->finished : tile->sums + step->free * level_size + beside * TILE;
    rows = rows < PANEL_ROWS ? rows : PANEL_ROWS;
    block_kernel_for(rows)(terms, tile->a, b, levels, step->count, out);
    if (step->last)
        finish_weight(job->conv, group, i * PANEL_ROWS, rows, j * PANEL_COLUMNS,
                      columns < PANEL_COLUMNS ? columns : PANEL_COLUMNS, out);
}

static void weight_task(void *argument, int64_t task, int thread)
{
    const conv_job *job = argument;
    const conv_plan *plan = &job->plan;
    const sb_conv *conv = job->conv;
    conv_tile tile = conv_tile_of(conv, plan, job->tiles + (size_t)thread * plan->tile);
    int64_t i_first, i_end, j_first, j_end, group = task / job->tiles_down / job->tiles_across;
    conv_stretch(plan->a_panels, job->tiles_down, task % job->tiles_down, &i_first, &i_end);
    conv_stretch(plan->b_panels, job->tiles_across, task / job->tiles_down % job->tiles_across,
                 &j_first, &j_end);
    for (int64_t sample = 0; sample < conv->samples; ++sample)
        for (int64_t block = 0; block < plan->blocks; ++block) {
            int64_t start = sample * plan->terms + block * SB_BLOCK, beside = 0;
            int64_t terms = block_terms(plan, block);
            weight_step step = weight_step_of(plan, conv->samples, sample, block);
            strip_lay(tile.strip, start, terms, (int)divide_up(terms, LANES));
            pack_gradient(conv, &tile, group, start, terms, j_first, j_end);
            for (int64_t i = i_first; i < i_end; ++i) {
                int64_t left = plan->rows - i * PANEL_ROWS;
                pack_unfolded(&tile, group, i * PANEL_ROWS, left < PANEL_ROWS ? left : PANEL_ROWS);
                for (int64_t j = j_first; j < j_end; ++j)
                    weight_panel_pair(job, &tile, &step, group, terms, i, j,
                                      tile.b + (j - j_first) * B_PANEL, beside++);
            }
        }
}

static bool conv_weight_run(sb_context *context, const sb_conv *conv)
{
    conv_job job = {.conv = conv};
    conv_plan *plan = &job.plan;
    plan->rows = conv->channels * conv_taps(conv);
    plan->columns = conv->rows;
    plan->terms = conv_positions(conv);
    plan->outer = counter_levels(conv->samples);
    conv_plan_fit(plan, conv, STRIP, context->threads);
    char *scratch = sb_scratch_take((size_t)plan->threads * plan->tile);
    if (scratch == NULL)
        return false;
    job.tiles = scratch;
    sb_context limited = *context;
    limited.threads = plan->threads;
    conv_plan_cut(plan, conv->groups, false, &job.tiles_down, &job.tiles_across);
    sb_parallel(&limited, job.tiles_down * job.tiles_across * conv->groups, weight_task, &job);
    sb_scratch_give(scratch);
    return true;
}

#endif
