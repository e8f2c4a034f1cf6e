/* gemm_plan.h - the division of a general product into tiles, and the layout of its scratch memory:
 * a template. */
#ifndef SB_CONTRACT_GEMM_PLAN_H
#define SB_CONTRACT_GEMM_PLAN_H

#include "contract/microkernel.h"
#include "memory/scratch.h"
#include "reduce/counter.h"

enum {
    A_PANEL = PANEL_ROWS * SB_BLOCK, /* elements */
    B_PANEL = PANEL_COLUMNS * SB_BLOCK,
    SLAB_LEVELS = 4,
    SLAB_TERMS = SB_BLOCK << SLAB_LEVELS,
    SLAB_ELEMENTS = 1 << 24,      /* elements of a packed operand: 64 MiB of binary32 */
    TILE_ROWS = 168 / PANEL_ROWS, /* panels */
    TILE_COLUMNS = 1024 / (int)sizeof(real) / PANEL_COLUMNS
};

typedef struct gemm_plan {
    int64_t slab_m, slab_n, slab_k;  /* elements */
    int64_t tile_rows, tile_columns; /* maximum numbers of panels of a tile */
    int inner, outer;                /* levels of a tile, and of a slab */
    bool b_by_tile;                  /* each tile packs its part of B itself */
    size_t b, outer_levels, tiles;   /* offsets of the parts of the scratch memory */
    size_t tile;                     /* bytes per tile: its levels, a result, and its part of B */
} gemm_plan;

static int64_t slab_extent(int64_t extent, int64_t terms, int64_t panel)
{
    int64_t most = SLAB_ELEMENTS / terms / panel * panel;
    return extent < most ? extent : most;
}

static gemm_plan gemm_plan_of(const sb_product *product)
{
    gemm_plan plan = {.slab_k = product->k < SLAB_TERMS ? product->k : SLAB_TERMS};
    int64_t blocks = divide_up(product->k, SB_BLOCK);
    int64_t slab_blocks = divide_up(plan.slab_k, SB_BLOCK);
    bool whole = product->k <= SLAB_TERMS;
    plan.slab_m = slab_extent(product->m, slab_blocks * SB_BLOCK, PANEL_ROWS);
    plan.slab_n = slab_extent(product->n, slab_blocks * SB_BLOCK, PANEL_COLUMNS);
    plan.inner = whole ? counter_levels(blocks) : SLAB_LEVELS;
    plan.outer = whole ? 0 : counter_levels(divide_up(product->k, SLAB_TERMS));
    int64_t a_panels = divide_up(plan.slab_m, PANEL_ROWS);
    int64_t b_panels = divide_up(plan.slab_n, PANEL_COLUMNS);
    plan.tile_rows = a_panels < TILE_ROWS ? a_panels : TILE_ROWS;
    plan.tile_columns = b_panels < TILE_COLUMNS ? b_panels : TILE_COLUMNS;
    size_t size = sizeof(real);
    plan.b_by_tile = a_panels <= TILE_ROWS;
    int64_t b_shared = plan.b_by_tile ? 0 : b_panels * slab_blocks;
    int64_t b_own = plan.b_by_tile ? plan.tile_columns : 0;
    size_t tile = (size_t)(plan.tile_rows * plan.tile_columns * plan.inner + 1) * TILE * size +
                  (size_t)b_own * B_PANEL * size;
    plan.b = sb_scratch_rounded((size_t)(a_panels * slab_blocks) * A_PANEL * size);
    plan.outer_levels = plan.b + sb_scratch_rounded((size_t)b_shared * B_PANEL * size);
    plan.tiles = plan.outer_levels +
                 sb_scratch_rounded((size_t)(a_panels * b_panels * plan.outer) * TILE * size);
    plan.tile = sb_scratch_rounded(tile);
    return plan;
}

static size_t gemm_size(const sb_product *product, int threads)
{
    gemm_plan plan = gemm_plan_of(product);
    return plan.tiles + (size_t)threads * plan.tile;
}

#endif
