/* tile.h - the values of one block for a panel of A and a panel of B. */
#ifndef SB_CONTRACT_ALIGNED_TILE_H
#define SB_CONTRACT_ALIGNED_TILE_H

#include "contract/aligned/panel.h"

/* Lanes of the panels of A (a multiple of the rows of every kernel), and lanes of the panels of B.
 */
enum { SB_ALIGNED_ROWS = 48 };
int sb_aligned_columns(void);

/* Return whether this processor can multiply the bytes of SB_RAISED and SB_QUADS. */
bool sb_aligned_takes_quads(void);

typedef struct sb_aligned_block {
    const uint32_t *a, *b; /* panels of `words` words */
    const double *scales_a, *scales_b;
    int64_t words, rows; /* rows: the rows of A that exist */
} sb_aligned_block;

/* Compute out[row * sb_aligned_columns() + column], the value of the block (T11.6), for all
 * columns. */
void sb_aligned_values(const sb_digit_plan *plan, const sb_aligned_block *block, float *out);

#endif
