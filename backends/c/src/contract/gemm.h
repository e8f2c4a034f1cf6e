/* gemm.h - general matrix products by packed panels: a template, included after microkernel.h.
 *
 * Both operands are packed once: A in panels of PANEL_ROWS x 256, B of 256 x PANEL_COLUMNS. Threads
 * take tiles of C of about 168 x 256 and go through k block by block. The unfinished sums of a tile
 * are stored in levels of a binary counter next to the tile. If C has only one row of tiles, each
 * tile packs its part of B itself, block by block, so that the part stays in the cache. Operands
 * too large to pack at once are cut into slabs. A slab ends at 2^inner blocks of k, so it gives
 * subtrees of T1. Higher levels of the same counter hold these for the whole slab of C.
 */
#ifndef SB_CONTRACT_GEMM_H
#define SB_CONTRACT_GEMM_H

#include "contract/gemm_plan.h"
#include "contract/finish.h"

typedef struct gemm_slab {
    const sb_product *product;
    gemm_plan plan;
    real *a, *b, *outer;
    char *tiles;
    int64_t i, j, k, m, n, terms; /* the part of the product */
    int64_t a_panels, b_panels, blocks;
    int64_t tiles_down, tiles_across;
    int64_t first_block, all_blocks; /* of the whole product */
    /* A task that packs A packs a_panels_each panels, and a_terms_each terms of each at a time. */
    int64_t a_panels_each, a_terms_each;
    int64_t a_tasks, panels_each, terms_each, b_groups;
} gemm_slab;

/* Pack terms k .. k + terms - 1, within one block, of a panel of A. */
static void pack_a_panel(const gemm_slab *slab, int64_t panel, int64_t k, int64_t terms)
{
    int64_t i = panel * PANEL_ROWS, left = slab->m - i;
    int64_t rows = left < PANEL_ROWS ? left : PANEL_ROWS;
    real *to = slab->a + (k / SB_BLOCK * slab->a_panels + panel) * A_PANEL + k % SB_BLOCK;
    if (rows % 2) /* kernels take an even number of rows, or one; random bits could be slow
                   * subnormals */
        memset(to + rows * SB_BLOCK, 0, (size_t)terms * sizeof(real));
    pack_block(matrix_at(slab->product->a, slab->i + i, slab->k + k), rows, left, terms, to,
               SB_BLOCK);
}

/* Pack terms k .. k + terms - 1, within one block, of a panel of B. */
static void pack_b_panel(const gemm_slab *slab, int64_t panel, int64_t k, int64_t terms, real *to)
{
    int64_t j = panel * PANEL_COLUMNS;
    int64_t columns = slab->n - j < PANEL_COLUMNS ? slab->n - j : PANEL_COLUMNS;
    if (columns < PANEL_COLUMNS)
        memset(to, 0, (size_t)terms * PANEL_COLUMNS * sizeof(real));
    pack_block(matrix_at(slab->product->b, slab->k + k, slab->j + j), terms, slab->terms - k,
               columns, to, PANEL_COLUMNS);
}

static void pack_task(void *argument, int64_t task, int thread)
{
    const gemm_slab *slab = argument;
    (void)thread;
    if (task < slab->a_tasks) {
        int64_t panel = task * slab->a_panels_each, last = panel + slab->a_panels_each;
        last = last < slab->a_panels ? last : slab->a_panels;
        for (int64_t k = 0; k < slab->terms; k += slab->a_terms_each)
            for (int64_t p = panel; p < last; ++p)
                pack_a_panel(slab, p, k,
                             slab->terms - k < slab->a_terms_each ? slab->terms - k
                                                                  : slab->a_terms_each);
        return;
    }
    task -= slab->a_tasks;
    int64_t first = task % slab->b_groups * slab->panels_each;
    int64_t k = task / slab->b_groups * slab->terms_each, end = k + slab->terms_each;
    end = end < slab->terms ? end : slab->terms;
    for (int64_t next; k < end; k = next) {
        next = (k / SB_BLOCK + 1) * SB_BLOCK;
        next = next < end ? next : end;
        for (int64_t p = first; p < first + slab->panels_each && p < slab->b_panels; ++p) {
            int64_t before = k / SB_BLOCK * slab->b_panels + p;
            pack_b_panel(slab, p, k, next - k,
                         slab->b + (before * SB_BLOCK + k % SB_BLOCK) * PANEL_COLUMNS);
        }
    }
}

