/* conv_plan.h - the division of a convolution into tiles, within 64 MiB of scratch memory: a
 * template.
 *
 * A tile is a number of row panels times a number of column panels of C. Its unfinished sums are
 * stored next to it: `inner` levels for the blocks of a contraction, `outer` levels for the samples
 * of a gradient of the weight, and one finished panel followed by free space. The memory of the
 * threads comes after the shared weights.
 */
#ifndef SB_CONV_PLAN_H
#define SB_CONV_PLAN_H

#include "contract/microkernel.h"
#include "conv/strip.h"
#include "memory/scratch.h"
#include "reduce/counter.h"

enum {
    A_PANEL = PANEL_ROWS * SB_BLOCK, /* elements */
    B_PANEL = PANEL_COLUMNS * SB_BLOCK,
    CONV_ROWS = 560 / PANEL_ROWS, /* panels of a tile */
    CONV_COLUMNS = 1024 / (int)sizeof(real) / PANEL_COLUMNS,
    CONV_THREADS = 256
};
static const size_t conv_shared_most = (size_t)24 << 20, conv_threads_most = (size_t)36 << 20;

typedef struct conv_plan {
    int64_t rows, columns, terms, blocks; /* of the product of one group */
    int64_t a_panels, b_panels;
    int64_t tile_rows, tile_columns; /* maximum numbers of panels */
    int inner, outer;
    int threads;
    size_t shared;               /* bytes of packed weights; 0: packed by each tile */
    size_t table, b, sums, tile; /* parts of a thread's scratch, and its size */
} conv_plan;

static void conv_plan_tile(conv_plan *plan, const sb_conv *conv, int64_t width)
{
    int64_t sums = plan->tile_rows * plan->tile_columns * (plan->inner + plan->outer) + 2;
    plan->table = sb_scratch_rounded(sizeof(strip));
    plan->b = plan->table + sb_scratch_rounded(strip_table_size(conv, width));
    plan->sums = plan->b + (size_t)(plan->tile_columns * B_PANEL + A_PANEL) * sizeof(real);
    plan->tile = sb_scratch_rounded(plan->sums + (size_t)sums * TILE * sizeof(real));
}

/* Reduce the tile size, then the number of threads, until everything fits. `width` is the width of
 * a strip. */
static void conv_plan_fit(conv_plan *plan, const sb_conv *conv, int64_t width, int threads)
{
    plan->a_panels = divide_up(plan->rows, PANEL_ROWS);
    plan->b_panels = divide_up(plan->columns, PANEL_COLUMNS);
    plan->blocks = divide_up(plan->terms, SB_BLOCK);
    plan->inner = counter_levels(plan->blocks);
    plan->tile_rows = plan->a_panels < CONV_ROWS ? plan->a_panels : CONV_ROWS;
    plan->tile_columns = plan->b_panels < CONV_COLUMNS ? plan->b_panels : CONV_COLUMNS;
    plan->threads = threads < CONV_THREADS ? threads : CONV_THREADS;
    conv_plan_tile(plan, conv, width);
    while (plan->tile * (size_t)plan->threads > conv_threads_most && plan->tile_rows > 4) {
        plan->tile_rows /= 2;
        conv_plan_tile(plan, conv, width);
    }
    while (plan->tile * (size_t)plan->threads > conv_threads_most && plan->threads > 1)
        --plan->threads;
}

/* Compute the range of part `index` if `count` items are divided into `parts` parts. */
static void conv_stretch(int64_t count, int64_t parts, int64_t index, int64_t *first, int64_t *end)
{
    *first = index * count / parts;
    *end = (index + 1) * count / parts;
}

/* Choose the numbers of parts, each of whole panels, into which C is cut by tiles of at most the
 * planned size. If possible, there are at least two tiles per thread. `others` is the number of
 * independent products, one per group. */
static void conv_plan_cut(const conv_plan *plan, int64_t others, bool keep_rows, int64_t *down,
                          int64_t *across)
{
    int64_t a = plan->a_panels, b = plan->b_panels;
    *down = divide_up(a, plan->tile_rows);
    *across = divide_up(b, plan->tile_columns);
    while (plan->threads > 1 && *down * *across * others < 2 * plan->threads &&
           (*down < a || *across < b)) {
        bool wide = b * PANEL_COLUMNS * *down > a * PANEL_ROWS * *across;
        if (*across < b && (*down == a || keep_rows || wide))
            ++*across;
        else
            ++*down;
    }
}

#endif
