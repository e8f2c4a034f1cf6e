/* microkernel.h - one block of at most 256 terms for a small tile of C in registers.
 *
 * A template, included after vector_f32.h or vector_f64.h. The tile is PANEL_ROWS x PANEL_COLUMNS.
 * Each of its elements is a chain of fma from -0 with k ascending (clause T4). The earlier sums of
 * the binary counter are added on the left before the tile is stored, while it is still in
 * registers. So the tree T1 costs only about one load and one store for each element and block.
 */
#ifndef SB_CONTRACT_MICROKERNEL_H
#define SB_CONTRACT_MICROKERNEL_H

#include "contract/product.h"
#include "scalar/names.h"

#if defined(__AVX512F__)
enum { PANEL_ROWS = 14, PANEL_VECTORS = 2, AHEAD = 24 };
#elif defined(__AVX2__) && defined(__FMA__)
enum { PANEL_ROWS = 6, PANEL_VECTORS = 2, AHEAD = 24 };
#elif defined(__aarch64__)
enum { PANEL_ROWS = 8, PANEL_VECTORS = 3, AHEAD = 24 };
#else
enum { PANEL_ROWS = 4, PANEL_VECTORS = 2, AHEAD = 24 };
#endif
enum {
    PANEL_COLUMNS = PANEL_VECTORS * LANES,
    TILE = PANEL_ROWS * PANEL_COLUMNS, /* elements */
    STEPS = 8                          /* terms in one iteration of the loop */
};

/* Compute a block from a[i * SB_BLOCK + k], rows of A, and b[k * PANEL_COLUMNS + j], columns of B.
 * `out` is a tile, or some rows of a tile. Only the first `rows` rows are computed. */
INLINE void block_of_rows(const int rows, int64_t terms, const real *restrict a,
                          const real *restrict b, const real *const *levels, int level_count,
                          real *restrict out)
{
    vreal sum[PANEL_ROWS][PANEL_VECTORS];
    UNROLL for (int i = 0; i < rows; ++i) UNROLL for (int v = 0; v < PANEL_VECTORS; ++v) sum[i][v] =
        v_set((real)-0.0);

    int64_t k = 0;
    for (; k + STEPS <= terms; k += STEPS, a += STEPS, b += STEPS * PANEL_COLUMNS) {
        UNROLL for (int s = 0; s < STEPS; ++s){
#define TERM s
#include "contract/step_template.h"
        } UNROLL for (int s = 0; s < STEPS; ++s) UNROLL for (int v = 0; v < PANEL_VECTORS; ++v)
            __builtin_prefetch(b + (s + AHEAD) * PANEL_COLUMNS + v * LANES);
    }
    for (; k < terms; ++k, ++a, b += PANEL_COLUMNS) {
#define TERM 0
#include "contract/step_template.h"
    }

    for (int l = 0; l < level_count; ++l)
        UNROLL for (int i = 0; i < rows; ++i) UNROLL for (int v = 0; v < PANEL_VECTORS; ++v)
            sum[i][v] = v_add(v_load(levels[l] + i * PANEL_COLUMNS + v * LANES), sum[i][v]);
    UNROLL for (int i = 0; i < rows; ++i) UNROLL for (int v = 0; v < PANEL_VECTORS; ++v)
        v_store(out + i * PANEL_COLUMNS + v * LANES, sum[i][v]);
}

typedef void block_kernel(int64_t terms, const real *a, const real *b, const real *const *levels,
                          int level_count, real *out);

#define ROWS 1
#include "contract/block_template.h"
#define ROWS 2
#include "contract/block_template.h"
#define ROWS 4
#include "contract/block_template.h"
#if defined(__AVX512F__)
#define ROWS 6
#include "contract/block_template.h"
#define ROWS 8
#include "contract/block_template.h"
#define ROWS 10
#include "contract/block_template.h"
#define ROWS 12
#include "contract/block_template.h"
#define ROWS 14
#include "contract/block_template.h"
#elif defined(__AVX2__) && defined(__FMA__)
#define ROWS 6
#include "contract/block_template.h"
#elif defined(__aarch64__)
#define ROWS 6
#include "contract/block_template.h"
#define ROWS 8
#include "contract/block_template.h"
#endif

/* Return the smallest kernel that computes at least `rows` rows of a panel. */
static block_kernel *block_kernel_for(int64_t rows)
{
    static block_kernel *const kernels[] = {block_1,  block_2, block_4,
#if defined(__AVX512F__)
                                            block_6,  block_8, block_10,
                                            block_12, block_14
#elif defined(__AVX2__) && defined(__FMA__)
                                            block_6
#elif defined(__aarch64__)
                                            block_6, block_8
#endif
    };
    return kernels[rows <= 1 ? 0 : (rows + 1) / 2];
}

#endif