/* Pack a slab. Rows of B are read across many panels, so that whole pages are used. If B is
 * contiguous along k, its columns are read along k. A transposed A is read in the same way, across
 * a few panels. */
static void pack_slab(sb_context *context, gemm_slab *slab)
{
    const sb_matrix *b = &slab->product->b;
    bool along_k = b->row == (int64_t)sb_format_size(b->format) && b->column != b->row;
    slab->panels_each = along_k ? 1 : 32;
    slab->terms_each = along_k ? slab->terms : 64;
    const sb_matrix *a = &slab->product->a;
    bool along_m = a->row == (int64_t)sb_format_size(a->format) && a->column != a->row;
    slab->a_panels_each = along_m ? 8 : 1;
    slab->a_terms_each = along_m ? 64 : SB_BLOCK;
    slab->a_tasks = divide_up(slab->a_panels, slab->a_panels_each);
    slab->b_groups = divide_up(slab->b_panels, slab->panels_each);
    int64_t b_tasks =
        slab->plan.b_by_tile ? 0 : slab->b_groups * divide_up(slab->terms, slab->terms_each);
    sb_parallel(context, slab->a_tasks + b_tasks, pack_task, slab);
}

/* Compute the range of part `index` if `count` items are divided into `parts` parts. */
static void stretch(int64_t count, int64_t parts, int64_t index, int64_t *first, int64_t *end)
{
    *first = index * count / parts;
    *end = (index + 1) * count / parts;
}

/* Return the address of the sums at level `level` for panel pair (i, j). `beside` is the index of
 * the pair in its tile. */
static real *level_of(const gemm_slab *slab, real *tile, int level, int64_t beside, int64_t i,
                      int64_t j)
{
    const gemm_plan *plan = &slab->plan;
    if (level < plan->inner)
        return tile + (level * plan->tile_rows * plan->tile_columns + beside) * TILE;
    int64_t rows_above = (level - plan->inner) * slab->a_panels + i;
    return slab->outer + (rows_above * slab->b_panels + j) * TILE;
}

static void panel_pair(const gemm_slab *slab, real *tile, const real *b, int64_t block,
                       int64_t beside, int64_t i, int64_t j)
{
    const gemm_plan *plan = &slab->plan;
    int64_t number = slab->first_block + block, left = slab->terms - block * SB_BLOCK;
    int64_t rows = slab->m - i * PANEL_ROWS, columns = slab->n - j * PANEL_COLUMNS;
    bool last = number == slab->all_blocks - 1;
    const real *levels[SB_MAX_LEVELS];
    int count = 0;
    for (int level = 0; number >> level; ++level)
        if (counter_merges(number, last, level))
            levels[count++] = level_of(slab, tile, level, beside, i, j);
    real *finished = tile + plan->inner * plan->tile_rows * plan->tile_columns * TILE;
    real *out = last ? finished : level_of(slab, tile, counter_free_level(number), beside, i, j);
    rows = rows < PANEL_ROWS ? rows : PANEL_ROWS;
    block_kernel_for(rows)(left < SB_BLOCK ? left : SB_BLOCK,
                           slab->a + (block * slab->a_panels + i) * A_PANEL, b, levels, count, out);
    if (last)
        finish_block(slab->product, slab->i + i * PANEL_ROWS, slab->j + j * PANEL_COLUMNS, rows,
                     columns < PANEL_COLUMNS ? columns : PANEL_COLUMNS, finished, PANEL_COLUMNS);
}

