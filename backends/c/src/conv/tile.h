/* tile.h - data shared by the tasks of a convolution: weights, scratch memory of a thread, results;
 * a template. */
#ifndef SB_CONV_TILE_H
#define SB_CONV_TILE_H

#include "conv/conv_plan.h"
#include "conv/pack_weight.h"

typedef struct conv_job {
    const sb_conv *conv;
    conv_plan plan;
    real *weights;
    char *tiles;
    int64_t tiles_down, tiles_across, group_parts;
} conv_job;

/* The offset in y of the first position of a panel, and the number of positions that follow it at a
 * constant distance. */
typedef struct panel_place {
    int64_t offset, follow;
} panel_place;

/* Work space of a thread. */
typedef struct conv_tile {
    strip *strip;
    real *b, *a, *sums, *finished;
    panel_place places[CONV_COLUMNS];
} conv_tile;

static conv_tile conv_tile_of(const sb_conv *conv, const conv_plan *plan, char *scratch)
{
    conv_tile tile = {.strip = (strip *)(void *)scratch};
    tile.strip->conv = conv;
    tile.strip->mode = strip_mode_of(conv);
    tile.strip->taps = conv_taps(conv);
    tile.strip->table = (strip_entry *)(void *)(scratch + plan->table);
    tile.b = (real *)(void *)(scratch + plan->b);
    tile.a = tile.b + plan->tile_columns * B_PANEL;
    tile.sums = (real *)(void *)(scratch + plan->sums);
    tile.finished =
        tile.sums + plan->tile_rows * plan->tile_columns * (plan->inner + plan->outer) * TILE;
    return tile;
}

static int64_t block_terms(const conv_plan *plan, int64_t block)
{
    int64_t left = plan->terms - block * SB_BLOCK;
    return left < SB_BLOCK ? left : SB_BLOCK;
}

static void pack_weights_task(void *argument, int64_t task, int thread)
{
    const conv_job *job = argument;
    const conv_plan *plan = &job->plan;
    int64_t panel = task % plan->a_panels, i = panel * PANEL_ROWS, left = plan->rows - i;
    (void)thread;
    for (int64_t block = 0; block < plan->blocks; ++block) {
        int64_t place = (task / plan->a_panels * plan->blocks + block) * plan->a_panels + panel;
        weight_pack(job->conv, task / plan->a_panels, i, left < PANEL_ROWS ? left : PANEL_ROWS,
                    block * SB_BLOCK, block_terms(plan, block), job->weights + place * A_PANEL);
    }
}

/* Return a panel of weights: a shared panel, or one packed into the memory of the tile. Unused rows
 * have undefined values. */
static const real *weight_panel(const conv_job *job, const conv_tile *tile, int64_t group,
                                int64_t block, int64_t panel)
{
    const conv_plan *plan = &job->plan;
    if (plan->shared)
        return job->weights + ((group * plan->blocks + block) * plan->a_panels + panel) * A_PANEL;
    int64_t i = panel * PANEL_ROWS, left = plan->rows - i;
    weight_pack(job->conv, group, i, left < PANEL_ROWS ? left : PANEL_ROWS, block * SB_BLOCK,
                block_terms(plan, block), tile->a);
    return tile->a;
}

/* Return whether all adjacent positions of a sample have the same distance in y. */
static bool positions_are_even(const sb_conv *conv)
{
    const sb_conv_axis *axis = conv->axis;
    int64_t inner = axis[2].count;
    for (int i = 1; i >= 0; inner *= axis[i].count, --i)
        if (axis[i].count > 1 && axis[i].y != inner * axis[2].y)
            return false;
    return true;
}

/* Return the offset in y of position `number` of all samples, and write the number of positions
 * that follow it at a constant distance. */
