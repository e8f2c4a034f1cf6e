/* panel.h - many rows of one block aligned side by side, as words of two 16-bit digits, or of four
 * bytes.
 *
 * A width is cut into digits so that a sum of 256 products of a digit of A and one of B fits 32
 * bits:
 *
 *   widths      digits of A       digits of B       greatest sum
 *   8, 8        whole             whole             127^2 * 256
 *   8, 16       whole             whole             127 * 32767 * 256 < 2^30
 *   8, 24       whole             12 bits each      127 * 2048 * 256
 *   16, 16      whole             bytes             32767 * 255 * 256 < 2^31
 *   16, 24      whole             bytes             32767 * 255 * 256 < 2^31
 *   24, 24      12 bits each      12 bits each      two of 2048 * 2048 * 256: -2^31 at least
 *
 * and likewise with A and B exchanged. The highest byte has the sign, the others have none; both
 * digits of 12 bits have signs, from -2048 to 2048.
 *
 * Where VNNI multiplies bytes without a sign by bytes with one, widths of 8 and 8 go four terms to
 * a word: A raised by 128, so that it has no sign, and B behind a line of -128 times its sums, at
 * which the sums of products start. They end at the sum of products of A itself.
 */
#ifndef SB_CONTRACT_ALIGNED_PANEL_H
#define SB_CONTRACT_ALIGNED_PANEL_H

#include "contract/aligned/aligned.h"

typedef enum sb_digits { SB_WHOLE, SB_BYTES, SB_TWELVES, SB_RAISED, SB_QUADS } sb_digits;

typedef struct sb_digit_plan {
    sb_digits a, b;
    int planes_a, planes_b;
    double radix; /* of the digits of the one that has several */
    int together; /* terms in a word */
} sb_digit_plan;

/* `quads`: whether bytes of both go four to a word where they can. */
sb_digit_plan sb_digit_plan_of(int width_a, int width_b, bool quads);

typedef struct sb_alignment {
    sb_digits digits;
    int width, planes, lanes; /* lanes of a panel, a multiple of those of a vector */
} sb_alignment;

/* Lines of words of a block in a panel, all planes together. */
static inline int64_t sb_panel_lines(sb_digits digits, int planes, int together)
{
    return (int64_t)(SB_BLOCK / together * planes) + (digits == SB_QUADS);
}

/* Align `count` <= lanes rows of a block of `terms` terms, x[k, row], to words[word][plane][lane],
 * behind the line of sums of SB_QUADS, and the scale 2^u of each lane, NaN where its row is not
 * finite. Lanes without a row are zeros. `staged` holds SB_BLOCK * lanes numbers. */
void sb_align_panel(sb_alignment alignment, sb_matrix x, int64_t terms, int64_t count,
                    float *staged, uint32_t *words, double *scales);

#endif