static void tile_task(void *argument, int64_t task, int thread)
{
    const gemm_slab *slab = argument;
    real *tile = (real *)(void *)(slab->tiles + (size_t)thread * slab->plan.tile);
    int64_t i_first, i_end, j_first, j_end;
    stretch(slab->a_panels, slab->tiles_down, task % slab->tiles_down, &i_first, &i_end);
    stretch(slab->b_panels, slab->tiles_across, task / slab->tiles_down, &j_first, &j_end);
    const gemm_plan *plan = &slab->plan;
    real *own = tile + (plan->inner * plan->tile_rows * plan->tile_columns + 1) * TILE;
    for (int64_t block = 0; block < slab->blocks; ++block) {
        int64_t beside = 0, k = block * SB_BLOCK;
        int64_t terms = slab->terms - k < SB_BLOCK ? slab->terms - k : SB_BLOCK;
        const real *b = slab->b + (block * slab->b_panels + j_first) * B_PANEL;
        if (plan->b_by_tile) {
            for (int64_t j = j_first; j < j_end; ++j)
                pack_b_panel(slab, j, k, terms, own + (j - j_first) * B_PANEL);
            b = own;
        }
        for (int64_t i = i_first; i < i_end; ++i)
            for (int64_t j = j_first; j < j_end; ++j)
                panel_pair(slab, tile, b + (j - j_first) * B_PANEL, block, beside++, i, j);
    }
}

/* Cut a slab of C into tiles, at least two for each thread if possible. */
static void cut_tiles(gemm_slab *slab, int threads)
{
    int64_t a = slab->a_panels, b = slab->b_panels;
    int64_t down = divide_up(a, slab->plan.tile_rows);
    int64_t across = divide_up(b, slab->plan.tile_columns);
    while (threads > 1 && down * across < 2 * threads && (down < a || across < b)) {
        bool wide = b * PANEL_COLUMNS * down > a * PANEL_ROWS * across;
        if (across < b && (down == a || slab->plan.b_by_tile || wide))
            ++across;
        else
            ++down;
    }
    slab->tiles_down = down;
    slab->tiles_across = across;
}

static void gemm_run(sb_context *context, const sb_product *product, char *scratch)
{
    gemm_slab slab = {.product = product, .plan = gemm_plan_of(product)};
    const gemm_plan *plan = &slab.plan;
    slab.a = (real *)(void *)scratch;
    slab.b = (real *)(void *)(scratch + plan->b);
    slab.outer = (real *)(void *)(scratch + plan->outer_levels);
    slab.tiles = scratch + plan->tiles;
    slab.all_blocks = divide_up(product->k, SB_BLOCK);
    for (slab.j = 0; slab.j < product->n; slab.j += plan->slab_n)
        for (slab.i = 0; slab.i < product->m; slab.i += plan->slab_m) {
            slab.m = product->m - slab.i < plan->slab_m ? product->m - slab.i : plan->slab_m;
            slab.n = product->n - slab.j < plan->slab_n ? product->n - slab.j : plan->slab_n;
            slab.a_panels = divide_up(slab.m, PANEL_ROWS);
            slab.b_panels = divide_up(slab.n, PANEL_COLUMNS);
            cut_tiles(&slab, context->threads);
            for (slab.k = 0; slab.k < product->k; slab.k += plan->slab_k) {
                int64_t left = product->k - slab.k;
                slab.terms = left < plan->slab_k ? left : plan->slab_k;
                slab.blocks = divide_up(slab.terms, SB_BLOCK);
                slab.first_block = slab.k / SB_BLOCK;
                pack_slab(context, &slab);
                sb_parallel(context, slab.tiles_down * slab.tiles_across, tile_task, &slab);
            }
        }
}

#endif