static int64_t position_offset(const sb_conv *conv, int64_t number, int64_t *follow)
{
    const sb_conv_axis *axis = conv->axis;
    int64_t all = conv_positions(conv), p = number % all, row = p / axis[2].count;
    *follow = positions_are_even(conv) ? all - p : axis[2].count - p % axis[2].count;
    return number / all * conv->y.outer + p % axis[2].count * axis[2].y +
           row % axis[1].count * axis[1].y + row / axis[1].count * axis[0].y;
}

/* Store sums of rows x columns to y, from row i of a group and column j on. */
static void finish_positions(const sb_conv *conv, int64_t group, int64_t i, int64_t rows, int64_t j,
                             int64_t columns, real *sums, ptrdiff_t ld)
{
    sb_matrix bias = conv->bias;
    if (bias.data)
        bias.data += (group * conv->rows + i) * bias.row;
    char *y = conv->y.data + group * conv->y.group + i * conv->y.channel;
    for (int64_t done = 0, n; done < columns; done += n) {
        int64_t offset = position_offset(conv, j + done, &n);
        n = n < columns - done ? n : columns - done;
        sb_matrix to = {y + offset, conv->y.channel, conv->axis[2].y, conv->y.format};
        finish_rows(to, bias, rows, n, sums + done, ld);
    }
}

/* Store the finished sums of a panel pair to y. */
static void finish_panel(const sb_conv *conv, conv_tile *tile, int64_t group, int64_t i,
                         int64_t rows, int64_t j, int64_t columns, const panel_place *place)
{
    if (place->follow < columns) {
        finish_positions(conv, group, i, rows, j, columns, tile->finished, PANEL_COLUMNS);
        return;
    }
    sb_matrix bias = conv->bias;
    if (bias.data)
        bias.data += (group * conv->rows + i) * bias.row;
    char *y = conv->y.data + group * conv->y.group + i * conv->y.channel + place->offset;
    finish_rows((sb_matrix){y, conv->y.channel, conv->axis[2].y, conv->y.format}, bias, rows,
                columns, tile->finished, PANEL_COLUMNS);
}

/* Allocate the scratch memory of a job: the shared weights, if they are not too large, and the
 * tiles. */
static char *conv_job_take(conv_job *job)
{
    conv_plan *plan = &job->plan;
    size_t shared =
        (size_t)(job->conv->groups * plan->blocks * plan->a_panels) * A_PANEL * sizeof(real);
    plan->shared = shared <= conv_shared_most ? shared : 0;
    char *scratch = sb_scratch_take(plan->shared + (size_t)plan->threads * plan->tile);
    job->weights = (real *)(void *)scratch;
    job->tiles = scratch == NULL ? NULL : scratch + plan->shared;
    return scratch;
}

/* Run all tasks of a product with one column per position. `cut` sets the number of tiles of a
 * group in each direction. Groups are divided as well until there are four tasks for each thread.
 */
static bool conv_job_run(sb_context *context, const sb_conv *conv, void (*cut)(conv_job *job),
                         sb_task task)
{
    conv_job job = {.conv = conv};
    conv_plan *plan = &job.plan;
    plan->rows = conv->rows;
    plan->columns = conv->samples * conv_positions(conv);
    plan->terms = conv->channels * conv_taps(conv);
    conv_plan_fit(plan, conv, CONV_COLUMNS * PANEL_COLUMNS, context->threads);
    char *scratch = conv_job_take(&job);
    if (scratch == NULL)
        return false;
    sb_context limited = *context;
    limited.threads = plan->threads;
    cut(&job);
    int64_t tiles = job.tiles_down * job.tiles_across;
    job.group_parts = divide_up(4 * plan->threads, tiles);
    job.group_parts = job.group_parts < conv->groups ? job.group_parts : conv->groups;
    if (plan->shared)
        sb_parallel(&limited, conv->groups * plan->a_panels, pack_weights_task, &job);
    sb_parallel(&limited, tiles * job.group_parts, task, &job);
    sb_scratch_give(scratch);
    return true;
}

#endif
